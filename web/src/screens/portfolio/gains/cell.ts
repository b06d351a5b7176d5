// What a table shows of an account's cost and gain: never zero for what is not loaded or not known.
import type { GetGainsOutput } from '#client';

export type GainCell =
  | { readonly kind: 'loading' | 'notLoaded' | 'unknown' | 'nothing' }
  /** `isPartial`: a part is unknown and left out. */
  | { readonly kind: 'known'; readonly value: string; readonly isPartial: boolean };

export type Asked = { readonly gains: GetGainsOutput | undefined; readonly hasFailed: boolean };
export type GainField = 'cost' | 'unrealised' | 'realised';

const isNone = (amount: string): boolean => !/[1-9]/.test(amount);

/** Of what is not in the answer, the answer is too old to know: it is asked for once. */
const absent = ({ gains, hasFailed }: Asked): GainCell => ({
  kind: gains === undefined && !hasFailed ? 'loading' : 'notLoaded',
});

export function tokenCell(asked: Asked, address: string, field: GainField): GainCell {
  const token = asked.gains?.tokens.find((each) => each.address === address);
  if (!token) return absent(asked);
  const { amount, unknownAmount, cost, unrealised, realised } = token;
  if (field === 'realised') return realisedCell(realised);
  const isPartial = !isNone(unknownAmount);
  if (field === 'cost') return isPartial && unknownAmount === amount ? { kind: 'unknown' } : known(cost, isPartial);
  return unrealised === null ? { kind: 'unknown' } : known(unrealised, isPartial);
}

/** Of several lines, some may be unknown. */
export const realisedCell = ({ gain, count, unknown }: GetGainsOutput['realised']): GainCell =>
  count > 0 && unknown === count ? { kind: 'unknown' } : count === 0 ? { kind: 'nothing' } : known(gain, unknown > 0);

export function positionCell(asked: Asked, pool: string, field: 'cost' | 'unrealised'): GainCell {
  const position = asked.gains?.positions.find(({ poolAddress }) => poolAddress === pool);
  if (!position) return absent(asked);
  const value = position[field];
  return value === null ? { kind: 'unknown' } : known(value, false);
}

const known = (value: string, isPartial: boolean): GainCell => ({ kind: 'known', value, isPartial });
