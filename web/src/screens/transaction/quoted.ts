// The quoted amounts of a swap that was made in this browser tab, and how far the filled amounts are from them.
import { subtractText } from '../../exact/amount.ts';

export type Amounts = { readonly amountA: string; readonly amountB: string };

const DECIMAL = /^\d+(\.\d+)?$/;

/** Parses what the swap screen stored in this tab; null if the swap was made elsewhere. */
export function quotedOf(text: string | null): Amounts | null {
  try {
    const { amountA, amountB } = JSON.parse(text ?? 'null') ?? {};
    return DECIMAL.test(amountA) && DECIMAL.test(amountB)
      ? { amountA: String(amountA), amountB: String(amountB) }
      : null;
  } catch {
    return null;
  }
}

export const differenceOf = (quoted: Amounts, filled: Amounts): Amounts => ({
  amountA: subtractText(filled.amountA, quoted.amountA),
  amountB: subtractText(filled.amountB, quoted.amountB),
});
