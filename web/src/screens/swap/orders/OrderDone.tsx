// The placed order: a link to it, and its current state.
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { CreateOrderOutput } from '#client';
import type { Order } from '../../../data/orders.ts';
import { useCall } from '../../../data/use.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { written } from '../../../exact/figures.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { T } from '../../../words/T.tsx';
import { type Id, t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import type { Ordering } from './use-order.ts';
import { progressOf } from './words.ts';

export function OrderDone({ done, pressing, changed }: Ordering & { readonly done: CreateOrderOutput }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus from the removed button to the heading, so that a key that is still held down presses nothing.
  useEffect(() => heading.current?.focus(), []);
  const { data } = useCall('getOrder', { orderId: done.orderId });
  const size = data && progressOf(data);
  return (
    <div className={styles.done}>
      <h2 ref={heading} tabIndex={-1} className={styles.name}>
        {t(changed ? 'orders.changed' : 'orders.placed')}
      </h2>
      {data && size && (
        <>
          <p className={styles.received}>
            <Figure value={size.amount} symbol={size.symbol} />
          </p>
          <Notice>
            {/[1-9]/.test(data.filledA) ? (
              <T
                id={data.status === 'filled' ? 'orders.placed.filled' : 'orders.placed.part'}
                values={{
                  filled: <Figure value={data.filledA} symbol={data.symbolA} />,
                  received: <Figure value={data.receivedB} symbol={data.symbolB} />,
                }}
              />
            ) : (
              t(openWords(data))
            )}
            {data.status === 'filled' && /[1-9]/.test(data.returned) && ` ${returnedWords(data)}`}
          </Notice>
        </>
      )}
      <p className={styles.links}>
        <Link href="/portfolio">{t('orders.placed.all')}</Link>
        <Link href={`/tx/${done.order}`}>{t('swap.done.receipt')}</Link>
        <LinkButton onClick={() => pressing.clear()}>{t('orders.placed.another')}</LinkButton>
      </p>
    </div>
  );
}

const returnedWords = ({ returned, symbolA }: Order): string =>
  t('orders.cancelled.text', { amount: `${written(returned)} ${symbolA}` });

/** The status of an order without fills. */
function openWords({ status, triggered }: Order): Id {
  if (status !== 'open') return 'orders.placed.closed';
  return triggered ? 'orders.placed.triggered' : 'orders.placed.open';
}
