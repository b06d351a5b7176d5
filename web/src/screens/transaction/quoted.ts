// What a swap of this browser was quoted at, and how far its fill is from that.
import { subtractText } from '../../exact/amount.ts';

export type Amounts = { readonly amountA: string; readonly amountB: string };

const DECIMAL = /^\d+(\.\d+)?$/;

/** As the swap screen left it in this tab; null where another made the swap. */
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
