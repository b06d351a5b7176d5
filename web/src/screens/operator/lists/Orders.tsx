// All open orders, filtered by account, token and kind; operators can cancel each, and pause the placing of new ones.

import { useState } from 'react';
import { Link } from 'wouter';
import type { Calls } from '#client';
import { isBuying } from '../../../data/direction.ts';
import type { Order } from '../../../data/orders.ts';
import { usePages } from '../../../data/pages.ts';
import { useTokens } from '../../../data/tokens.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { useCall } from '../../../data/use.ts';
import { brief, written } from '../../../exact/figures.ts';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { Segments } from '../../../parts/Choices.tsx';
import { Field } from '../../../parts/Field.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { PebblePair } from '../../../parts/Pebble.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { minute } from '../../../words/ago.ts';
import { t } from '../../../words/words.ts';
import { everyWords, limitOf, priceFor, titleOf, triggerOf } from '../../swap/orders/words.ts';
import { CancelOrder } from '../acts/CancelOrder.tsx';
import styles from '../operator.module.css';
import { accountPath } from './account-path.ts';
import { useEveryToken } from './every-token.ts';
import { Listing } from './Listing.tsx';
import { namedToken } from './named-token.ts';
import { Placing } from './Placing.tsx';

type Kind = '' | Order['kind'];
type Input = Calls['getOrders']['input'];

const KINDS: readonly Kind[] = ['', 'limit', 'recurring', 'stop'];
const DEFAULTS = { account: '', token: '', kind: '' };

export function Orders() {
  const [{ account, token, kind }, change] = useUrlState(DEFAULTS);
  const [typed, setTyped] = useState({ account, token });
  const [cancelling, setCancelling] = useState<Order | null>(null);
  const { isPending: isSwitchPending } = useCall('getStatus', {});
  const tokens = useEveryToken();
  const known = useTokens();
  const isNarrowed = account !== '' || token !== '' || kind !== '';
  const input: Input = {
    ...(account === '' ? { all: 'true' } : { account }),
    state: 'open',
    ...(token !== '' && { token: namedToken(tokens, token)?.address ?? token }),
    ...(kind !== '' && { kind: kind as Order['kind'] }),
  };
  const pages = usePages('getOrders', input, ({ orders }) => orders, { idOf: ({ orderId }) => orderId });
  return (
    <>
      <PageTitle title={t('operator.section.orders')}>{t('operator.orders.lead')}</PageTitle>
      <Placing />
      {/* The switch above takes up space once its state is known; what is below it appears then, and never moves. */}
      {!isSwitchPending && (
        <>
          <div className={styles.filters}>
            <Segments<Kind>
              label={t('operator.orders.kind')}
              choices={KINDS.map((value) => ({ value, label: t(`operator.orders.kind.${value || 'all'}`) }))}
              value={kind as Kind}
              onChoose={(value) => change({ kind: value })}
            />
            <form
              className={styles.fieldRow}
              onSubmit={(event) => {
                event.preventDefault();
                change({ account: typed.account.trim(), token: typed.token.trim() });
              }}
            >
              <Field
                label={t('operator.field.account')}
                type="search"
                value={typed.account}
                onChange={({ target }) => setTyped({ ...typed, account: target.value })}
              />
              <Field
                label={t('operator.orders.token')}
                type="search"
                value={typed.token}
                onChange={({ target }) => setTyped({ ...typed, token: target.value })}
              />
              <Button type="submit">{t('operator.orders.filter')}</Button>
            </form>
          </div>
          <Listing
            label={t('operator.orders.list')}
            columns={columnsOf((order) => isBuying(order, known), setCancelling)}
            pages={pages}
            keyOf={({ orderId }) => orderId}
            empty={t(isNarrowed ? 'operator.orders.empty.filter' : 'operator.orders.empty')}
          />
          <ShowCall calls={[{ name: 'getOrders', method: 'GET', input }]} />
        </>
      )}
      {cancelling && (
        <Sheet
          title={t('operator.orders.cancel.one', { number: cancelling.order })}
          onClose={() => setCancelling(null)}
        >
          <CancelOrder order={cancelling} />
        </Sheet>
      )}
    </>
  );
}

const columnsOf = (isBuyer: (order: Order) => boolean, cancel: (order: Order) => void): readonly Column<Order>[] => [
  {
    name: t('operator.orders.number'),
    cell: ({ order }) => (
      <Link className={styles.whole} href={`/tx/${order}`}>
        {order}
      </Link>
    ),
  },
  { name: t('operator.field.account'), cell: ({ account }) => <Link href={accountPath(account)}>{account}</Link> },
  { name: t('operator.orders.sells'), cell: (order) => <Offer order={order} isBuyer={isBuyer(order)} /> },
  { name: t('operator.orders.limit'), cell: (order) => <Terms order={order} isBuyer={isBuyer(order)} /> },
  { name: t('operator.orders.expires'), cell: ({ expiresAt }) => minute(Date.parse(expiresAt)) },
  {
    name: t('operator.actions'),
    end: true,
    cell: (order) => (
      <span className={styles.whole}>
        <LinkButton onClick={() => cancel(order)} aria-label={t('operator.orders.cancel.one', { number: order.order })}>
          {t('operator.orders.cancel')}
        </LinkButton>
      </span>
    ),
  },
];

type Shown = { readonly order: Order; readonly isBuyer: boolean };

function Offer({ order, isBuyer }: Shown) {
  const { tokenA, tokenB, symbolA, symbolB, amountA, amountB, left } = order;
  return (
    <span className={styles.named}>
      <PebblePair a={{ address: tokenA, symbol: symbolA }} b={{ address: tokenB, symbol: symbolB }} />
      <span className={styles.terms}>
        {amountB === null
          ? t(isBuyer ? 'orders.card.buy.market' : 'orders.card', {
              amount: `${written(amountA)} ${symbolA}`,
              symbol: symbolB,
            })
          : titleOf(order, isBuyer)}
        {left !== amountA && (
          <small className={styles.soft}>{t('operator.orders.left', { amount: `${written(left)} ${symbolA}` })}</small>
        )}
      </span>
    </span>
  );
}

/** The limit price, and the trigger of a stop or the schedule of a recurring order. */
function Terms({ order, isBuyer }: Shown) {
  const { times, every } = order;
  const [price, trigger] = [limitOf(order), triggerOf(order)];
  // A fall of the price is a rise of the inverted price.
  const isBelow = (order.triggerBelow !== null) !== isBuyer;
  return (
    <span className={styles.terms}>
      {price === null ? t('orders.atMarket') : t('orders.price.for', priceFor(order, price, isBuyer, brief))}
      {trigger !== null && (
        <small className={styles.soft}>
          {t(isBelow ? 'orders.trigger.below' : 'orders.trigger.above', priceFor(order, trigger, isBuyer, brief))}
        </small>
      )}
      {times !== null && every !== null && (
        <small className={styles.soft}>{t('orders.schedule.of', { count: times, every: everyWords(every) })}</small>
      )}
    </span>
  );
}
