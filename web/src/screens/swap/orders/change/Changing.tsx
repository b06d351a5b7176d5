// What the form says while it changes an order: which one, what the button replaces, and why nothing was changed.
import { useEffect, useRef } from 'react';
import { isBuying } from '../../../../data/direction.ts';
import type { Order } from '../../../../data/orders.ts';
import { useTokens } from '../../../../data/tokens.ts';
import { subtractText } from '../../../../exact/amount.ts';
import { written } from '../../../../exact/figures.ts';
import { goTo } from '../../../../parts/anchor.ts';
import { LinkButton } from '../../../../parts/Button.tsx';
import { Notice } from '../../../../parts/Notice.tsx';
import { minute } from '../../../../words/ago.ts';
import { T } from '../../../../words/T.tsx';
import { t } from '../../../../words/words.ts';
import { soldWords } from '../../../portfolio/orders/CancelOutcome.tsx';
import own from '../orders.module.css';
import type { Ordering } from '../use-order.ts';
import { titleOf } from '../words.ts';
import { nextPartMs } from './link.ts';

/** Above the form: the order that is being changed, and the way out. */
export function ChangedTitle({ changed, leave }: Pick<Ordering, 'changed' | 'leave'>) {
  const tokens = useTokens();
  const title = useRef<HTMLParagraphElement>(null);
  const orderId = changed?.order?.orderId;
  // The list may be far below the form.
  useEffect(() => {
    if (orderId !== undefined && title.current) goTo(title.current);
  }, [orderId]);
  if (!changed?.order) return null;
  const { order } = changed;
  return (
    <p ref={title} tabIndex={-1} className={own.changed}>
      <T id="orders.change.title" values={{ order: <b>{titleOf(order, isBuying(order, tokens))}</b> }} />{' '}
      <LinkButton onClick={leave}>{t('orders.change.keep')}</LinkButton>
    </p>
  );
}

/** Above the button. The schedule of the new order begins at once. */
export function replacesWords(order: Order, nowMs: number): string {
  const replaces = t('orders.change.says', { left: `${written(order.left)} ${order.symbolA}` });
  const nextMs = nextPartMs(order, nowMs);
  return nextMs === null ? replaces : `${replaces} ${t('orders.change.restarts', { time: minute(nextMs) })}`;
}

/** Of an order that was filled or ended while its owner changed it. */
export function MovedNotice({ order, seen, isPressed }: { order: Order; seen: string; isPressed: boolean }) {
  return (
    <Notice tone="wheat" title={t(isPressed ? 'orders.change.not' : 'orders.change.moved')}>
      {movedWords(order, seen)}
    </Notice>
  );
}

function movedWords(order: Order, seen: string): string {
  const { status, left, symbolA } = order;
  if (status === 'filled') return `${t('orders.change.filled')} ${soldWords(order)}`;
  if (status !== 'open') return `${t(`orders.over.${status}`)}. ${soldWords(order)}`;
  return t('orders.change.part', {
    sold: written(subtractText(seen, left)),
    amount: `${written(seen)} ${symbolA}`,
    left: `${written(left)} ${symbolA}`,
  });
}
