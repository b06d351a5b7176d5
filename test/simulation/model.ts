// The model: an exchange written from its rules alone, which predicts the answer to every command.
import type { PoolAddress } from '../../src/core/amount.ts';
import type { Command, Receipt } from '../../src/core/commands/command.ts';
import type { Refusal } from '../../src/core/refusal.ts';
import {
  closeOrder,
  closeOrders,
  fillOrder,
  type ModelOrder,
  matchOrders,
  placeOrder,
  triggerOrder,
} from './model-orders.ts';
import { LARGEST, ModelPool, type ModelRates, refill } from './model-pool.ts';
import {
  areAskedBack,
  areTooHigh,
  registerToken,
  setPoolFees,
  setPoolStatus,
  termsOf,
  updateToken,
} from './model-records.ts';
import { provide, refund, swap } from './model-trades.ts';

export type RefusalCode = Refusal['code'];
export type Of<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>;
export type ModelPolicy = {
  readonly rates: ModelRates;
  readonly maxImpact: bigint;
  readonly treasury: string;
  readonly matchFee: bigint;
};
type ModelToken = { readonly symbol: string; readonly decimals: number; readonly status: ModelPool['status'] };
type Pair = { readonly tokenA: string; readonly tokenB: string };

export class Model {
  readonly policy: ModelPolicy;
  /** The address that the real exchange gives the pool of two tokens. */
  addressOf: (a: string, b: string) => string = () => '';
  /** The length of the journal. */
  sequence: () => number = () => 0;
  readonly tokens = new Map<string, ModelToken>();
  readonly pools: ModelPool[] = [];
  /** What the last command has done beyond its receipt. */
  further: readonly Receipt[] = [];
  /** By number, closed ones included. */
  readonly orders = new Map<number, ModelOrder>();
  readonly #wallets = new Map<string, Map<string, bigint>>();
  readonly #issued = new Map<string, bigint>();

  constructor(policy: ModelPolicy) {
    this.policy = policy;
  }

  /** Executes a command as transaction `number` and returns its receipt, or refuses it and changes nothing. */
  answer(command: Command, number: number): Receipt | RefusalCode {
    this.further = [];
    switch (command.kind) {
      case 'registerToken':
        return registerToken(this, command);
      case 'createPool':
        return this.#createPool(command);
      case 'deposit':
      case 'withdraw':
        return this.#move(command);
      case 'transfer':
        return this.#transfer(command);
      case 'swap':
        return swap(this, command);
      case 'provide':
        return provide(this, command);
      case 'refund':
        return refund(this, command);
      case 'collectFees':
        return this.#collectFees(command);
      case 'setPoolFees':
        return setPoolFees(this, command);
      case 'setPoolStatus':
        return setPoolStatus(this, command);
      case 'updateToken':
        return updateToken(this, command);
      case 'placeOrder':
        return placeOrder(this, command, number);
      case 'fillOrder':
        return fillOrder(this, command, number);
      case 'closeOrder':
        return closeOrder(this, command);
      case 'closeOrders':
        return closeOrders(this, command);
      case 'matchOrders':
        return matchOrders(this, command, number);
      case 'triggerOrder':
        return triggerOrder(this, command, number);
      case 'liabilities':
      case 'audited':
      case 'forked':
        return command;
    }
  }

  /** Returns a function that undoes all later changes. */
  savepoint(): () => void {
    const tokens = [...this.tokens];
    const pools = this.pools.map((pool) => [pool, pool.savepoint()] as const);
    const wallets = [...this.#wallets].map(([account, wallet]) => [account, new Map(wallet)] as const);
    const issued = [...this.#issued];
    const orders = [...this.orders].map(([number, order]) => [number, { ...order }] as const);
    return () => {
      refill(this.orders, orders);
      refill(this.tokens, tokens);
      this.pools.splice(0, this.pools.length, ...pools.map(([pool]) => pool));
      for (const [, restore] of pools) restore();
      refill(this.#wallets, wallets);
      refill(this.#issued, issued);
    };
  }

  balance(account: string, token: string): bigint {
    return this.#wallets.get(account)?.get(token) ?? 0n;
  }

  give(account: string, token: string, amount: bigint): void {
    const wallet = this.#wallets.get(account) ?? new Map<string, bigint>();
    this.#wallets.set(account, wallet.set(token, this.balance(account, token) + amount));
  }

  issued(token: string): bigint {
    return this.#issued.get(token) ?? 0n;
  }

  /** All non-zero balances of an account; LP tokens under their pools' addresses. */
  holdings(account: string): Map<string, bigint> {
    const held = new Map(this.#wallets.get(account));
    for (const pool of this.pools) held.set(pool.address, pool.position(account));
    return new Map([...held].filter(([, amount]) => amount > 0n));
  }

  pool({ tokenA, tokenB }: Pair): ModelPool | undefined {
    return this.pools.find(({ reserves }) => reserves.has(tokenA) && reserves.has(tokenB));
  }

  pairFault({ tokenA, tokenB }: Pair): RefusalCode | undefined {
    if (!this.tokens.has(tokenA) || !this.tokens.has(tokenB)) return 'unknown_token';
    return tokenA === tokenB ? 'same_token' : undefined;
  }

  /** The refusal if one of the tokens or their pool is paused. */
  pauseOf({ tokenA, tokenB }: Pair): RefusalCode | undefined {
    if ([tokenA, tokenB].some((token) => this.tokens.get(token)?.status === 'paused')) return 'token_paused';
    return this.pool({ tokenA, tokenB })?.status === 'paused' ? 'pool_paused' : undefined;
  }

  /** Whether lists show the pool by default. */
  isShown(pool: ModelPool): boolean {
    return ![pool.status, ...[...pool.reserves.keys()].map((token) => this.tokens.get(token)?.status)].includes(
      'hidden',
    );
  }

  newPool({ tokenA, tokenB }: Pair, rates: ModelRates, feesGoTo?: string, amplification?: bigint): ModelPool {
    const collector = rates.protocol === 0n ? null : (feesGoTo ?? this.policy.treasury);
    const decimals = new Map([tokenA, tokenB].map((token) => [token, this.tokens.get(token)?.decimals ?? 0]));
    const shape = { decimals, ...(amplification !== undefined && { amplification }) };
    return new ModelPool(shape, this.addressOf(tokenA, tokenB), rates, collector);
  }

  #createPool(command: Of<'createPool'>): Receipt | RefusalCode {
    const { tokenA, tokenB } = command;
    const fault = this.pairFault(command);
    if (fault) return fault;
    if (this.pool(command)) return 'pool_exists';
    const rates = {
      lp: command.lpFeePpm ?? this.policy.rates.lp,
      protocol: command.protocolFeePpm ?? this.policy.rates.protocol,
      ref: command.refFeePpm ?? this.policy.rates.ref,
    };
    if (areTooHigh(rates)) return 'fees_too_high';
    if (!command.force && areAskedBack(this, command, rates)) return 'unusual_fees';
    const pool = this.newPool(command, rates, command.protocolFeeAddress, command.amplification);
    this.pools.push(pool);
    const { amplification } = command;
    const told = amplification === undefined ? {} : { curve: 'stable' as const, amplification };
    return { kind: 'createPool', tokenA, tokenB, pool: pool.address as PoolAddress, ...termsOf(pool), ...told };
  }

  #transfer(command: Of<'transfer'>): Receipt | RefusalCode {
    const { account, to, amount } = command;
    if (account === to) return 'same_account';
    if (to.includes(' ') || to === this.policy.treasury) return 'account_reserved';
    if ('token' in command) {
      if (!this.tokens.has(command.token)) return 'unknown_token';
      if (this.balance(account, command.token) < amount) return 'insufficient_funds';
      this.give(account, command.token, -amount);
      this.give(to, command.token, amount);
      return command;
    }
    const pool = this.pools.find(({ address }) => address === command.pool);
    if (!pool || pool.position(account) < amount) return 'insufficient_funds';
    pool.positions.set(account, pool.position(account) - amount);
    pool.positions.set(to, pool.position(to) + amount);
    return command;
  }

  #move(command: Of<'deposit' | 'withdraw'>): Receipt | RefusalCode {
    const { kind, account, token, amount } = command;
    if (!this.tokens.has(token)) return 'unknown_token';
    const change = kind === 'deposit' ? amount : -amount;
    const issued = this.issued(token) + change;
    if (issued > LARGEST) return 'amount_too_large';
    if (this.balance(account, token) + change < 0n) return 'insufficient_funds';
    this.#issued.set(token, issued);
    this.give(account, token, change);
    return command;
  }

  #collectFees(command: Of<'collectFees'>): Receipt | RefusalCode {
    const { tokenA, tokenB } = command;
    const fault = this.pairFault(command);
    if (fault) return fault;
    const pool = this.pool(command);
    if (!pool) return 'unknown_pool';
    const [amountA = 0n, amountB = 0n] = [pool.fees.get(tokenA), pool.fees.get(tokenB)];
    if (pool.feesGoTo === null || amountA + amountB === 0n) return 'nothing_to_collect';
    for (const [token, collected] of pool.fees) {
      this.give(pool.feesGoTo, token, collected);
      pool.fees.set(token, 0n);
    }
    return { kind: 'collectFees', tokenA, tokenB, pool: pool.address, amountA, amountB, to: pool.feesGoTo } as Receipt;
  }
}
