// The lines over the price chart: the order's limit and trigger, and the prices of the account's open orders of the pair.
import { useState } from 'react';
import { useOpenOrders } from '../../../data/orders.ts';
import { isToken } from '../../../data/token-info.ts';
import { brief, written } from '../../../exact/figures.ts';
import { t } from '../../../words/words.ts';
import type { Lines, Scale } from '../price/StepChart.tsx';
import { LimitLine } from './LimitLine.tsx';
import { inverted } from './limit.ts';
import { positiveText, priceOf } from './order-state.ts';
import own from './orders.module.css';
import { averageSeen } from './stop.ts';
import type { Drawn, Ordering } from './use-order.ts';
import { limitOf, triggerOf } from './words.ts';

/** The scale leaves out a line further from the market price than this factor: the price curve would look flat. */
const MOST_FAR = 2;

export function useLines({ form, quote, account, draw }: Ordering): Lines {
  const orders = useOpenOrders(account !== null) ?? [];
  const [held, setHeld] = useState<Partial<Record<Drawn, number>>>({});
  const { isInverse } = form;
  const [base, told] = isInverse ? [form.receive, form.pay] : [form.pay, form.receive];
  if (!isToken(base) || !isToken(told)) return NO_LINES;
  const market = quote?.marketPrice ?? null;
  const now = { price: market !== null && isInverse ? inverted(market) : market, stop: averageSeen(quote, isInverse) };
  const drawn = (['stop', 'price'] as const)
    .filter((what) => (what === 'price' ? form.hasLimit : form.when !== ''))
    .flatMap((what) => {
      const shown = positiveText(priceOf(form, what)) ?? now[what];
      return shown === null ? [] : [{ what, shown, value: Number(shown) }];
    });
  const others = orders.flatMap((order) => {
    const price = order.triggered ? limitOf(order) : (triggerOf(order) ?? order.price);
    const { orderId, tokenA, tokenB } = order;
    if (price === null) return [];
    if (tokenA === base.address && tokenB === told.address) return [{ orderId, price: Number(price) }];
    return tokenA === told.address && tokenB === base.address ? [{ orderId, price: Number(inverted(price)) }] : [];
  });
  const middle = now.price === null ? null : Number(now.price);
  const isNear = (price: number) => middle === null || (price <= middle * MOST_FAR && price >= middle / MOST_FAR);
  return {
    note: t('orders.beforeFees'),
    seen: drawn.map(({ what, value }) => held[what] ?? value).filter(isNear),
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
        {drawn.map(({ what, shown, value }) => (
          <LimitLine
            key={what}
            what={what}
            scale={scale}
            value={value}
            now={now[what] === null ? null : Number(now[what])}
            text={brief(shown)}
            label={t('orders.price.for', { price: `${written(shown)} ${told.symbol}`, symbol: base.symbol })}
            onDraw={(price) => draw(what, price)}
            onHold={(isHeld) => setHeld(isHeld ? Object.fromEntries(drawn.map((one) => [one.what, one.value])) : {})}
          />
        ))}
      </>
    ),
  };
}

export const NO_LINES: Lines = { seen: [], draw: () => null };

const isWithin =
  ({ low, high }: Scale) =>
  ({ price }: { readonly price: number }): boolean =>
    price > low && price < high;
