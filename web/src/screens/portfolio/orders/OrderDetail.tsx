// What is behind the line of an order: its amounts, conditions, expiry and fills.
import { useState } from 'react';
import { Link } from 'wouter';
import { isBuying } from '../../../data/direction.ts';
import type { Order } from '../../../data/orders.ts';
import { usePrices } from '../../../data/prices.ts';
import { useTokens } from '../../../data/tokens.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { brief, written } from '../../../exact/figures.ts';
import { More } from '../../../market/lists/More.tsx';
import { Ago } from '../../../parts/Ago.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { minute } from '../../../words/ago.ts';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { inverted } from '../../swap/orders/limit.ts';
import { averageOf, awayOf, everyWords, limitOf, priceFor, progressOf, triggerOf } from '../../swap/orders/words.ts';
import styles from '../portfolio.module.css';
import { distanceOf, useFills } from './orders.ts';

export function OrderDetail({ order }: { readonly order: Order }) {
  const { symbolA } = order;
  const { filled, amount, symbol } = progressOf(order);
  const shown = { order, isInverse: isBuying(order, useTokens()) };
  return (
    <div className={styles.details}>
      <Rows>
        <Row name={t('orders.filled')} note={<Received {...shown} />}>
          <T
            id="orders.filled.of"
            values={{ filled: <Figure value={filled} />, amount: <Figure value={amount} symbol={symbol} /> }}
          />
        </Row>
        <Trigger {...shown} />
        <Limit {...shown} />
        {order.times !== null && order.every !== null && (
          <Row name={t('orders.schedule')}>
            {t('orders.schedule.of', { count: order.times, every: everyWords(order.every) })}
          </Row>
        )}
        {order.status === 'open' ? (
          <Row name={t('orders.ends')}>{minute(Date.parse(order.expiresAt))}</Row>
        ) : (
          <Row name={t('orders.returned')}>
            <Figure value={order.returned} symbol={symbolA} />
          </Row>
        )}
        <Row name={t('swap.done.receipt')}>
          <Link href={`/tx/${order.order}`}>{t('parts.entries.order', { number: order.order })}</Link>
        </Row>
      </Rows>
      {order.fills > 0 && <Fills order={order} />}
    </div>
  );
}

/** `isInverse`: the prices are shown inverted, as in the card's title. */
type Shown = { readonly order: Order; readonly isInverse: boolean };

function Received({ order, isInverse }: Shown) {
  const { receivedB, symbolB } = order;
  const averagePrice = averageOf(order);
  if (averagePrice === null) return t('orders.filled.none');
  const price = isInverse ? brief(inverted(averagePrice)) : written(averagePrice);
  return <T id="orders.received" values={{ amount: <Figure value={receivedB} symbol={symbolB} />, price }} />;
}

/** The limit and, while the order is open, its distance from the market price. */
function Limit({ order, isInverse }: Shown) {
  const { tokenA, tokenB, status, parts } = order;
  const price = limitOf(order);
  const priceOf = usePrices(status === 'open' && price !== null ? [tokenA, tokenB] : []);
  const distance = distanceOf(price, priceOf(tokenA)?.price ?? null, priceOf(tokenB)?.price ?? null);
  const notes = [distance !== null && awayOf(distance, isInverse, 'market'), !parts && t('orders.says.whole')].filter(
    Boolean,
  );
  return (
    <Row name={t('orders.price')} {...(notes.length > 0 && { note: notes.join(' · ') })}>
      {price === null ? t('orders.atMarket') : t('orders.price.for', priceFor(order, price, isInverse))}
    </Row>
  );
}

/** The trigger that a stop waits for or has met. */
function Trigger({ order, isInverse }: Shown) {
  const { triggerBelow, over, triggered } = order;
  const bound = triggerOf(order);
  if (bound === null) return null;
  // A fall of the price is a rise of the inverted price.
  const isBelow = (triggerBelow !== null) !== isInverse;
  return (
    <Row
      name={t(triggered ? 'orders.trigger.done' : 'orders.trigger')}
      note={t('orders.trigger.over', { seconds: over ?? 0 })}
    >
      {t(isBelow ? 'orders.trigger.below' : 'orders.trigger.above', priceFor(order, bound, isInverse))}
    </Row>
  );
}

/** Each fill with its receipt, loaded when opened. */
function Fills({ order }: { readonly order: Order }) {
  const [isOpened, setOpened] = useState(false);
  const fills = useFills(order, isOpened);
  return (
    <details className={styles.closed} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>{t('orders.fills', { count: order.fills })}</summary>
      <Rows>
        {fills.items.map(({ sequence, createdAt, amountA, amountB }) => (
          <Row
            key={sequence}
            name={
              <Link href={`/tx/${sequence}`}>
                <Ago at={createdAt} />
              </Link>
            }
          >
            <T
              id="orders.fill"
              values={{
                sold: <Figure value={amountA ?? '0'} symbol={order.symbolA} />,
                received: <Figure value={amountB ?? '0'} symbol={order.symbolB} />,
              }}
            />
          </Row>
        ))}
      </Rows>
      {!fills.isKnown && <p aria-busy={fills.error === null}>{fills.error ? fills.error.message : '…'}</p>}
      {fills.more && fills.items.length < order.fills && <More pages={fills} count={order.fills} of="swap" />}
    </details>
  );
}
