// Whether a preview has changed although nothing else was typed: the pool has moved.
import { useRef } from 'react';
import type { QuoteLiquidityOutput } from '#client';
import { isSame } from './offer.ts';

/** What the preview said before the pool moved; null where it has not. */
export function useMoved(input: string, quote: QuoteLiquidityOutput | undefined): QuoteLiquidityOutput | null {
  const first = useRef<{ input: string; quote: QuoteLiquidityOutput } | null>(null);
  if (quote === undefined) return null;
  if (first.current?.input !== input) first.current = { input, quote };
  return isSame(first.current.quote, quote) ? null : first.current.quote;
}
