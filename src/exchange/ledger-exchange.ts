// The venue that settles on the ledger, at once: one store, one queue, no state of its own but immutable records.
import { type Account, amount, type TokenAddress } from '../core/amount.ts';
import type { Command } from '../core/command.ts';
import type { Policy, State } from '../core/decide.ts';
import { planSwap, type SwapTerms } from '../core/decide-swap.ts';
import type { BalanceKey } from '../core/ledger.ts';
import { LP_DECIMALS } from '../core/liquidity.ts';
import {
  feeAccount,
  ISSUER,
  lpToken,
  type Pool,
  pairKey,
  poolOfLpToken,
  poolState,
  reserveAccount,
  type Token,
} from '../core/pool.ts';
import { Refused, type Rejection } from '../core/rejection.ts';
import type { Posted } from '../core/settle.ts';
import { sequenceOf } from '../core/transaction-id.ts';
import { Addresses } from './address.ts';
import {
  type Done,
  type Exchange,
  type Holding,
  type PageRequest,
  type PoolView,
  RefusedError,
  type Swap,
} from './exchange.ts';
import { fingerprintOf } from './fingerprint.ts';
import { balancesWrittenByASwap } from './gas.ts';
import { GroupCommit, type GroupCommitOptions } from './group-commit.ts';
import { authenticate } from './keys.ts';
import { numberFrom, page, tokenFrom } from './paging.ts';
import type { Snapshot, Store } from './store.ts';

export class LedgerExchange implements Exchange {
  readonly policy: Policy;
  readonly addresses: Addresses;
  readonly swapGasEstimate: number;
  readonly #store: Store;
  readonly #commands: GroupCommit;
  // Tokens and pools never change once listed, so remembering them cannot go wrong.
  readonly #tokens = new Map<TokenAddress, Token>();
  readonly #pools = new Map<string, Pool>();

  constructor(store: Store, options: GroupCommitOptions & { readonly policy: Policy }) {
    this.#store = store;
    this.#commands = new GroupCommit(store, options);
    this.policy = options.policy;
    this.addresses = new Addresses(store.factory);
    this.swapGasEstimate = balancesWrittenByASwap(options.policy);
  }

  get queueDepth(): number {
    return this.#commands.depth;
  }

  async execute<C extends Command>(actor: Account, command: C, idempotencyKey?: string): Promise<Done<C>> {
    const idempotency =
      idempotencyKey === undefined ? {} : { idempotency: { key: idempotencyKey, fingerprint: fingerprintOf(command) } };
    const outcome = await this.#commands.submit({ actor, command, ...idempotency });
    if ('rejection' in outcome) throw new RefusedError(outcome.rejection);
    return outcome.posted as Done<C>;
  }

  async quote(terms: SwapTerms) {
    const [tokenA, tokenB, pool] = await this.#find(terms.tokenA, terms.tokenB);
    const at = reserveAccount(pool);
    const snapshot = await this.#store.read([tokenA, tokenB].map(({ address }) => ({ account: at, token: address })));
    const plan = planSwap(terms, this.#stateOf(snapshot, [tokenA, tokenB], pool));
    if (plan instanceof Refused) throw new RefusedError(plan.rejection);
    return { ...plan, sequence: snapshot.sequence };
  }

  async token(address: TokenAddress): Promise<Token> {
    const token = this.#tokens.get(address) ?? (await this.#store.token(address));
    if (!token) return refused({ code: 'unknown_token', token: address });
    this.#tokens.set(address, token);
    return token;
  }

  tokens(): Promise<readonly Token[]> {
    return this.#store.tokens();
  }

  async pool(a: TokenAddress, b: TokenAddress): Promise<PoolView> {
    const [, , pool] = await this.#find(a, b);
    const snapshot = await this.#store.read(balancesOfPool(pool));
    return this.#view(pool, snapshot);
  }

  async pools({ cursor, limit }: PageRequest) {
    const after = cursor === undefined ? 0 : numberFrom(cursor);
    const pools = await this.#store.pools({ after, limit });
    const snapshot = await this.#store.read(pools.flatMap(balancesOfPool));
    const items = await Promise.all(pools.map((pool) => this.#view(pool, snapshot)));
    return page(items, limit, ({ pool }) => String(pool.number));
  }

  async position(account: Account, a: TokenAddress, b: TokenAddress) {
    const [, , pool] = await this.#find(a, b);
    const { balanceOf } = await this.#store.read([...balancesOfPool(pool), { account, token: lpToken(pool) }]);
    return { pool, state: poolState(pool, balanceOf), lpTokens: amount(balanceOf(account, lpToken(pool))) };
  }

  async swap(transactionId: string): Promise<Swap> {
    const sequence = sequenceOf(transactionId);
    const posted = sequence === null ? undefined : await this.#store.posted(sequence);
    if (posted?.id !== transactionId || !isSwap(posted)) return refused({ code: 'unknown_swap', id: transactionId });
    return posted;
  }

  async swaps(account: Account, { cursor, limit }: PageRequest) {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : numberFrom(cursor);
    const posted = await this.#store.swaps({ actor: account, before, limit });
    return page(posted.filter(isSwap), limit, ({ sequence }) => String(sequence));
  }

  async balances(account: Account, { cursor, limit }: PageRequest) {
    const after = cursor === undefined ? '' : tokenFrom(cursor);
    const held = await this.#store.balances({ account, after, limit });
    const items = await Promise.all(
      held.map(async ({ token, balance }) => ({ token: await this.#tokenOrLp(token), balance: amount(balance) })),
    );
    return { ...page(held, limit, ({ token }) => token), items };
  }

  authenticate(key: string) {
    return authenticate(this.#store, key);
  }

  check(): Promise<void> {
    return this.#store.check();
  }

  async close(): Promise<void> {
    await this.#commands.close();
    await this.#store.close();
  }

  async #find(a: TokenAddress, b: TokenAddress): Promise<readonly [Token, Token, Pool]> {
    const [tokenA, tokenB] = [await this.token(a), await this.token(b)];
    if (a === b) return refused({ code: 'same_token', token: tokenA.symbol });
    const key = pairKey(a, b);
    const pool = this.#pools.get(key) ?? (await this.#store.pool(a, b));
    if (!pool) return refused({ code: 'unknown_pool', tokenA: tokenA.symbol, tokenB: tokenB.symbol });
    this.#pools.set(key, pool);
    return [tokenA, tokenB, pool];
  }

  async #view(pool: Pool, { balanceOf }: Snapshot): Promise<PoolView> {
    return {
      pool,
      token0: await this.token(pool.token0),
      token1: await this.token(pool.token1),
      state: poolState(pool, balanceOf),
      collected0: amount(balanceOf(feeAccount(pool), pool.token0)),
      collected1: amount(balanceOf(feeAccount(pool), pool.token1)),
    };
  }

  /** Outside the ledger, an LP token goes by the address of its pool. */
  async #tokenOrLp(token: TokenAddress): Promise<Holding['token']> {
    const address = poolOfLpToken(token);
    return address === undefined ? this.token(token) : { address, symbol: 'LP', decimals: LP_DECIMALS };
  }

  #stateOf({ balanceOf, sequence }: Snapshot, tokens: readonly Token[], pool: Pool): State {
    return {
      token: (address) => tokens.find((token) => token.address === address),
      pool: () => pool,
      balanceOf,
      policy: this.policy,
      nowMs: 0,
      sequence: sequence + 1,
    };
  }
}

const refused = (rejection: RefusedError['rejection'] | Rejection): never => {
  throw new RefusedError(rejection);
};

const isSwap = (posted: Posted): posted is Swap => posted.receipt.kind === 'swap';

const balancesOfPool = (pool: Pool): readonly BalanceKey[] => [
  { account: reserveAccount(pool), token: pool.token0 },
  { account: reserveAccount(pool), token: pool.token1 },
  { account: feeAccount(pool), token: pool.token0 },
  { account: feeAccount(pool), token: pool.token1 },
  { account: ISSUER, token: lpToken(pool) },
];
