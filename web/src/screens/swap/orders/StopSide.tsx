// A stop's trigger price and direction, the averaging window, and the guard: by how much a fill may be below the average.
import { divide, even, percent } from '../../../exact/figures.ts';
import { InlineSelect } from '../../../parts/InlineSelect.tsx';
import { Row } from '../../../parts/Rows.tsx';
import { Spoken } from '../../../parts/Spoken.tsx';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import { distanceSeen, relativeDifference, shiftedPrice } from './limit.ts';
import { positiveText, priceOf } from './order-state.ts';
import { type Priced, PriceField } from './PriceField.tsx';
import { averageSeen, isOff, minutesOf, slippagesWith, windowsWith } from './stop.ts';
import type { Ordering } from './use-order.ts';

const STEPS = [2, 5, 10] as const;

export function StopSide(ordering: Priced) {
  const { form, quote, edit } = ordering;
  const average = averageSeen(quote, form.isInverse);
  const exact = positiveText(priceOf(form, 'stop'));
  const distance = exact === null || average === null ? null : relativeDifference(exact, average);
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
          <InlineSelect
            label={t('orders.stop.when')}
            value={form.when || 'below'}
            options={['below', 'above']}
            nameOf={(when) => t(`orders.stop.${when}`)}
            onChoose={(when) => edit({ when })}
          />
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
              shiftedPrice(average, sign * step, false),
            ])
      }
    />
  );
}

function awayFromAverage(distance: string): string {
  const part = percent(distance.replace('-', ''));
  return t(distance.startsWith('-') ? 'orders.stop.away.below' : 'orders.stop.away.above', { part });
}

/** The default is named with the window that the order would get, as far as that is known. */
function windowName(over: string, quote: Ordering['quote']): string {
  if (over !== '') return t('orders.over.minutes', { minutes: Number(over) });
  const minutes = minutesOf(null, quote);
  return minutes === null ? t('orders.over.default') : t('orders.over.default.minutes', { minutes });
}

/** A buyer who gets at most 3% less pays at most 3.09% more. */
function guardName(inPercents: string, isInverse: boolean): string {
  const part = divide(inPercents, '100');
  if (isOff(part)) return t('orders.guard.off');
  return isInverse
    ? t('orders.guard.most.buy', { most: percent(distanceSeen(`-${part}`, true)) })
    : t('orders.guard.most', { most: t('orders.price.step', { part: inPercents }) });
}

/** One row for the averaging window and one for the guard. */
export const StopRows = ({
  form: { over, guard, isInverse },
  quote,
  edit,
}: Pick<Ordering, 'form' | 'quote' | 'edit'>) => (
  <>
    <Row name={t('orders.over')}>
      <InlineSelect
        label={t('orders.over')}
        value={over}
        options={windowsWith(over)}
        nameOf={(choice) => windowName(choice, quote)}
        onChoose={(next) => edit({ over: next })}
      />
    </Row>
    <Row name={t('orders.guard')}>
      <InlineSelect
        label={t('orders.guard')}
        value={guard}
        options={slippagesWith(guard)}
        nameOf={(part) => guardName(part, isInverse)}
        onChoose={(next) => edit({ guard: next })}
      />
    </Row>
  </>
);
