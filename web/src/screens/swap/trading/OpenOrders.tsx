// The account's open orders of the pair; the portfolio has all.
import { Link } from 'wouter';
import { isBuying } from '../../../data/direction.ts';
import { type Order, useOpenOrders } from '../../../data/orders.ts';
import { isOpen } from '../../../data/press/press.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { useTokens } from '../../../data/tokens.ts';
import { written } from '../../../exact/figures.ts';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { Button } from '../../../parts/Button.tsx';
import { pressWords } from '../../../parts/press-words.ts';
import { t } from '../../../words/words.ts';
import { CancelOutcome } from '../../portfolio/orders/CancelOutcome.tsx';
import { titleOf } from '../orders/words.ts';
import type { ShownPair } from './shown-pair.ts';
import styles from './trading.module.css';

export function OpenOrders({ account, pair }: { readonly account: string; readonly pair: ShownPair }) {
  const orders = useOpenOrders(true);
  const cancelling = usePress('cancelOrder', account);
  const sides = pair.map(({ address }) => address);
  const shown = (orders ?? []).filter(({ tokenA, tokenB }) => sides.includes(tokenA) && sides.includes(tokenB));
  const tokens = useTokens();
  const { state } = cancelling;
  if (orders === null) return <Skeleton lines={2} height={44} />;
  return (
    <>
      <CancelOutcome cancelling={cancelling} />
      {shown.length === 0 && <p className={styles.soft}>{t('trading.orders.none')}</p>}
      <ul className={styles.orders}>
        {shown.map((order) => {
          const { orderId } = order;
          const title = titleOf(order, isBuying(order, tokens));
          const isOwnPress = state.kind !== 'idle' && state.pressed.order.orderId === orderId;
          return (
            <li key={orderId}>
              <span>
                <Link href={`/tx/${order.order}`}>{title}</Link>
                <small className={styles.soft}>{farWords(order)}</small>
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
      {orders.length > 0 && (
        <Link className={styles.all} href="/portfolio">
          {t('orders.open.all', { count: orders.length })}
        </Link>
      )}
    </>
  );
}

/** Says how much of the order is sold; if nothing is, whether its stop was triggered. */
function farWords({ filledA, amountA, symbolA, triggered }: Order): string {
  if (!/[1-9]/.test(filledA)) return t(triggered ? 'orders.trigger.done' : 'orders.filled.none');
  const sold = t('orders.filled.of', { filled: written(filledA), amount: `${written(amountA)} ${symbolA}` });
  return t('orders.open.sold', { sold });
}
