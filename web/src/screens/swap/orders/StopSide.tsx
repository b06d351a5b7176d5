// A stop's trigger price and direction, the averaging window, and the guard of its fills.
import { even, percent } from '../../../exact/figures.ts';
import { Row } from '../../../parts/Rows.tsx';
import { Spoken } from '../../../parts/Spoken.tsx';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import { betterPrice, farOf } from './limit.ts';
import { priceOf, saidBy } from './order-state.ts';
import { type Priced, PriceField } from './PriceField.tsx';
import { averageSeen, GUARDS, OVERS } from './stop.ts';
import type { Ordering } from './use-order.ts';

const STEPS = [2, 5, 10] as const;

export function StopSide(ordering: Priced) {
  const { form, quote, edit } = ordering;
  const average = averageSeen(quote, form.isInverse);
  const exact = saidBy(priceOf(form, 'stop'));
  const distance = exact === null || average === null ? null : farOf(exact, average);
  const sign = form.when === 'below' ? -1 : 1;
  const nameOf = (step: number) => t('orders.price.step', { part: `${sign < 0 ? '−' : '+'}${step}` });
  return (
    <PriceField
      {...ordering}
      field="stop"
      name={(id) => (
        <span className={styles.name}>
          <label htmlFor={id}>
            <Spoken>{t('orders.stop')}</Spoken>
          </label>
          <select
            className={styles.moves}
            aria-label={t('orders.stop.when')}
            value={form.when}
            onChange={({ target }) => edit({ when: target.value })}
          >
            <option value="below">{t('orders.stop.below')}</option>
            <option value="above">{t('orders.stop.above')}</option>
          </select>
        </span>
      )}
      now={average !== null && t('orders.stop.is', { price: even(average) })}
      hint={distance !== null && awayFromAverage(distance)}
      steps={
        average === null
          ? []
          : STEPS.map((step) => [
              nameOf(step),
              t('orders.stop.set', { step: nameOf(step) }),
              betterPrice(average, sign * step, false),
            ])
      }
    />
  );
}

function awayFromAverage(distance: string): string {
  const part = percent(distance.replace('-', ''));
  return t(distance.startsWith('-') ? 'orders.stop.away.below' : 'orders.stop.away.above', { part });
}

/** One row for the averaging window and one for the guard. */
export const StopRows = ({ form: { over, guard }, edit }: Pick<Ordering, 'form' | 'edit'>) => (
  <>
    <Row name={t('orders.over')}>
      <select
        className={styles.moves}
        aria-label={t('orders.over')}
        value={over}
        onChange={({ target }) => edit({ over: target.value })}
      >
        {OVERS.map((one) => (
          <option key={one} value={one}>
            {t('orders.over.minutes', { minutes: Number(one) })}
          </option>
        ))}
      </select>
    </Row>
    <Row name={t('orders.guard')}>
      <select
        className={styles.moves}
        aria-label={t('orders.guard')}
        value={guard}
        onChange={({ target }) => edit({ guard: target.value })}
      >
        {GUARDS.map((one) => (
          <option key={one} value={one}>
            {t('orders.guard.most', { most: t('orders.price.step', { part: one }) })}
          </option>
        ))}
      </select>
    </Row>
  </>
);
