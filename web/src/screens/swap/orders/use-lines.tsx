// The lines of the order form over the price chart: its limit and its trigger.
import { useState } from 'react';
import { isToken } from '../../../data/token-info.ts';
import { brief, written } from '../../../exact/figures.ts';
import { type Lines, NO_LINES } from '../../../market/chart/lines.ts';
import { t } from '../../../words/words.ts';
import { LimitLine } from './LimitLine.tsx';
import { inverted } from './limit.ts';
import { positiveText, priceOf } from './order-state.ts';
import { averageSeen } from './stop.ts';
import type { Drawn, Ordering } from './use-order.ts';

/** The scale leaves out a line further from the market price than this factor: the price curve would look flat. */
const MOST_FAR = 2;

export function useLines({ form, quote, draw }: Ordering): Lines {
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
  const middle = now.price === null ? null : Number(now.price);
  const isNear = (price: number) => middle === null || (price <= middle * MOST_FAR && price >= middle / MOST_FAR);
  return {
    note: t('orders.beforeFees'),
    seen: drawn.map(({ what, value }) => held[what] ?? value).filter(isNear),
    draw: (view) => (
      <>
        {drawn.map(({ what, shown, value }) => (
          <LimitLine
            key={what}
            what={what}
            view={view}
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
