// A whole exchange in memory: like a store it loads only what a batch names, settles it and keeps the result.
import { orderAccount, stopAccount } from '../src/core/accounts.ts';
import { type Account, amount, type PoolAddress, ppm, type TokenAddress } from '../src/core/amount.ts';
import { type Command, type Decision, decide, type Receipt, referenceOf } from '../src/core/commands/command.ts';
import type { CommandState, Policy } from '../src/core/commands/kind.ts';
import { referenceKey } from '../src/core/commands/move-tokens.ts';
import { fillsOf } from '../src/core/orders/record.ts';
import {
  type ListedToken,
  orderPair,
  type Pool,
  pairKey,
  type Rates,
  symbolKey,
  type Token,
  type TokenEntry,
} from '../src/core/pool.ts';
import { type Refusal, Refused } from '../src/core/refusal.ts';
import type { Instruction, Outcome, Posted, StoredReply } from '../src/core/settle/instruction.ts';
import {
  balancesOf,
  clientIdsNamed,
  escrowsOf,
  needsSymbols,
  ordersNamed,
  recordsNamed,
  referencesNamed,
  repliesNamed,
} from '../src/core/settle/prefetch.ts';
import { replyKey } from '../src/core/settle/repetitions.ts';
import { placedBy, type SettleInput, type Settlement, settle } from '../src/core/settle/settle.ts';
import { type BalanceKey, balanceKey } from '../src/core/settle/transfer.ts';

export const account = (name: string): Account => name as Account;
export const token = (address: string, decimals: number): ListedToken => ({
  address: address as TokenAddress,
  symbol: address.toUpperCase(),
  decimals,
  status: 'listed',
});
export const ratesOf = (lp: bigint, protocol: bigint, ref: bigint): Rates => ({
  lpFeePpm: ppm(lp),
  protocolFeePpm: ppm(protocol),
  refFeePpm: ppm(ref),
});

export const APPLE = token('apple', 0);
export const BREAD = token('bread', 2);
export const CORN = token('corn', 6);
export const MAKER = account('maker');
export const TREASURY = account('treasury');

export const poolAddressOf = (a: TokenAddress, b: TokenAddress): PoolAddress =>
  orderPair(a, b).join('-') as PoolAddress;

const POLICY: Policy = {
  maxPriceImpactPpm: ppm(150_000n),
  rates: ratesOf(2000n, 1000n, 1000n),
  treasury: TREASURY,
  refusalRetentionMs: 86_400_000,
  poolCreation: 'anyone',
  transfers: 'on',
  orders: 'on',
  matchFeePpm: ppm(0n),
};

export class PaperExchange {
  nowMs = 1_700_000_000_000;
  policy: Policy = POLICY;
  readonly tokens = new Map<TokenAddress, TokenEntry>();
  readonly pools = new Map<string, Pool>();
  readonly balances = new Map<string, BalanceKey & { readonly balance: bigint }>();
  readonly replies = new Map<string, StoredReply>();
  readonly references = new Map<string, Posted>();
  readonly journal: Posted[] = [];

  /** An exchange with three tokens and, if reserves are given, a pool of the first two. */
  static open(reserves?: { readonly apple: bigint; readonly bread: bigint; readonly rates?: Rates }): PaperExchange {
    const exchange = new PaperExchange();
    exchange.run(...[APPLE, BREAD, CORN].map((token) => ({ kind: 'registerToken', token }) as const));
    if (!reserves) return exchange;
    const [tokenA, tokenB] = [APPLE.address, BREAD.address];
    const pair = { tokenA, tokenB };
    const [amountA, amountB] = [amount(reserves.apple), amount(reserves.bread)];
    exchange.fund(MAKER, APPLE, amountA).fund(MAKER, BREAD, amountB);
    exchange.run({ kind: 'createPool', ...pair, ...reserves.rates, force: true });
    exchange.run({ kind: 'provide', account: MAKER, ...pair, amountA, amountB });
    return exchange;
  }

  fund(account: Account, token: Token, units: bigint): this {
    const reference = `gift ${this.journal.length}`;
    this.run({ kind: 'deposit', account, token: token.address, amount: amount(units), reference });
    return this;
  }

  /** From now on only operators can create pools. */
  leaveToOperators(): this {
    this.policy = { ...this.policy, poolCreation: 'operators' };
    return this;
  }

  /** From now on transfers are refused. */
  forbidTransfers(): this {
    this.policy = { ...this.policy, transfers: 'off' };
    return this;
  }

  forbidOrders(): this {
    this.policy = { ...this.policy, orders: 'off' };
    return this;
  }

  /** Executes commands that must succeed. */
  run(...commands: readonly Command[]): void {
    const refused = this.answer(...commands).find((outcome) => 'refusal' in outcome);
    if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`);
  }

  /** The decision on a command in the current state, without executing it. */
  decide(command: Command): Decision | Refusal {
    const decision = decide(command, this.state());
    return decision instanceof Refused ? decision.refusal : decision;
  }

  answer(...commands: readonly Command[]): readonly Outcome[] {
    return this.settle(commands.map((command) => ({ actor: account('operator'), command }))).outcomes;
  }

  settle(batch: readonly Instruction[]): Settlement {
    const settlement = settle(batch, this.load(batch));
    for (const token of settlement.tokens) this.tokens.set(token.address, token);
    for (const change of settlement.changedTokens) {
      this.tokens.set(change.address, { ...(this.tokens.get(change.address) as TokenEntry), ...change });
    }
    for (const pool of [...settlement.pools, ...settlement.changedPools]) {
      this.pools.set(pairKey(pool.token0, pool.token1), pool);
    }
    for (const entry of settlement.balances) this.balances.set(balanceKey(entry.account, entry.token), entry);
    for (const reply of settlement.replies) this.replies.set(replyKey(reply.actor, reply.key), reply);
    for (const posted of settlement.transactions) {
      const reference = referenceOf(posted.receipt);
      if (reference) this.references.set(referenceKey(reference), posted);
    }
    this.journal.push(...settlement.transactions);
    return settlement;
  }

  load(batch: readonly Instruction[]): SettleInput {
    const empty = { tokens: new Map(), pools: new Map(), addressOf: poolAddressOf };
    const { tokens, pairs } = recordsNamed(batch, empty);
    const catalogue = {
      ...empty,
      tokens: pick(this.tokens, tokens),
      pools: pick(
        this.pools,
        pairs.map((pair) => pairKey(...pair)),
      ),
    };
    const ordersUnder = new Map(
      [...clientIdsNamed(batch)].flatMap(([name, { account, clientId }]) => {
        const posted = this.journal.findLast(({ receipt }) => isUnder(receipt, account, clientId));
        return posted ? [[name, posted] as const] : [];
      }),
    );
    const escrows = escrowsOf(ordersUnder.values()).map((key) => [balanceKey(key.account, key.token), key] as const);
    const named = [...balancesOf(batch, catalogue, this.policy), ...escrows];
    return {
      ...catalogue,
      lastSequence: this.journal.length,
      nowMs: this.nowMs,
      entropy: 0,
      policy: this.policy,
      ...(needsSymbols(batch) && { symbols: this.shownTokens() }),
      balances: new Map(named.map(([name, { account, token }]) => [name, this.balanceOf(account, token)])),
      replies: pick(this.replies, [...repliesNamed(batch).keys()]),
      references: pick(this.references, [...referencesNamed(batch).keys()]),
      ordersUnder,
      orders: new Map(
        ordersNamed(batch).flatMap((number) => this.journal.slice(number - 1, number).map((one) => [number, one])),
      ),
    };
  }

  /** The state that a decision or a quote sees. */
  state(): CommandState {
    const { policy, nowMs } = this;
    return {
      token: (address) => this.tokens.get(address),
      pool: (tokenA, tokenB) => this.pool({ tokenA, tokenB }),
      poolAddress: poolAddressOf,
      namesakes: (symbol) => this.shownTokens().filter((token) => symbolKey(token.symbol) === symbolKey(symbol)),
      order: (number) => placedBy(this.journal[number - 1]),
      fillOf: (order, last) => {
        const receipt = last === undefined ? undefined : this.journal[last - 1]?.receipt;
        return receipt && fillsOf(receipt).find((fill) => fill.order === order);
      },
      openOrder: (account, clientId) => {
        const receipt = this.journal.findLast(({ receipt }) => isUnder(receipt, account, clientId))?.receipt;
        if (receipt?.kind !== 'placeOrder') return undefined;
        const { order, tokenA } = receipt;
        const held = this.balanceOf(orderAccount(order), tokenA) + this.balanceOf(stopAccount(order), tokenA);
        return held > 0n ? order : undefined;
      },
      balanceOf: (account, token) => this.balanceOf(account, token),
      policy,
      nowMs,
      sequence: this.journal.length + 1,
    };
  }

  shownTokens(): readonly ListedToken[] {
    return [...this.tokens.values()].filter(({ status }) => status !== 'hidden');
  }

  balanceOf(account: Account, token: TokenAddress): bigint {
    return this.balances.get(balanceKey(account, token))?.balance ?? 0n;
  }

  pool({ tokenA, tokenB }: { readonly tokenA: TokenAddress; readonly tokenB: TokenAddress }): Pool | undefined {
    return this.pools.get(pairKey(tokenA, tokenB));
  }
}

const isUnder = (receipt: Receipt, owner: Account, clientId: string): boolean =>
  receipt.kind === 'placeOrder' && receipt.account === owner && receipt.clientId === clientId;

const pick = <K, V>(from: ReadonlyMap<K, V>, keys: readonly K[]): ReadonlyMap<K, V> =>
  new Map([...from].filter(([key]) => keys.includes(key)));
