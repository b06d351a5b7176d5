// Detects that a preview has changed for the same input: the pool has moved.
import { useRef } from 'react';
import type { QuoteLiquidityOutput } from '#client';
import { isSame } from './offer.ts';

/** The preview before the pool moved; null if it has not. */
export function useMoved(input: string, quote: QuoteLiquidityOutput | undefined): QuoteLiquidityOutput | null {
  const first = useRef<{ input: string; quote: QuoteLiquidityOutput } | null>(null);
  if (quote === undefined) return null;
  if (first.current?.input !== input) first.current = { input, quote };
  return isSame(first.current.quote, quote) ? null : first.current.quote;
}
