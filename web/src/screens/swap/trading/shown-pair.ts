// The pair of the form, as everything around it shows it.
import type { TokenInfo } from '../../../data/token-info.ts';

/** The two tokens in the direction in which the form shows their price. */
export type ShownPair = readonly [base: TokenInfo, quote: TokenInfo];
