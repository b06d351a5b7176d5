// The order in words, the errors that block it, and its button, which stays visible while the panel scrolls.
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { written } from '../../../exact/figures.ts';
import { Button } from '../../../parts/Button.tsx';
import { pressWords } from '../../../parts/press-words.ts';
import { unclearWords } from '../../../parts/UnclearAmount.tsx';
import { words } from '../../../words/errors.ts';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import { OrderDone } from './OrderDone.tsx';
import { OrderMessages } from './OrderMessages.tsx';
import type { OrderState, Terms } from './order-state.ts';
import type { Ordering } from './use-order.ts';
import { priceValues } from './words.ts';

type ActionProps = Ordering & { readonly ref: Ref<HTMLButtonElement>; readonly children: ReactNode };

export function OrderAction({ children, ...ordering }: ActionProps) {
  const { state, ref, form } = ordering;
  if (state.kind === 'done')
    return (
      <div className={styles.below}>
        {children}
        <OrderDone {...ordering} done={state.done.output} />
      </div>
    );
  const press = actOf(state, ordering);
  return (
    <>
      <div className={styles.below}>
        {children}
        <OrderMessages {...ordering} />
      </div>
      <div className={styles.press}>
        {state.kind === 'signed-out' ? (
          <Button ref={ref} primary wide popoverTarget="account">
            {t('orders.button.signIn')}
          </Button>
        ) : (
          <Button
            ref={ref}
            primary={press !== null}
            wide
            aria-disabled={press === null}
            onClick={() => press?.()}
            onKeyDown={withoutRepeat}
          >
            {labelIn(state)}
          </Button>
        )}
        <p className={styles.foot}>{t(form.kind === 'recurring' ? 'orders.foot.recurring' : 'orders.foot')}</p>
      </div>
    </>
  );
}

/** A held key presses once. */
const withoutRepeat = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault();
};

function actOf(state: OrderState, { press, renew, pressing }: Ordering): (() => void) | null {
  if (state.kind === 'refused' || state.kind === 'failed') return renew;
  if (state.kind === 'unknown') return pressing.other === null ? pressing.askAgain : null;
  return state.kind === 'ready' ? press : null;
}

function labelIn(state: OrderState): string {
  switch (state.kind) {
    case 'loading':
      return t('swap.button.loading');
    case 'unknown-token':
    case 'same-token':
      return t('swap.button.otherToken');
    case 'paused':
      return t('swap.button.paused');
    case 'missing':
      return state.what === 'amount' ? t('swap.button.enter') : t(`orders.button.enter.${state.what}`);
    case 'unclear':
      return unclearWords(state.reading);
    case 'wrong':
      return t(`orders.button.wrong.${state.what}`);
    case 'offline':
      return t('swap.button.offline');
    case 'asking':
      return t('swap.button.asking');
    case 'not-enough':
      return t('swap.button.notEnough', { symbol: state.terms.pay.symbol });
    case 'failed':
    case 'refused':
      return words(state.failure.code, state.failure.message).next;
    case 'signed-out':
    case 'ready':
      return readyWords(state.terms);
    case 'unknown':
      return t('swap.button.checkAgain');
    default:
      return pressWords(state) ?? t('swap.button.done');
  }
}

function readyWords(terms: Terms): string {
  const { pay, receive, amount, limit, schedule, stop } = terms;
  const sold = `${written(amount)} ${pay.symbol}`;
  if (schedule) return t('orders.button.recurring', { amount: sold, count: schedule.times });
  if (stop)
    return t(stop.when === 'below' ? 'orders.button.stop.below' : 'orders.button.stop.above', {
      amount: sold,
      ...priceValues(terms, stop.price),
    });
  return t('orders.button.limit', { amount: sold, least: `${written(limit?.minReceived ?? '0')} ${receive.symbol}` });
}
