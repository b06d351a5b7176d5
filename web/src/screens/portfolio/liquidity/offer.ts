// Computes which amounts the form to add liquidity offers to the pool, from its texts and the balances.
import { isZero, readAmount, textOf, type Unclear, unitsOf } from '../../../exact/amount.ts';

/** Which token is added or withdrawn, if only one is: the pool's first or second; '' for both. */
export type Only = '' | '0' | '1';
export const onlyOf = (text: string): Only => (text === '0' || text === '1' ? text : '');

/** The form as in the URL. The text `max` offers the whole balance of the one token or, in the first field, as much of both as possible. */
export type AddForm = { readonly amount0: string; readonly amount1: string; readonly only: string };
export const MAX = 'max';

/** A token and its balance, which is null until it is loaded. */
type Side = {
  readonly symbol: string;
  readonly decimals: number;
  readonly balance: string | null;
  /** The part of the balance that can be offered, if not all of it. */
  readonly most?: string;
};
export type Sides = readonly [Side, Side];

type Offer =
  | { readonly kind: 'nothing' }
  /** A field that cannot be parsed. */
  | { readonly kind: 'unclear'; readonly side: 0 | 1; readonly reading: Unclear }
  /** Both amounts, or only that of the one token. */
  | { readonly kind: 'offer'; readonly amount0?: string; readonly amount1?: string };

const mostOf = ({ balance, most }: Side): string | null => most ?? balance;

/** Offered of a token whose amount is not typed, in base units: far more than the pool's ratio can need; half of the largest balance. */
const PLENTY = 2n ** 119n;

/** In a pool with a price one amount is typed and the exchange computes the other; in one without, both are typed and set the price. */
export function offerOf(form: AddForm, sides: Sides, setsPrice: boolean): Offer {
  const only = onlyOf(form.only);
  if (only !== '' && !setsPrice) return offerOfOne(form, sides, only);
  if (form.amount0 === MAX) {
    const [amount0, amount1] = [mostOf(sides[0]), mostOf(sides[1])];
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

function offerOfOne(form: AddForm, sides: Sides, only: '0' | '1'): Offer {
  const side = only === '0' ? 0 : 1;
  const offer = (amount: string): Offer =>
    isZero(amount)
      ? { kind: 'nothing' }
      : { kind: 'offer', ...(side === 0 ? { amount0: amount } : { amount1: amount }) };
  const typed = side === 0 ? form.amount0 : form.amount1;
  const { decimals } = sides[side];
  if (typed === MAX) return offer(mostOf(sides[side]) ?? '0');
  const reading = readAmount(typed, decimals);
  if (reading.kind === 'empty') return { kind: 'nothing' };
  return reading.kind === 'amount' ? offer(reading.text) : { kind: 'unclear', side, reading };
}

type Amounts = { readonly token1Amount: string; readonly token2Amount: string };

/** The first token whose balance is too small for its amount; null if both suffice. */
export function shortOf(amounts: Amounts, sides: Sides): 0 | 1 | null {
  const wanted = [amounts.token1Amount, amounts.token2Amount] as const;
  const short = ([0, 1] as const).find((at) => {
    const { balance, decimals } = sides[at];
    return balance !== null && unitsOf(wanted[at], decimals) > unitsOf(balance, decimals);
  });
  return short ?? null;
}

type Previewed = Amounts & {
  readonly lpTokens: string;
  readonly token1Change?: string;
  readonly token2Change?: string;
};
const SAME = ['token1Amount', 'token2Amount', 'lpTokens', 'token1Change', 'token2Change'] as const;

/** True if two previews have the same result. */
export const isSame = (a: Previewed, b: Previewed): boolean => SAME.every((name) => a[name] === b[name]);

/** The part of a typed amount that is not taken, since LP tokens are minted in whole units; null if all is taken. */
export function restOf(typed: string, taken: string, { decimals }: Side): string | null {
  const reading = readAmount(typed, decimals);
  const rest = reading.kind === 'amount' ? reading.units - unitsOf(taken, decimals) : 0n;
  return rest > 0n ? textOf(rest, decimals) : null;
}
