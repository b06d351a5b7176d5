// Some open orders next to the form, those of the shown pair first; the portfolio has all.
import { Link } from 'wouter';
import { isBuying } from '../../../data/direction.ts';
import { type Order, useOpenOrders } from '../../../data/orders.ts';
import { isOpen } from '../../../data/press/press.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { addressOf } from '../../../data/token-info.ts';
import { useTokens } from '../../../data/tokens.ts';
import { written } from '../../../exact/figures.ts';
import { Button } from '../../../parts/Button.tsx';
import { Card } from '../../../parts/Card.tsx';
import { pressWords } from '../../../parts/press-words.ts';
import { t } from '../../../words/words.ts';
import { CancelOutcome } from '../../portfolio/orders/CancelOutcome.tsx';
import styles from '../swap.module.css';
import own from './orders.module.css';
import type { Ordering } from './use-order.ts';
import { titleOf } from './words.ts';

const MOST = 4;

export function OpenOrders({ form, account }: Ordering) {
  const orders = useOpenOrders(account !== null);
  const cancelling = usePress('cancelOrder', account ?? '');
  const pair = [addressOf(form.pay), addressOf(form.receive)];
  const isOfPair = ({ tokenA, tokenB }: Order) => pair.includes(tokenA) && pair.includes(tokenB);
  const shown = [...orders.filter(isOfPair), ...orders.filter((order) => !isOfPair(order))].slice(0, MOST);
  const tokens = useTokens();
  const { state } = cancelling;
  if (orders.length === 0 && state.kind === 'idle') return null;
  return (
    <Card title={t('orders.open')}>
      <CancelOutcome cancelling={cancelling} />
      <ul className={own.open}>
        {shown.map((order) => {
          const { orderId } = order;
          const title = titleOf(order, isBuying(order, tokens));
          const isOwnPress = state.kind !== 'idle' && state.pressed.order.orderId === orderId;
          return (
            <li key={orderId}>
              <span>
                <Link href={`/tx/${order.order}`}>{title}</Link>
                <small className={styles.hint}>{farWords(order)}</small>
              </span>
              <Button
                aria-label={t('orders.cancel.one', { order: title })}
                aria-disabled={isOpen(state)}
                onClick={() => !isOpen(state) && cancelling.press({ orderId })}
              >
                {(isOwnPress && pressWords(state)) || t('orders.cancel')}
              </Button>
            </li>
          );
        })}
      </ul>
      <Link href="/portfolio">{t('orders.open.all', { count: orders.length })}</Link>
    </Card>
  );
}

/** Says how much of the order is sold; if nothing is, whether its stop was triggered. */
function farWords({ filledA, amountA, symbolA, triggered }: Order): string {
  if (!/[1-9]/.test(filledA)) return t(triggered ? 'orders.trigger.done' : 'orders.filled.none');
  const sold = t('orders.filled.of', { filled: written(filledA), amount: `${written(amountA)} ${symbolA}` });
  return t('orders.open.sold', { sold });
}
