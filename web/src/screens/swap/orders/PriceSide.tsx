// The limit price: typed, or the price of now and a little better; which of the two tokens it is told in can be turned round.
import { useId } from 'react';
import { asTyped } from '../../../exact/amount.ts';
import { even, percent } from '../../../exact/figures.ts';
import { Spoken } from '../../../parts/Spoken.tsx';
import { t } from '../../../words/words.ts';
import { AmountInput } from '../panel/AmountSide.tsx';
import styles from '../swap.module.css';
import { betterPrice, distanceSeen, farOf, turned } from './limit.ts';
import { priceOf } from './order-state.ts';
import type { Ordering } from './use-order.ts';
import { awayWords } from './words.ts';

const STEPS = [0, 1, 5] as const;

export function PriceSide({ form, quote, edit, type, onEnter }: Ordering & { onEnter(): void }) {
  const id = useId();
  const { isTurned } = form;
  const [base, told] = isTurned ? [form.receive, form.pay] : [form.pay, form.receive];
  const symbols = { base: symbolOf(base), quote: symbolOf(told) };
  const reading = priceOf(form);
  const exact = reading.kind === 'amount' && reading.units > 0n ? reading.text : null;
  const now = quote?.marketPrice ?? null;
  const distance = exact === null || now === null ? null : farOf(exact, isTurned ? turned(now) : now);
  const stepName = (step: number) =>
    step === 0 ? t('orders.price.now') : t('orders.price.step', { part: `${isTurned ? '−' : '+'}${step}` });
  return (
    <div className={styles.side} data-long={(exact ?? form.price).length > 15 || undefined}>
      <label className={styles.name} htmlFor={id}>
        {t('orders.price')}
      </label>
      <span className={styles.balance}>
        {now !== null && t('orders.price.is', { price: even(isTurned ? turned(now) : now) })}
      </span>
      <AmountInput
        id={id}
        text={form.price}
        exact={exact}
        placeholder="0"
        isTyped
        isStale={false}
        onType={(text) => type('price', text)}
        onEnter={onEnter}
      />
      <button type="button" className={styles.token} onClick={() => edit(turn(form.price, exact, isTurned))}>
        <span>
          <span aria-hidden="true">{`${symbols.quote} / ${symbols.base}`}</span>
          <Spoken>{t('orders.price.turn', symbols)}</Spoken>
        </span>
        <span aria-hidden="true">⇄</span>
      </button>
      <div className={styles.under}>
        <span className={styles.hint}>{distance !== null && awayWords(distance, percent)}</span>
        {now !== null && (
          <div className={styles.parts}>
            {STEPS.map((step) => (
              <button
                key={step}
                type="button"
                aria-label={t('orders.price.set', { step: stepName(step) })}
                onClick={() => type('price', asTyped(betterPrice(now, step, isTurned)))}
              >
                <span>{stepName(step)}</span>
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

const symbolOf = (token: Ordering['form']['pay']): string =>
  token === null || token === 'unknown' ? '…' : token.symbol;

/** The same price from the other side; what cannot be read is left as it is. */
const turn = (price: string, exact: string | null, isTurned: boolean) => ({
  per: isTurned ? '' : 'receive',
  price: exact === null ? price : asTyped(betterPrice(exact, 0, true, 12)),
});

/** How far the limit is from now, from the side that it is seen from. */
export function awayOf(distance: string, isTurned: boolean): string {
  const far = distanceSeen(distance, isTurned);
  return awayWords(distance.startsWith('-') === isTurned ? far : `-${far}`, percent);
}
