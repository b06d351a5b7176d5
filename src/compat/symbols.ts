// Symbols of markets, for clients that know a market as BASE/QUOTE. A symbol names one pool, and keeps naming it when others are added.
import { comesFirst, type Place } from '../core/market/direction.ts';
import { symbolKey } from '../core/pool.ts';

export type NamedToken = { readonly address: string; readonly symbol: string; readonly place: Place };
export type PairOfPool = { readonly poolAddress: string; readonly jetton0: string; readonly jetton1: string };
export type MarketOfPool = {
  readonly symbol: string;
  readonly poolAddress: string;
  /** Addresses of the tokens in the direction of the pair. */
  readonly base: string;
  readonly quote: string;
};

/** The markets of pools. `tokens` are all tokens, with the hidden ones: hiding one must not rename another. */
export function marketsOf(pools: readonly PairOfPool[], tokens: readonly NamedToken[]): readonly MarketOfPool[] {
  const names = tokenNames(tokens);
  const places = new Map(tokens.map(({ address, place }) => [address, place]));
  const placeOf = (address: string): Place => places.get(address) ?? null;
  return pools.map(({ poolAddress, jetton0, jetton1 }) => {
    const isForward = comesFirst(placeOf(jetton0), placeOf(jetton1));
    const [base, quote] = isForward ? [jetton0, jetton1] : [jetton1, jetton0];
    return { symbol: `${names.get(base)}/${names.get(quote)}`, poolAddress, base, quote };
  });
}

/**
 * The name of each token, by address: its symbol in capitals. If several tokens have the same, it belongs to the quote token or else
 * to the token registered first; each other one adds the last four characters of its address, or as many as make it unique.
 */
export function tokenNames(tokens: readonly NamedToken[]): ReadonlyMap<string, string> {
  const inOrder = tokens.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const { address, symbol } of inOrder) {
    // A slash separates the two tokens of a market.
    const plain = symbolKey(symbol).replaceAll('/', '-');
    let [name, ending] = [plain, LEAST_ENDING];
    while (taken.has(symbolKey(name)) && ending <= address.length) {
      name = `${plain}.${address.slice(-ending)}`;
      ending += 1;
    }
    taken.add(symbolKey(name));
    names.set(address, name);
  }
  return names;
}

const LEAST_ENDING = 4;
