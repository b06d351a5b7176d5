// The limit price: typed, or set by buttons to the current price or slightly better.
import { even } from '../../../exact/figures.ts';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import { inverted, relativeDifference, shiftedPrice } from './limit.ts';
import { positiveText, priceOf } from './order-state.ts';
import { type Priced, PriceField } from './PriceField.tsx';
import { awayWords } from './words.ts';

const STEPS = [0, 1, 5] as const;

export function LimitSide(ordering: Priced) {
  const { form, quote } = ordering;
  const { isInverse } = form;
  const exact = positiveText(priceOf(form));
  const now = quote?.marketPrice ?? null;
  const seen = now !== null && isInverse ? inverted(now) : now;
  const distance = exact === null || seen === null ? null : relativeDifference(exact, seen);
  const nameOf = (step: number) =>
    step === 0 ? t('orders.price.now') : t('orders.price.step', { part: `${isInverse ? '−' : '+'}${step}` });
  return (
    <PriceField
      {...ordering}
      field="price"
      name={(id) => (
        <label className={styles.name} htmlFor={id}>
          {t('orders.price')}
        </label>
      )}
      now={seen !== null && t('orders.price.is', { price: even(seen) })}
      hint={distance !== null && awayWords(distance)}
      steps={
        now === null
          ? []
          : STEPS.map((step) => [
              nameOf(step),
              t('orders.price.set', { step: nameOf(step) }),
              shiftedPrice(now, step, isInverse),
            ])
      }
    />
  );
}
