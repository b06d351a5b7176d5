// State and actions of adding liquidity: the form, its quote, and the press of the button.
import { useEffect, useMemo, useState } from 'react';
import type { Calls, QuoteLiquidityOutput } from '#client';
import { isOnChain } from '../../../data/chain.ts';
import { isOpen } from '../../../data/press/press.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { useCall } from '../../../data/use.ts';
import { type AddForm, MAX, type Only, offerOf, onlyOf, shortOf } from './offer.ts';
import { limitIn, paidBy } from './one-token.ts';
import { type PoolProps, usePair } from './pair.ts';
import { pricingOf } from './pricing.ts';
import { useQuoted } from './quoted.ts';

const NO_AMOUNTS = { amount0: '', amount1: '' };
const EMPTY = { ...NO_AMOUNTS, only: '' };

export function useAdding(pool: PoolProps) {
  const [form, setForm] = useUrlState<AddForm>(EMPTY);
  const pair = usePair(pool);
  const poolData = useCall('getPoolData', { jetton0: pool.jetton0, jetton1: pool.jetton1 });
  const isNew = poolData.error?.code === 'unknown_pool';
  const setsPrice = isNew || poolData.data?.reserve0 === '0';
  // A pool without a price takes only both tokens, since their amounts set the price.
  const only = setsPrice || isOnChain ? '' : onlyOf(form.only);
  const isKnown = pair.isKnown && (poolData.data !== undefined || isNew);
  const offer = useMemo(() => offerOf(form, pair.sides, setsPrice), [form, pair.sides, setsPrice]);
  const input = {
    jetton0: pool.jetton0,
    jetton1: pool.jetton1,
    ...(offer.kind === 'offer' && amountsOf(offer)),
    maxPriceImpact: '1',
  };
  const isOffer = isKnown && pair.account !== null && offer.kind === 'offer';
  const pressing = usePress('provideLiquidity', `${pool.jetton0} ${pool.jetton1}`);
  const quoted = useQuoted(input, isOffer, pressing.state, pair.sides);
  const { quote, costly, typeCost } = quoted;
  const alone = offer.kind === 'offer' && only !== '' ? offer : null;
  const isDone = pressing.state.kind === 'done';
  const [isConfirmed, setMeant] = useState(false);
  const order = quote ? { ...orderOf(quote, pool, alone), ...limitIn(costly) } : null;
  // Clears the form, which is in the URL, once the liquidity is added: a reload must not offer the same change again.
  useEffect(() => {
    if (!isDone) return;
    setForm(NO_AMOUNTS);
    setMeant(false);
    typeCost('');
  }, [isDone, setForm, typeCost]);

  return {
    ...quoted,
    ...{ form, only, pair, setsPrice, isKnown, offer, order, pressing },
    short: quote ? shortOf(paidBy(quote, only), pair.sides) : null,
    /** True if the price is so far from that of other pools that the user has to confirm it. */
    isFar: quote !== undefined && pricingOf(quote).kind === 'far',
    isConfirmed,
    setMeant,
    type(change: Partial<AddForm>) {
      if (isOpen(pressing.state)) return;
      pressing.clear();
      setMeant(false);
      typeCost('');
      // In a pool with a price the other amount is computed, so a typed one is cleared.
      setForm(setsPrice ? change : { ...NO_AMOUNTS, ...change });
    },
    choose(next: Only) {
      if (isOpen(pressing.state)) return;
      pressing.clear();
      typeCost('');
      // Keeps the typed amount of a chosen token; the other amount is computed from it, or is not offered.
      setForm({ only: next, ...keptBy(form, next) });
    },
    add() {
      if (order) pressing.press(order);
    },
    leave: () => setForm(EMPTY),
  };
}

type Amounts = { readonly amount0?: string; readonly amount1?: string };

const amountsOf = ({ amount0, amount1 }: Amounts) => ({
  ...(amount0 !== undefined && { amount0 }),
  ...(amount1 !== undefined && { amount1 }),
});

/** The request, which fails instead of minting fewer LP tokens than shown for both exact amounts, or for the one token offered. */
function orderOf(
  shown: QuoteLiquidityOutput,
  { jetton0, jetton1 }: PoolProps,
  one: Amounts | null,
): Calls['provideLiquidity']['input'] {
  const Pair = { tokenA: jetton0, tokenB: jetton1 };
  const minLpTokens = shown.lpTokens;
  if (one === null) {
    const amount = { tokenA: shown.token1Amount, tokenB: shown.token2Amount };
    return { Pair, amount, minLpTokens, maxPriceImpact: '0' };
  }
  const amount = one.amount0 === undefined ? { tokenB: one.amount1 ?? '' } : { tokenA: one.amount0 };
  return { Pair, amount, minLpTokens };
}

function keptBy({ amount0, amount1 }: AddForm, only: Only): typeof NO_AMOUNTS {
  if (only === '') return { amount0, amount1: amount1 === MAX ? '' : amount1 };
  return only === '0' ? { amount0, amount1: '' } : { amount0: '', amount1 };
}

export type Adding = ReturnType<typeof useAdding>;
