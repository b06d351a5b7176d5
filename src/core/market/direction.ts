// The direction of a pair: which of its two tokens is the base, whose price is told in the other.

/** A token's place in pairs: the order of registration, from 1; null for the quote token, which comes last. */
export type Place = number | null;

/** True if the token at `a` is the base of the pair. */
export const comesFirst = (a: Place, b: Place): boolean => a !== null && (b === null || a < b);
