// Adding liquidity: what is typed, what it would come to, what became of it.
import { useEffect, useMemo, useState } from 'react';
import type { QuoteLiquidityOutput } from '#client';
import { isOpen } from '../../../data/press/press.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { useCall } from '../../../data/use.ts';
import { useMoved } from './moved.ts';
import { type AddForm, offerOf, shortOf } from './offer.ts';
import { type PoolProps, usePair } from './pair.ts';
import { pricingOf } from './pricing.ts';

const EMPTY = { amount0: '', amount1: '' };

export function useAdding(pool: PoolProps) {
  const [form, setForm] = useUrlState<AddForm>(EMPTY);
  const pair = usePair(pool);
  const poolData = useCall('getPoolData', { jetton0: pool.jetton0, jetton1: pool.jetton1 });
  const isNew = poolData.error?.code === 'unknown_pool';
  const setsPrice = isNew || poolData.data?.reserve0 === '0';
  const isKnown = pair.isKnown && (poolData.data !== undefined || isNew);
  const offer = useMemo(() => offerOf(form, pair.sides, setsPrice), [form, pair.sides, setsPrice]);
  const input = {
    jetton0: pool.jetton0,
    jetton1: pool.jetton1,
    ...(offer.kind === 'offer' && { amount0: offer.amount0, amount1: offer.amount1 }),
    maxPriceImpact: '1',
  };
  const isOffer = isKnown && pair.account !== null && offer.kind === 'offer';
  const asked = useCall('quoteLiquidity', input, { enabled: isOffer, keepsPrevious: true });
  const quote = isOffer && asked.error === null ? asked.data : undefined;
  const isOld = asked.isPlaceholderData;
  const pressing = usePress('provideLiquidity', `${pool.jetton0} ${pool.jetton1}`);
  const isDone = pressing.state.kind === 'done';
  const [isMeant, setMeant] = useState(false);
  // What is done must not stand ready to be done once more after a reload.
  useEffect(() => {
    if (!isDone) return;
    setForm(EMPTY);
    setMeant(false);
  }, [isDone, setForm]);

  return {
    form,
    pair,
    setsPrice,
    isKnown,
    offer,
    quote,
    isOld,
    failure: isOffer ? asked.error : null,
    short: quote ? shortOf(quote, pair.sides) : null,
    moved: useMoved(JSON.stringify(input), isOld ? undefined : quote),
    pressing,
    /** A price far from the market is taken only where it is said to be meant. */
    isFar: quote !== undefined && pricingOf(quote).kind === 'far',
    isMeant,
    setMeant,
    type(change: Partial<AddForm>) {
      if (isOpen(pressing.state)) return;
      pressing.clear();
      setMeant(false);
      // With a price, the other amount follows.
      setForm(setsPrice ? change : { ...EMPTY, ...change });
    },
    add(shown: QuoteLiquidityOutput) {
      pressing.press({
        Pair: { tokenA: pool.jetton0, tokenB: pool.jetton1 },
        amount: { tokenA: shown.token1Amount, tokenB: shown.token2Amount },
        // Together: exactly these amounts for at least these LP tokens, or nothing.
        minLpTokens: shown.lpTokens,
        maxPriceImpact: '0',
      });
    },
    leave: () => setForm(EMPTY),
  };
}

export type Adding = ReturnType<typeof useAdding>;
