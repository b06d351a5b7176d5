// Prices as they are shown and kept: whole units of token1 for one of token0, cut to 18 significant digits.

/** digits · 10^exponent; the digits are 18, so that two prices are compared by exponent, then by digits. */
export type Price = { readonly digits: bigint; readonly exponent: number };
