// Plans the import of a token list: what to register, what to update, and what is invalid.
import type { TokenAddress } from '../../core/amount.ts';
import type { RegisterTokenCommand } from '../../core/commands/register-token.ts';
import type { UpdateTokenCommand } from '../../core/commands/update-token.ts';
import { symbolKey, type TokenEntry, type TokenLooks } from '../../core/pool.ts';
import { isImagePath } from '../../ports/images.ts';
import { BadEntry, isOfAnotherChain, type Listing, readEntry, shown } from './entry.ts';
import type { ListEntry } from './file.ts';

/** The default of TEP-64. */
const USUAL_DECIMALS = 9;

export type Market = {
  readonly tokens: ReadonlyMap<TokenAddress, TokenEntry>;
  /** Addresses of the exchange itself. */
  readonly reserved: ReadonlySet<string>;
};

export type Part = 'entry' | 'name' | 'logo';

export class ImportPlan {
  readonly registrations: RegisterTokenCommand[] = [];
  readonly updates: UpdateTokenCommand[] = [];
  /** One line each; a fault of a name or logo leaves the rest of its entry in the plan. */
  readonly faults: string[] = [];
  /** The part of the entry that each fault leaves out. */
  readonly leftOut: Part[] = [];
  unchanged = 0;
  ofOtherChains = 0;
  readonly #market: Market;
  readonly #places = new Map<TokenAddress, number>();
  /** The token that has each symbol. */
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
  // A token list requires names, so a token without one is listed there under its symbol.
  const isNameless = token.name === '' && name === token.symbol;
  return {
    ...(name !== undefined && name !== token.name && !isNameless && { name }),
    // An uploaded image is kept: a list has URLs, from which the page loads nothing.
    ...(logo !== undefined && logo !== token.logo && !isImagePath(token.logo) && { logo }),
  };
}

/** Symbol and decimals never change, so if they differ, the list means another token. */
function checkSame(token: TokenEntry, { symbol, decimals = token.decimals }: Listing): void {
  if (symbol !== token.symbol) throw new BadEntry(`conflict: ${token.address} is registered as ${shown(token.symbol)}`);
  if (decimals !== token.decimals) {
    throw new BadEntry(`conflict: ${token.address} is registered with ${token.decimals} decimals, not ${decimals}`);
  }
}
