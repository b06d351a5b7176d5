// Looks up tokens by symbol, only to suggest the address: callers must name tokens by address, since symbols are not unique.
import type { TokenAddress } from '../core/amount.ts';
import type { Store } from '../ports/store.ts';

/** All tokens are read at most this often, however many callers send symbols. */
const FRESH_MS = 5000;

export class Symbols {
  readonly #store: Pick<Store, 'tokens'>;
  #loaded: { readonly atMs: number; readonly bySymbol: Promise<BySymbol> } | undefined;

  constructor(store: Pick<Store, 'tokens'>) {
    this.#store = store;
  }

  /** The only listed token with a symbol, in any case; undefined if there is none or several, or if they cannot be read now. */
  async addressOf(symbol: string): Promise<TokenAddress | undefined> {
    const nowMs = performance.now();
    if (!this.#loaded || nowMs - this.#loaded.atMs > FRESH_MS) {
      this.#loaded = { atMs: nowMs, bySymbol: this.#load() };
    }
    const found = (await this.#loaded.bySymbol).get(symbol.toUpperCase()) ?? [];
    return found.length === 1 ? found[0] : undefined;
  }

  async #load(): Promise<BySymbol> {
    const tokens = await this.#store.tokens().catch(() => []);
    const bySymbol = new Map<string, TokenAddress[]>();
    for (const { address, symbol, status } of tokens) {
      if (status === 'hidden') continue;
      const named = bySymbol.get(symbol.toUpperCase());
      if (named) named.push(address);
      else bySymbol.set(symbol.toUpperCase(), [address]);
    }
    return bySymbol;
  }
}

type BySymbol = ReadonlyMap<string, readonly TokenAddress[]>;
