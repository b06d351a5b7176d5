// The order in words, the errors that block it, and its button.
import type { ReactNode, Ref } from 'react';
import type { Order } from '../../../data/orders.ts';
import { written } from '../../../exact/figures.ts';
import { pressWords, unclearWords } from '../../../parts/press-words.ts';
import { words } from '../../../words/errors.ts';
import { t } from '../../../words/words.ts';
import { LABELS } from '../panel/labels.ts';
import { PanelAction } from '../panel/PanelAction.tsx';
import styles from '../swap.module.css';
import { OrderDone } from './OrderDone.tsx';
import { OrderMessages } from './OrderMessages.tsx';
import { OrderSays } from './OrderSays.tsx';
import { movedIn, type OrderState, type Terms } from './order-state.ts';
import { StopWarnings } from './StopMessage.tsx';
import type { Ordering } from './use-order.ts';
import { priceValues } from './words.ts';

type ActionProps = Ordering & { readonly ref: Ref<HTMLButtonElement>; readonly children: ReactNode };

export function OrderAction({ children, ref, ...ordering }: ActionProps) {
  const { state, form } = ordering;
  return (
    <PanelAction
      ref={ref}
      kind={state.kind}
      label={state.kind === 'signed-out' ? t('orders.button.signIn') : labelIn(state, ordering)}
      act={actOf(state, ordering)}
      says={
        <>
          {state.kind === 'ready' && ordering.terms?.stop && <StopWarnings {...ordering} />}
          {SAID.test(state.kind) && ordering.terms && <OrderSays {...ordering} terms={ordering.terms} />}
        </>
      }
      foot={<p className={styles.foot}>{t(form.kind === 'recurring' ? 'orders.foot.recurring' : 'orders.foot')}</p>}
    >
      {children}
      {state.kind === 'done' ? <OrderDone {...ordering} done={state.done.output} /> : <OrderMessages {...ordering} />}
    </PanelAction>
  );
}

/** The states in which the button would place the order. */
const SAID = /^(signed-out|ready|asking)$/;

function actOf(state: OrderState, ordering: Ordering): (() => void) | null {
  const { press, renew, pressing, changed, takeLeft, leave } = ordering;
  const moved = movedIn(state, changed);
  if (moved) return moved.status === 'open' ? () => takeLeft(moved) : leave;
  if (state.kind === 'refused' || state.kind === 'failed') return renew;
  if (state.kind === 'unknown') return pressing.other === null ? pressing.askAgain : null;
  return state.kind === 'ready' ? press : null;
}

function labelIn(state: OrderState, { changed }: Ordering): string {
  switch (state.kind) {
    case 'missing':
      return state.what === 'amount' ? t('swap.button.enter') : t(`orders.button.enter.${state.what}`);
    case 'unclear':
      return unclearWords(state.reading);
    case 'wrong':
      return t(`orders.button.wrong.${state.what}`);
    case 'not-enough':
      return t('swap.button.notEnough', { symbol: state.terms.pay.symbol });
    case 'moved':
      return leftWords(state.order);
    case 'failed':
    case 'refused': {
      const moved = movedIn(state, changed);
      return moved ? leftWords(moved) : words(state.failure).next;
    }
    case 'signed-out':
    case 'ready':
      return changed ? t('orders.button.change', { order: readyWords(state.terms) }) : readyWords(state.terms);
    case 'sending':
    case 'asking-again':
    case 'pending':
      return pressWords(state) ?? '';
    default:
      return t(LABELS[state.kind]);
  }
}

function leftWords({ status, left, symbolA }: Order): string {
  if (status !== 'open') return t('orders.button.change.new');
  return t('orders.button.change.left', { left: `${written(left)} ${symbolA}` });
}

function readyWords(terms: Terms): string {
  const { pay, receive, limit, schedule, stop, isExact, isInverse } = terms;
  const sold = `${written(terms.amount)} ${pay.symbol}`;
  const way = isInverse ? 'buy' : 'sell';
  if (schedule)
    return t(`orders.button.recurring.${way}`, { amount: sold, count: schedule.times, symbol: receive.symbol });
  if (stop) return t(`orders.button.stop.${stop.when}.${way}`, { amount: sold, ...priceValues(terms, stop.price) });
  const prices = priceValues(terms);
  if (!isExact) return t(isInverse ? 'orders.button.buy.for' : 'orders.button.sell', { amount: sold, ...prices });
  const amount = `${written(limit?.minReceived ?? '0')} ${receive.symbol}`;
  return isInverse
    ? t('orders.button.buy', { amount, ...prices })
    : t('orders.button.buy.most', { amount, most: sold });
}
