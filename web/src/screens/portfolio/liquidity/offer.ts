// What a form to add liquidity offers: a pure function of what is typed, held and known of the pool.
import { type Reading, readAmount, textOf, unitsOf } from '../../../exact/amount.ts';

/** The form as the URL has it; `max` in the first field means as much of both as there is. */
export type AddForm = { readonly amount0: string; readonly amount1: string };
export const MAX = 'max';

/** A token and what is held of it; null where that is not known yet. */
type Side = { readonly symbol: string; readonly decimals: number; readonly balance: string | null };
export type Sides = readonly [Side, Side];

type Unclear = Exclude<Reading, { kind: 'amount' | 'empty' }>;

type Offer =
  | { readonly kind: 'nothing' }
  /** A field that cannot be read. */
  | { readonly kind: 'unclear'; readonly side: 0 | 1; readonly reading: Unclear }
  | { readonly kind: 'offer'; readonly amount0: string; readonly amount1: string };

/** Far above what the ratio can need of the other side, and half of what a balance can reach. */
const PLENTY = 2n ** 119n;

/** In a pool with a price one amount is typed and the other follows; the first price is set by both. */
export function offerOf(form: AddForm, sides: Sides, setsPrice: boolean): Offer {
  if (form.amount0 === MAX) {
    const [amount0, amount1] = [sides[0].balance, sides[1].balance];
    const isOffer = amount0 !== null && amount1 !== null && !isZero(amount0) && !isZero(amount1);
    return isOffer ? { kind: 'offer', amount0, amount1 } : { kind: 'nothing' };
  }
  const read = [readAmount(form.amount0, sides[0].decimals), readAmount(form.amount1, sides[1].decimals)] as const;
  for (const side of [0, 1] as const) {
    const reading = read[side];
    if (reading.kind !== 'amount' && reading.kind !== 'empty') return { kind: 'unclear', side, reading };
  }
  const [typed0, typed1] = read.map((reading) =>
    reading.kind === 'amount' && reading.units > 0n ? reading.text : null,
  );
  if (setsPrice ? typed0 == null || typed1 == null : typed0 == null && typed1 == null) return { kind: 'nothing' };
  return {
    kind: 'offer',
    amount0: typed0 ?? textOf(PLENTY, sides[0].decimals),
    amount1: typed1 ?? textOf(PLENTY, sides[1].decimals),
  };
}

const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

type Amounts = { readonly token1Amount: string; readonly token2Amount: string };

/** The first side of which more would be taken than there is. */
export function shortOf(amounts: Amounts, sides: Sides): 0 | 1 | null {
  const wanted = [amounts.token1Amount, amounts.token2Amount] as const;
  const short = ([0, 1] as const).find((at) => {
    const { balance, decimals } = sides[at];
    return balance !== null && unitsOf(wanted[at], decimals) > unitsOf(balance, decimals);
  });
  return short ?? null;
}

/** Whether two previews come to the same. */
export const isSame = (a: Amounts & { lpTokens: string }, b: Amounts & { lpTokens: string }): boolean =>
  a.token1Amount === b.token1Amount && a.token2Amount === b.token2Amount && a.lpTokens === b.lpTokens;

/** What of a typed amount is not taken, since LP tokens are minted in whole units; null where all of it is. */
export function restOf(typed: string, taken: string, { decimals }: Side): string | null {
  const reading = readAmount(typed, decimals);
  const rest = reading.kind === 'amount' ? reading.units - unitsOf(taken, decimals) : 0n;
  return rest > 0n ? textOf(rest, decimals) : null;
}
