// An order's price: typed, or taken from the market by a button; it can be shown in either of the two tokens.
import { type ReactNode, useId } from 'react';
import { isToken } from '../../../data/token-info.ts';
import { asTyped } from '../../../exact/amount.ts';
import { Spoken } from '../../../parts/Spoken.tsx';
import { t } from '../../../words/words.ts';
import { AmountInput } from '../panel/AmountSide.tsx';
import styles from '../swap.module.css';
import { shiftedPrice } from './limit.ts';
import { type OrderForm, positiveText, priceOf } from './order-state.ts';
import type { Drawn, Ordering } from './use-order.ts';

export type Priced = Ordering & { onEnter(): void };

export function PriceField({
  form,
  edit,
  type,
  onEnter,
  field,
  name,
  now,
  hint,
  steps,
}: Priced & {
  readonly field: Drawn;
  name(id: string): ReactNode;
  /** The market's current or average price, shown above the field for comparison. */
  readonly now: ReactNode;
  readonly hint: ReactNode;
  /** The buttons below the field: label, label for screen readers, and the price that the button sets. */
  readonly steps: readonly (readonly [name: string, spoken: string, price: string])[];
}) {
  const id = useId();
  const { isInverse } = form;
  const [base, told] = isInverse ? [form.receive, form.pay] : [form.pay, form.receive];
  const symbols = { base: symbolOf(base), quote: symbolOf(told) };
  const exact = positiveText(priceOf(form, field));
  return (
    <div className={styles.side} data-field={field} data-long={(exact ?? form[field]).length > 15 || undefined}>
      <div className={styles.head}>
        {name(id)}
        <span className={styles.balance}>{now}</span>
      </div>
      <AmountInput
        id={id}
        text={form[field]}
        exact={exact}
        placeholder="0"
        isTyped
        isStale={false}
        onType={(text) => type(field, text)}
        onEnter={onEnter}
      />
      <button type="button" className={styles.token} onClick={() => edit(turned(form))}>
        <span>
          <span aria-hidden="true">{t('orders.price.unit', symbols)}</span>
          <Spoken>{t('orders.price.turn', symbols)}</Spoken>
        </span>
        <span aria-hidden="true">⇄</span>
      </button>
      <div className={styles.under}>
        <span className={styles.hint}>{hint}</span>
        {steps.length > 0 && (
          <div className={styles.parts}>
            {steps.map(([step, spoken, price]) => (
              <button key={step} type="button" aria-label={spoken} onClick={() => type(field, asTyped(price))}>
                <span>{step}</span>
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

const symbolOf = (token: OrderForm['pay']): string => (isToken(token) ? token.symbol : '…');

/** Inverts both prices to the other token, so that a stop below becomes a stop above; text that is no price is kept. */
export function turned(form: OrderForm) {
  const other = (what: Drawn): string => {
    const exact = positiveText(priceOf(form, what));
    return exact === null ? form[what] : asTyped(shiftedPrice(exact, 0, true, 12));
  };
  return {
    per: form.isInverse ? 'pay' : 'receive',
    ...{ price: other('price'), stop: other('stop') },
    ...(form.when !== '' && { when: form.when === 'below' ? 'above' : 'below' }),
  };
}
