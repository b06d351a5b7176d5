// Tokens and pools while a batch is settled: the loaded records, with everything that the batch has added and changed so far.
import type { TokenAddress } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Accepted, Symbolled } from '../commands/kind.ts';
import { type ListedToken, type Pool, pairKey, symbolKey, type TokenChange, type TokenEntry } from '../pool.ts';

type LoadedRecords = {
  readonly tokens: ReadonlyMap<TokenAddress, ListedToken>;
  /** By `pairKey`. */
  readonly pools: ReadonlyMap<string, Pool>;
  /** All tokens that are not hidden, if `needsSymbols` is true for the batch. */
  readonly symbols?: readonly Symbolled[];
};

export class WorkingRecords {
  readonly #loaded: LoadedRecords;
  #tokens = new Map<TokenAddress, TokenEntry>();
  #pools = new Map<string, Pool>();
  #changedTokens = new Map<TokenAddress, TokenChange>();
  #changedPools = new Map<string, Pool>();
  /** Tokens that this batch has added or changed so far: new symbols are compared with theirs too. */
  readonly #shown: Symbolled[] = [];
  #bySymbol: Map<string, Symbolled[]> | undefined;
  #listingSequence: number | undefined;

  constructor(loaded: LoadedRecords) {
    this.#loaded = loaded;
  }

  token(address: TokenAddress): ListedToken | undefined {
    const token = this.#tokens.get(address) ?? this.#loaded.tokens.get(address);
    const status = this.#changedTokens.get(address)?.status;
    return token && status !== undefined ? { ...token, status } : token;
  }

  pool(a: TokenAddress, b: TokenAddress): Pool | undefined {
    const key = pairKey(a, b);
    return this.#pools.get(key) ?? this.#changedPools.get(key) ?? this.#loaded.pools.get(key);
  }

  namesakes(symbol: string): readonly Symbolled[] {
    const all = this.#symbols().get(symbolKey(symbol)) ?? [];
    return all.filter(({ address }) => this.token(address)?.status !== 'hidden');
  }

  /** Applies the records that an accepted command adds or changes; `sequence` is that of its transaction. */
  list({ newToken, newPool, tokenChange, changedPool }: Accepted<unknown>, sequence: number): void {
    if (newToken) this.#listToken(newToken);
    if (newPool) this.#pools.set(pairKey(newPool.token0, newPool.token1), newPool);
    if (tokenChange) this.#changeToken(tokenChange);
    if (changedPool) this.#changePool(changedPool);
    if (tokenChange || changedPool) this.#listingSequence = sequence;
  }

  written() {
    return {
      tokens: [...this.#tokens.values()],
      pools: [...this.#pools.values()],
      changedTokens: [...this.#changedTokens.values()],
      changedPools: [...this.#changedPools.values()],
      listingSequence: this.#listingSequence,
    };
  }

  /** Returns a function that undoes everything added or changed since this call. */
  savepoint(): () => void {
    const [tokens, pools] = [new Map(this.#tokens), new Map(this.#pools)];
    const [changedTokens, changedPools] = [new Map(this.#changedTokens), new Map(this.#changedPools)];
    const [listingSequence, shown] = [this.#listingSequence, this.#shown.length];
    return () => {
      [this.#tokens, this.#pools] = [tokens, pools];
      [this.#changedTokens, this.#changedPools] = [changedTokens, changedPools];
      this.#listingSequence = listingSequence;
      this.#shown.length = shown;
      this.#bySymbol = undefined;
    };
  }

  #listToken(token: TokenEntry): void {
    this.#tokens.set(token.address, token);
    this.#show(token);
  }

  #changeToken(change: TokenChange): void {
    const { address } = change;
    const isNew = this.#tokens.get(address);
    if (isNew) this.#tokens.set(address, { ...isNew, ...change });
    else this.#changedTokens.set(address, { ...this.#changedTokens.get(address), ...change });
    const token = this.token(address);
    if (token) this.#show(token);
  }

  #changePool(pool: Pool): void {
    const key = pairKey(pool.token0, pool.token1);
    (this.#pools.has(key) ? this.#pools : this.#changedPools).set(key, pool);
  }

  #symbols(): Map<string, Symbolled[]> {
    if (this.#bySymbol) return this.#bySymbol;
    assert(this.#loaded.symbols !== undefined, 'symbols that are compared were loaded');
    this.#bySymbol = Map.groupBy([...this.#loaded.symbols, ...this.#shown], ({ symbol }) => symbolKey(symbol));
    return this.#bySymbol;
  }

  #show(token: Symbolled): void {
    const [symbols, key] = [this.#symbols(), symbolKey(token.symbol)];
    symbols.set(key, [...(symbols.get(key) ?? []), token]);
    this.#shown.push(token);
  }
}
