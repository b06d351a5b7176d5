// A list of orders, one line each with its conditions and fills behind it; the portfolio and the trading screen show the same.
import { Link } from 'wouter';
import { isBuying } from '../../../data/direction.ts';
import type { Order } from '../../../data/orders.ts';
import { isOpen as isPressOpen } from '../../../data/press/press.ts';
import { type Tokens, useTokens } from '../../../data/tokens.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { written } from '../../../exact/figures.ts';
import { type ItemColumn, ItemList } from '../../../market/lists/ItemList.tsx';
import { RowButton } from '../../../market/lists/RowButton.tsx';
import { LinkButton } from '../../../parts/Button.tsx';
import { pressWords } from '../../../parts/press-words.ts';
import { minute } from '../../../words/ago.ts';
import { t } from '../../../words/words.ts';
import { changeHref } from '../../swap/orders/change/link.ts';
import { progressOf, titleOf } from '../../swap/orders/words.ts';
import styles from '../portfolio.module.css';
import type { Cancelling } from './CancelOutcome.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import { filledPart } from './orders.ts';

/** The order whose details are open. */
const CLOSED = { order: '' };

export function OrderList({
  label,
  orders,
  cancelling,
}: {
  readonly label: string;
  readonly orders: readonly Order[];
  readonly cancelling: Cancelling;
}) {
  const tokens = useTokens();
  const [{ order: opened }, change] = useUrlState(CLOSED);
  const isOpened = (order: Order) => opened === String(order.order);
  const title: ItemColumn<Order> = {
    name: t('orders.column.order'),
    line: 1,
    cell: (order) => (
      <RowButton isOpen={isOpened(order)} onClick={() => change({ order: isOpened(order) ? '' : String(order.order) })}>
        <span>{titleOf(order, isBuying(order, tokens))}</span>
      </RowButton>
    ),
  };
  return (
    <ItemList
      isDense
      label={label}
      items={orders}
      columns={[title, ...figures(orders[0]?.status === 'open'), actions(cancelling, tokens)]}
      keyOf={({ orderId }) => orderId}
      detail={(order) => isOpened(order) && <OrderDetail order={order} />}
    />
  );
}

function filledWords(order: Order): string {
  const { filled, amount, symbol } = progressOf(order);
  return t('orders.filled.of', { filled: written(filled), amount: `${written(amount)} ${symbol}` });
}

const figures = (isOpen: boolean): readonly ItemColumn<Order>[] => [
  {
    name: t('orders.filled'),
    end: true,
    line: 2,
    cell: (order) => (
      <span className={styles.filled}>
        {order.fills > 0 && <progress value={filledPart(order)} aria-hidden="true" />}
        {filledWords(order)}
      </span>
    ),
  },
  {
    name: t('orders.ends'),
    end: true,
    // On narrow screens the expiry of an open order is behind its line, so that all lines have their buttons at the same place.
    ...(isOpen ? { cardName: () => null } : { line: 2 }),
    cell: ({ status, expiresAt }) => (status === 'open' ? minute(Date.parse(expiresAt)) : t(`orders.status.${status}`)),
  },
];

const actions = (cancelling: Cancelling, tokens: Tokens): ItemColumn<Order> => ({
  name: t('orders.column.actions'),
  end: true,
  line: 2,
  cell: (order) => order.status === 'open' && <Actions {...{ order, cancelling, tokens }} />,
});

function Actions({ order, cancelling, tokens }: { order: Order; cancelling: Cancelling; tokens: Tokens }) {
  const { state } = cancelling;
  const { orderId } = order;
  const title = titleOf(order, isBuying(order, tokens));
  const isOwnPress = state.kind !== 'idle' && state.pressed.order.orderId === orderId;
  return (
    <span className={styles.acts}>
      <Link href={changeHref(order, tokens)} aria-label={t('orders.change.one', { order: title })}>
        {t('orders.change')}
      </Link>
      <LinkButton
        aria-label={t('orders.cancel.one', { order: title })}
        aria-disabled={isPressOpen(state)}
        onClick={() => !isPressOpen(state) && cancelling.press({ orderId })}
      >
        {(isOwnPress && pressWords(state)) || t('orders.cancel')}
      </LinkButton>
    </span>
  );
}
