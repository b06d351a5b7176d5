// The preview of a change of liquidity, what its swap costs, and whether the pool has changed since the preview was first shown.
import { useRef, useState } from 'react';
import type { QuoteLiquidityInput, QuoteLiquidityOutput } from '#client';
import { isKept, type Press } from '../../../data/press/press.ts';
import { useCall } from '../../../data/use.ts';
import { isSame, type Sides } from './offer.ts';
import { type Costly, costlyOf } from './one-token.ts';

/** `isAsked` is false while the input is not complete. */
export function useQuoted(input: QuoteLiquidityInput, isAsked: boolean, press: Press<unknown, unknown>, sides: Sides) {
  const asked = useCall('quoteLiquidity', input, { enabled: isAsked && !isKept(press), keepsPrevious: true });
  const quote = isAsked && asked.error === null ? asked.data : undefined;
  const isOld = asked.isPlaceholderData;
  // The typed confirmation of a high cost is not in the URL: a link must not enable the button.
  const [typedCost, typeCost] = useState('');
  const limit = useCall('whoami', {}).data?.limits.priceImpact ?? '1';
  const costly: Costly = quote ? costlyOf(quote, limit, typedCost, sides) : { kind: 'fine' };
  const moved = useMoved(JSON.stringify(input), isOld ? undefined : quote);
  return { quote, isOld, failure: isAsked ? asked.error : null, costly, typedCost, typeCost, moved };
}

/** The first preview of this input, if the pool has changed since so that the current one differs; otherwise null. */
function useMoved(input: string, quote: QuoteLiquidityOutput | undefined): QuoteLiquidityOutput | null {
  const first = useRef<{ input: string; quote: QuoteLiquidityOutput } | null>(null);
  if (quote === undefined) return null;
  if (first.current?.input !== input) first.current = { input, quote };
  return isSame(first.current.quote, quote) ? null : first.current.quote;
}
