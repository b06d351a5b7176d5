// The book: all tokens, pools and reserves in memory, read as of one position of the journal and updated by every later transaction.
import { reserveAccount } from '../core/accounts.ts';
import {
  type Account,
  type Amount,
  amount,
  MAX_AMOUNT,
  type PoolAddress,
  type TokenAddress,
  ZERO,
} from '../core/amount.ts';
import type { Receipt } from '../core/commands/command.ts';
import { type ShapeFields, shapeFrom } from '../core/curves/curves.ts';
import { changesOf } from '../core/market/figures.ts';
import { type ListedToken, orderPair, type Pair, type Pool, type PoolTerms, termsOf } from '../core/pool.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { Everything } from '../ports/tail.ts';

/** A token with its index in the order of registration, and its pools by the other token. */
type BookToken = {
  readonly place: number;
  record: ListedToken;
  readonly pools: Map<TokenAddress, BookPool>;
};

/** A pool with its index in the order of creation. */
export type BookPool = {
  readonly place: number;
  record: Pool;
  readonly token0: BookToken;
  readonly token1: BookToken;
  reserve0: Amount;
  reserve1: Amount;
};

/** Receipts of transactions that change an existing token or pool. */
type Relisted = Extract<Receipt, { kind: 'updateToken' | 'setPoolFees' | 'setPoolStatus' }>;

type Created = Pair & { readonly pool: PoolAddress };

const NO_POOLS: ReadonlyMap<TokenAddress, BookPool> = new Map();

export class Book {
  readonly pools: BookPool[] = [];
  readonly tokens = new Map<TokenAddress, BookToken>();
  readonly #byAccount = new Map<Account, BookPool>();
  /** The last transaction applied that changed a listed token or pool; compared with the store's, to notice a missed change. */
  listingSequence: number;

  constructor({ tokens, pools, balances, listingSequence }: Everything) {
    this.listingSequence = listingSequence;
    for (const token of tokens) this.#addToken(token);
    for (const pool of pools) this.#addPool(pool);
    for (const { account, token, balance } of balances) this.#move(account, token, balance);
  }

  /** Replaces all records and reserves, and returns the pools that changed; undefined if it cannot, since some were added or removed. */
  renew({ tokens, pools, balances, listingSequence }: Everything): readonly BookPool[] | undefined {
    const isAsBefore =
      tokens.length === this.tokens.size &&
      pools.length === this.pools.length &&
      tokens.every(({ address }, place) => this.tokens.get(address)?.place === place) &&
      pools.every(({ address }, place) => this.pools[place]?.record.address === address);
    if (!isAsBefore) return undefined;
    this.listingSequence = listingSequence;
    const before = this.pools.map((pool) => ({ ...pool, of0: pool.token0.record, of1: pool.token1.record }));
    for (const token of tokens) (this.tokens.get(token.address) as BookToken).record = token;
    for (const [place, pool] of this.pools.entries()) {
      pool.record = pools[place] as Pool;
      pool.reserve0 = pool.reserve1 = ZERO;
    }
    for (const { account, token, balance } of balances) this.#move(account, token, balance);
    return this.pools.filter((pool, place) => {
      const { record, of0, of1, reserve0, reserve1 } = before[place] as (typeof before)[number];
      const isRelisted = record !== pool.record || of0 !== pool.token0.record || of1 !== pool.token1.record;
      return isRelisted || reserve0 !== pool.reserve0 || reserve1 !== pool.reserve1;
    });
  }

  pool(a: TokenAddress, b: TokenAddress): BookPool | undefined {
    return this.tokens.get(a)?.pools.get(b);
  }

  /** The pools of a token, by the other token. */
  poolsOf(token: TokenAddress): ReadonlyMap<TokenAddress, BookPool> {
    return this.tokens.get(token)?.pools ?? NO_POOLS;
  }

  poolAt(address: PoolAddress): BookPool | undefined {
    return this.#byAccount.get(reserveAccount(address));
  }

  /** A pool's reserve by its account; undefined for any other account. */
  reserve(account: Account, token: TokenAddress): Amount | undefined {
    const pool = this.#byAccount.get(account);
    return pool && (token === pool.record.token0 ? pool.reserve0 : pool.reserve1);
  }

  /** Adds units to a reserve, for a caller that tries out a trade and takes them back; undefined if the result would be out of range. */
  shift(account: Account, token: TokenAddress, units: bigint): BookPool | undefined {
    const after = (this.reserve(account, token) ?? 0n) + units;
    return after < 0n || after > MAX_AMOUNT ? undefined : this.#move(account, token, units);
  }

  /** Applies a transaction and returns the pools that it created or changed; undefined if its receipt does not contain enough for that. */
  take({ sequence, receipt }: Posted): readonly BookPool[] | undefined {
    switch (receipt.kind) {
      case 'registerToken':
        return this.#register(receipt);
      case 'createPool':
        return this.#create(receipt, receipt, sequence);
      case 'provide':
        if (receipt.created && !this.#create(receipt, receipt.created, sequence)) return undefined;
        return this.pool(receipt.tokenA, receipt.tokenB) && this.#post(receipt);
      case 'swap':
      case 'refund':
        return this.#post(receipt);
      case 'updateToken':
      case 'setPoolFees':
      case 'setPoolStatus':
        this.listingSequence = sequence;
        return this.#relist(receipt);
    }
    // All other kinds move no reserves.
    return [];
  }

  #register({ token: address, symbol, decimals }: Extract<Receipt, { kind: 'registerToken' }>) {
    this.#addToken({ address, symbol, decimals, status: 'listed' });
    return [];
  }

  #create({ tokenA, tokenB, pool: address }: Created, terms: PoolTerms & ShapeFields, number: number) {
    const [token0, token1] = orderPair(tokenA, tokenB);
    const own = { ...termsOf(terms), ...shapeFrom(terms) };
    const pool = this.#addPool({ number, address, token0, token1, status: 'listed', ...own });
    return pool && [pool];
  }

  #relist(receipt: Relisted): readonly BookPool[] | undefined {
    if (receipt.kind === 'updateToken') {
      const token = this.tokens.get(receipt.token);
      if (token && receipt.status !== undefined) token.record = { ...token.record, status: receipt.status };
      return token && [...token.pools.values()];
    }
    const pool = this.pool(receipt.tokenA, receipt.tokenB);
    if (!pool) return undefined;
    const change = receipt.kind === 'setPoolFees' ? receipt.after : { status: receipt.after };
    pool.record = { ...pool.record, ...change };
    return [pool];
  }

  #post(receipt: Receipt): readonly BookPool[] {
    const touched = new Set<BookPool>();
    for (const { pool: address, delta0, delta1 } of changesOf(receipt)) {
      const pool = this.poolAt(address);
      if (!pool) continue;
      pool.reserve0 = amount(pool.reserve0 + delta0);
      pool.reserve1 = amount(pool.reserve1 + delta1);
      touched.add(pool);
    }
    return [...touched];
  }

  #move(account: Account, token: TokenAddress, units: bigint): BookPool | undefined {
    const pool = this.#byAccount.get(account);
    if (!pool) return undefined;
    if (token === pool.record.token0) pool.reserve0 = amount(pool.reserve0 + units);
    else pool.reserve1 = amount(pool.reserve1 + units);
    return pool;
  }

  #addToken(record: ListedToken): void {
    this.tokens.set(record.address, { place: this.tokens.size, record, pools: new Map() });
  }

  #addPool(record: Pool): BookPool | undefined {
    const [token0, token1] = [this.tokens.get(record.token0), this.tokens.get(record.token1)];
    if (!token0 || !token1) return undefined;
    const pool = { place: this.pools.length, record, token0, token1, reserve0: ZERO, reserve1: ZERO };
    this.pools.push(pool);
    token0.pools.set(record.token1, pool);
    token1.pools.set(record.token0, pool);
    this.#byAccount.set(reserveAccount(record.address), pool);
    return pool;
  }
}
