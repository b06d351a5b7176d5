// An input for an amount of a token, with the token's mark and its balance; all digits are shown.
import { type ReactNode, useId } from 'react';
import { Figure } from '../exact/Figure.tsx';
import { T } from '../words/T.tsx';
import styles from './amount-field.module.css';
import { Pebble } from './Pebble.tsx';

export function AmountField({
  label,
  address,
  symbol,
  value,
  placeholder = '0',
  held,
  worth,
  isDim = false,
  isWrong = false,
  isFirst = false,
  isDisabled = false,
  onType,
}: {
  readonly label: string;
  readonly address: string;
  readonly symbol: string;
  readonly value: string;
  /** Shown while the value is not known. */
  readonly placeholder?: string;
  /** The balance; null if it is not known. */
  readonly held: string | null;
  /** The value of the typed amount. */
  readonly worth?: ReactNode;
  /** True if the value is outdated and being recomputed. */
  readonly isDim?: boolean;
  readonly isWrong?: boolean;
  /** True if the field gets the focus when its sheet opens. */
  readonly isFirst?: boolean;
  readonly isDisabled?: boolean;
  onType(text: string): void;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {held !== null && (
          <span id={`${id}held`}>
            <T id="parts.balance" values={{ amount: <Figure value={held} symbol={symbol} /> }} />
          </span>
        )}
      </div>
      <div className={styles.line}>
        <input
          id={id}
          className={isDim ? styles.dim : ''}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          data-first={isFirst || undefined}
          data-long={value.length > 17 ? 'very' : value.length > 10 || undefined}
          placeholder={placeholder}
          value={value}
          disabled={isDisabled}
          aria-invalid={isWrong}
          aria-describedby={held === null ? undefined : `${id}held`}
          onChange={({ target }) => onType(target.value)}
        />
        <span className={styles.token}>
          <Pebble address={address} symbol={symbol} size={24} />
          {symbol}
        </span>
      </div>
      {worth}
    </div>
  );
}
