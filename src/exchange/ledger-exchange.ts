// The venue that settles on the ledger, at once: one store, one queue, no state of its own but immutable records.
import { feeAccount, ISSUER, lpToken, poolOfLpToken, reserveAccount } from '../core/accounts.ts';
import { type Account, type Amount, amount, type TokenAddress } from '../core/amount.ts';
import type { Command } from '../core/commands/command.ts';
import type { Policy } from '../core/commands/kind.ts';
import { planSwapIn, type SwapTerms } from '../core/commands/swap.ts';
import { LP_DECIMALS } from '../core/liquidity.ts';
import { type Pool, pairKey, type Token, type TokenPair } from '../core/pool.ts';
import { Refused, type Rejection } from '../core/rejection.ts';
import type { Posted } from '../core/settle.ts';
import { sequenceOf } from '../core/transaction-id.ts';
import type { BalanceKey } from '../core/transfer.ts';
import { Addresses } from './address.ts';
import {
  type Done,
  type Exchange,
  type Holding,
  type Listing,
  type PageRequest,
  type PoolView,
  RefusedError,
  type Swap,
} from './exchange.ts';
import { fingerprintOf } from './fingerprint.ts';
import { balancesWrittenByASwap } from './gas.ts';
import { GroupCommit, type GroupCommitOptions } from './group-commit.ts';
import { authenticate, type Caller } from './keys.ts';
import { OnceATurn } from './once-a-turn.ts';
import { numberFrom, page, tokenFrom } from './paging.ts';
import type { Store } from './store.ts';

export class LedgerExchange implements Exchange {
  readonly policy: Policy;
  readonly addresses: Addresses;
  readonly swapGasEstimate: number;
  readonly sequence: Exchange['sequence'];
  readonly #store: Store;
  readonly #commands: GroupCommit;
  readonly #callers: OnceATurn<string, Caller | undefined>;
  // Tokens and pools never change once listed, so they are remembered for as long as the journal does not go back.
  #tokens = new Map<TokenAddress, Token>();
  #listings = new Map<string, Listed>();
  #rewinds = 0;

  constructor(store: Store, options: GroupCommitOptions & { readonly policy: Policy }) {
    this.#store = store;
    this.#commands = new GroupCommit(store, options);
    this.#callers = new OnceATurn((key) => authenticate(store, key));
    this.policy = options.policy;
    this.addresses = new Addresses(store.factory);
    this.swapGasEstimate = balancesWrittenByASwap(options.policy);
    store.onRewind(() => this.#forget());
    const head = store.head?.bind(store);
    // A number of one history must not stand for another's.
    const heads = head && new OnceATurn<void, number>(async () => (await head()) + this.#rewinds * REWIND);
    this.sequence = heads && (() => heads.ask());
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

  quote({ tokenA, tokenB, ...terms }: SwapTerms, seen?: number) {
    return this.#ofOneHistory(async () => {
      const { pool, token0, token1, reserves } = await this.#find(tokenA, tokenB);
      const { sequence, balances } = await this.#store.read(reserves, seen);
      const [reserve0, reserve1] = balances.map(amount) as [Amount, Amount];
      const plan =
        tokenA === pool.token0
          ? planSwapIn({ tokenA: token0, tokenB: token1, pool }, { reserveIn: reserve0, reserveOut: reserve1 }, terms)
          : planSwapIn({ tokenA: token1, tokenB: token0, pool }, { reserveIn: reserve1, reserveOut: reserve0 }, terms);
      if (plan instanceof Refused) throw new RefusedError(plan.rejection);
      return { ...plan, sequence };
    });
  }

  async token(address: TokenAddress): Promise<Token> {
    // Held on to, because what was read before a rewind must not be remembered after it.
    const tokens = this.#tokens;
    const token = tokens.get(address) ?? (await this.#store.token(address));
    if (!token) return refused({ code: 'unknown_token', token: address });
    tokens.set(address, token);
    return token;
  }

  async pair(a: TokenAddress, b: TokenAddress): Promise<TokenPair> {
    const tokenA = this.#tokens.get(a) ?? (await this.token(a));
    const tokenB = this.#tokens.get(b) ?? (await this.token(b));
    if (a === b) return refused({ code: 'same_token', token: tokenA.symbol });
    return { tokenA, tokenB };
  }

  tokens(): Promise<readonly Token[]> {
    return this.#store.tokens();
  }

  pool(a: TokenAddress, b: TokenAddress, seen?: number): Promise<PoolView> {
    return this.#ofOneHistory(async () => {
      const listed = await this.#find(a, b);
      const { balances } = await this.#store.read(listed.balances, seen);
      return view(listed, balances);
    });
  }

  pools({ cursor, limit }: PageRequest) {
    return this.#ofOneHistory(async () => {
      const after = cursor === undefined ? 0 : numberFrom(cursor);
      const pools = await this.#store.pools({ after, limit });
      const listed = await Promise.all(pools.map((pool) => this.#list(pool)));
      const { balances } = await this.#store.read(listed.flatMap((each) => each.balances));
      const items = listed.map((each, index) => view(each, balances.slice(4 * index, 4 * index + 4)));
      return page(items, limit, ({ pool }) => String(pool.number));
    });
  }

  position(account: Account, a: TokenAddress, b: TokenAddress) {
    return this.#ofOneHistory(async () => {
      const { pool, reserves } = await this.#find(a, b);
      const token = lpToken(pool.address);
      const { balances } = await this.#store.read([...reserves, { account: ISSUER, token }, { account, token }]);
      const [reserve0, reserve1, issued, held] = balances as [bigint, bigint, bigint, bigint];
      const state = { reserve0: amount(reserve0), reserve1: amount(reserve1), supply: amount(-issued) };
      return { pool, state, lpTokens: amount(held) };
    });
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
    return this.#callers.ask(key);
  }

  check(): Promise<void> {
    return this.#store.check();
  }

  async close(): Promise<void> {
    await this.#commands.close();
    await this.#store.close();
  }

  #forget(): void {
    this.#tokens = new Map();
    this.#listings = new Map();
    this.#rewinds += 1;
  }

  /** Composes an answer again if what it was composed of has been forgotten meanwhile. */
  async #ofOneHistory<Answer>(compose: () => Promise<Answer>): Promise<Answer> {
    const rewinds = this.#rewinds;
    try {
      const answer = await compose();
      if (rewinds === this.#rewinds) return answer;
    } catch (error) {
      if (rewinds === this.#rewinds) throw error;
    }
    return this.#ofOneHistory(compose);
  }

  async #find(a: TokenAddress, b: TokenAddress): Promise<Listed> {
    const known = this.#listings.get(pairKey(a, b));
    if (known) return known;
    const { tokenA, tokenB } = await this.pair(a, b);
    const pool = await this.#store.pool(a, b);
    return pool ? this.#list(pool) : refused({ code: 'unknown_pool', tokenA: tokenA.symbol, tokenB: tokenB.symbol });
  }

  async #list(pool: Pool): Promise<Listed> {
    const key = pairKey(pool.token0, pool.token1);
    const listings = this.#listings;
    const known = listings.get(key);
    if (known) return known;
    const [token0, token1] = [await this.token(pool.token0), await this.token(pool.token1)];
    const [wallet0, wallet1] = [token0, token1].map(({ address }) => this.addresses.wallet(pool.address, address));
    const listed = { pool, token0, token1, wallet0, wallet1, ...balancesOfPool(pool) } as Listed;
    listings.set(key, listed);
    return listed;
  }

  /** Outside the ledger, an LP token goes by the address of its pool. */
  async #tokenOrLp(token: TokenAddress): Promise<Holding['token']> {
    const address = poolOfLpToken(token);
    return address === undefined ? this.token(token) : { address, symbol: 'LP', decimals: LP_DECIMALS };
  }
}

/** More than any sequence. */
const REWIND = 2 ** 40;

/** A pool with the names of its balances. */
type Listed = Listing & { readonly reserves: readonly BalanceKey[]; readonly balances: readonly BalanceKey[] };

const refused = (rejection: RefusedError['rejection'] | Rejection): never => {
  throw new RefusedError(rejection);
};

const isSwap = (posted: Posted): posted is Swap => posted.receipt.kind === 'swap';

function balancesOfPool(pool: Pool): Pick<Listed, 'reserves' | 'balances'> {
  const tokens = [pool.token0, pool.token1];
  const reserves = tokens.map((token) => ({ account: reserveAccount(pool.address), token }));
  return {
    reserves,
    balances: [...reserves, ...tokens.map((token) => ({ account: feeAccount(pool.address), token }))],
  };
}

/** A pool with its balances, in the order of their names. */
function view(listing: Listing, balances: readonly bigint[]): PoolView {
  const [reserve0, reserve1, collected0, collected1] = balances.map(amount) as [Amount, Amount, Amount, Amount];
  const { pool, token0, token1, wallet0, wallet1 } = listing;
  return { pool, token0, token1, wallet0, wallet1, reserve0, reserve1, collected0, collected1 };
}
