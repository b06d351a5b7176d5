// Plans the import of a token list: which tokens to register, which to update, and which entries are invalid.
import type { TokenAddress } from '../../core/amount.ts';
import type { RegisterTokenCommand } from '../../core/commands/register-token.ts';
import type { UpdateTokenCommand } from '../../core/commands/update-token.ts';
import { symbolKey, type TokenEntry, type TokenLooks } from '../../core/pool.ts';
import { isImagePath } from '../../ports/images.ts';
import { BadEntry, isOfAnotherChain, type Listing, readEntry, shown } from './entry.ts';
import type { ListEntry } from './file.ts';

/** Decimals of a token whose entry has none: the default of TEP-64. */
const USUAL_DECIMALS = 9;

export type Market = {
  readonly tokens: ReadonlyMap<TokenAddress, TokenEntry>;
  /** Addresses that the exchange itself creates; no token may be registered under one. */
  readonly reserved: ReadonlySet<string>;
};

export type Part = 'entry' | 'name' | 'logo';

export class ImportPlan {
  readonly registrations: RegisterTokenCommand[] = [];
  readonly updates: UpdateTokenCommand[] = [];
  /** One message for each fault. If only a name or logo is invalid, the rest of its entry stays in the plan. */
  readonly faults: string[] = [];
  /** For each fault, the part of the entry that is not imported. */
  readonly leftOut: Part[] = [];
  unchanged = 0;
  ofOtherChains = 0;
  readonly #market: Market;
  readonly #places = new Map<TokenAddress, number>();
  /** Addresses of tokens by symbol, to detect two tokens with the same one. */
  readonly #bySymbol = new Map<string, TokenAddress>();

  constructor(market: Market, entries: readonly ListEntry[]) {
    this.#market = market;
    for (const { address, symbol, status } of market.tokens.values()) {
      if (status !== 'hidden') this.#bySymbol.set(symbolKey(symbol), address);
    }
    for (const entry of entries) this.#add(entry);
  }

  #add(entry: ListEntry): void {
    if (isOfAnotherChain(entry)) {
      this.ofOtherChains += 1;
      return;
    }
    const symbol = typeof entry.symbol === 'string' ? ` (${shown(entry.symbol)})` : '';
    const tell = (part: Part, fault: string) => {
      this.faults.push(`entry ${entry.place}${symbol}: ${fault}`);
      this.leftOut.push(part);
    };
    try {
      const listing = readEntry(entry, (address) => this.#market.tokens.has(address));
      this.#place(listing);
      for (const { part, fault } of listing.unfit) tell(part, fault);
    } catch (error) {
      if (!(error instanceof BadEntry)) throw error;
      tell('entry', error.message);
    }
  }

  #place(listing: Listing): void {
    const { place, address } = listing;
    const before = this.#places.get(address);
    if (before !== undefined) throw new BadEntry(`entry ${before} has the same address, ${address}`);
    this.#places.set(address, place);
    const token = this.#market.tokens.get(address);
    if (!token) this.#register(listing);
    else this.#update(token, listing);
  }

  #update(token: TokenEntry, listing: Listing): void {
    checkSame(token, listing);
    const change = differing(token, listing.looks);
    if (Object.keys(change).length === 0) this.unchanged += 1;
    else this.updates.push({ kind: 'updateToken', token: token.address, ...change });
  }

  #register({ address, symbol, decimals = USUAL_DECIMALS, looks }: Listing): void {
    if (this.#market.reserved.has(address)) throw new BadEntry(`${address} is an address of the exchange itself`);
    const key = symbolKey(symbol);
    const twin = this.#bySymbol.get(key);
    if (twin !== undefined)
      throw new BadEntry(`token ${twin} already has this symbol; registerToken can list both with force`);
    this.#bySymbol.set(key, address);
    this.registrations.push({ kind: 'registerToken', token: { address, symbol, decimals, ...looks } });
  }
}

function differing(token: TokenEntry, { name, logo }: Partial<TokenLooks>): Partial<TokenLooks> {
  // A token list requires names, so it repeats the symbol of a token that has no name.
  const isNameless = token.name === '' && name === token.symbol;
  return {
    ...(name !== undefined && name !== token.name && !isNameless && { name }),
    // An uploaded image is kept: the URL in the list could not replace it, since the page loads no images from other servers.
    ...(logo !== undefined && logo !== token.logo && !isImagePath(token.logo) && { logo }),
  };
}

/** Throws if symbol or decimals differ: a token never changes them, so the list means another token. */
function checkSame(token: TokenEntry, { symbol, decimals = token.decimals }: Listing): void {
  if (symbol !== token.symbol) throw new BadEntry(`conflict: ${token.address} is registered as ${shown(token.symbol)}`);
  if (decimals !== token.decimals) {
    throw new BadEntry(`conflict: ${token.address} is registered with ${token.decimals} decimals, not ${decimals}`);
  }
}
