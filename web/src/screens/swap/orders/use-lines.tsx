// What an order draws over the price: its limit, and the limits of one's own open orders of the pair.
import { useState } from 'react';
import { useCall } from '../../../data/use.ts';
import { brief, written } from '../../../exact/figures.ts';
import { t } from '../../../words/words.ts';
import type { Lines, Scale } from '../price/StepChart.tsx';
import { LimitLine } from './LimitLine.tsx';
import { turned } from './limit.ts';
import { priceOf } from './order-state.ts';
import own from './orders.module.css';
import type { Ordering } from './use-order.ts';

/** Further away the price itself would be a flat line. */
const MOST_FAR = 2;
const MOST_LINES = 200;

export function useLines({ form, quote, account, draw }: Ordering): Lines {
  const { data } = useCall('getOrders', { state: 'open', limit: MOST_LINES }, { enabled: account !== null });
  const [held, setHeld] = useState<number | null>(null);
  const { isTurned } = form;
  const [base, told] = isTurned ? [form.receive, form.pay] : [form.pay, form.receive];
  if (base === null || base === 'unknown' || told === null || told === 'unknown') return NONE;
  const reading = priceOf(form);
  const typed = form.hasLimit && reading.kind === 'amount' && reading.units > 0n ? reading.text : null;
  const market = quote?.marketPrice ?? null;
  const now = market === null ? null : isTurned ? turned(market) : market;
  const shown = form.hasLimit ? (typed ?? now) : null;
  const value = shown === null ? null : Number(shown);
  const others = (data?.orders ?? []).flatMap(({ orderId, tokenA, tokenB, price }) => {
    if (price === null) return [];
    if (tokenA === base.address && tokenB === told.address) return [{ orderId, price: Number(price) }];
    return tokenA === told.address && tokenB === base.address ? [{ orderId, price: Number(turned(price)) }] : [];
  });
  const seen = held ?? value;
  const isNear = seen !== null && (now === null || (seen <= Number(now) * MOST_FAR && seen >= Number(now) / MOST_FAR));
  return {
    seen: isNear ? [seen] : [],
    draw: (scale) => (
      <>
        {others.filter(isWithin(scale)).map(({ orderId, price }) => (
          <i
            key={orderId}
            className={own.other}
            style={{ top: `${100 - ((price - scale.low) / (scale.high - scale.low)) * 100}%` }}
            aria-hidden="true"
          />
        ))}
        {value !== null && shown !== null && (
          <LimitLine
            scale={scale}
            value={value}
            now={now === null ? null : Number(now)}
            text={brief(shown)}
            label={t('orders.price.for', { price: `${written(shown)} ${told.symbol}`, symbol: base.symbol })}
            onDraw={draw}
            onHold={(isHeld) => setHeld(isHeld ? value : null)}
          />
        )}
      </>
    ),
  };
}

const NONE: Lines = { seen: [], draw: () => null };

const isWithin =
  ({ low, high }: Scale) =>
  ({ price }: { readonly price: number }): boolean =>
    price > low && price < high;
