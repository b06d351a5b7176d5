// One side of the swap: its amount, token and balance.
import { type CSSProperties, useId, useState } from 'react';
import { useMe } from '../../../data/account.ts';
import { isToken, type TokenLookup } from '../../../data/token-info.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { inPercent, partsOf, ungrouped, written } from '../../../exact/figures.ts';
import type { PoolPrice } from '../../../exact/worth.ts';
import { AmountWorth } from '../../../market/figures/AmountWorth.tsx';
import { Pebble } from '../../../parts/Pebble.tsx';
import { Spoken } from '../../../parts/Spoken.tsx';
import { ChevronIcon } from '../../../shell/icons.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import type { Side } from './prepared-swap.ts';

const PARTS = [25n, 50n, 100n] as const;
const partName = (percent: bigint): string => (percent === 100n ? t('swap.max') : inPercent(`${percent}`));

export function AmountSide(props: {
  readonly side: Side;
  /** Replaces the default label. */
  readonly label?: string;
  /** Read-only: computed from other fields. */
  readonly isFixed?: boolean;
  readonly token: TokenLookup;
  readonly text: string;
  /** The amount as an exact decimal; null if the text is not a number. */
  readonly exact: string | null;
  readonly placeholder: string;
  readonly isTyped: boolean;
  readonly isStale: boolean;
  readonly balance: string | null;
  /** The pool at whose price the amount is valued. */
  readonly pool: PoolPrice | null | undefined;
  onType?(text: string): void;
  onPick(): void;
  onEnter?(): void;
  onPart?(percent: bigint): void;
}) {
  const { side, token, text, isStale, balance, onPart } = props;
  const id = useId();
  const { account } = useMe();
  const name = props.label ?? t(`swap.${side}`);
  const known = isToken(token) ? token : null;
  return (
    <div className={styles.side} data-long={digitsOf(props.exact, text) > LONG || undefined}>
      <div className={styles.head}>
        <label className={styles.name} htmlFor={id}>
          {name}
        </label>
        <span className={styles.balance}>
          {known && account !== null && (
            <T
              id="swap.balance"
              values={{
                amount: (
                  <>
                    {balance === null ? '…' : <Figure value={balance} />} {known.symbol}
                  </>
                ),
              }}
            />
          )}
        </span>
      </div>
      <AmountInput id={id} {...props} isStale={isStale} />
      <button type="button" className={styles.token} onClick={props.onPick}>
        {known && <Pebble address={known.address} symbol={known.symbol} />}
        <span>
          <span aria-hidden="true">{known?.symbol ?? (token === 'unknown' ? t('swap.chooseToken') : '…')}</span>
          <Spoken>{known ? t(`swap.side.${side}`, { symbol: known.symbol }) : t(`swap.side.${side}.none`)}</Spoken>
        </span>
        <ChevronIcon />
      </button>
      <div className={styles.under} data-stale={isStale || undefined}>
        {known && <AmountWorth address={known.address} amount={props.exact} pool={props.pool} />}
        {onPart && balance !== null && /[1-9]/.test(balance) && (
          <div className={styles.parts}>
            {PARTS.map((percent) => (
              <button
                key={percent}
                type="button"
                onClick={() => onPart(percent)}
                aria-label={t('swap.part', { part: partName(percent) })}
              >
                <span>{partName(percent)}</span>
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

/** Amounts with more characters than this get a line of their own. */
const LONG = 15;
const digitsOf = (exact: string | null, text: string): number => (exact === null ? text : written(exact)).length || 1;

/** Shows the typed text while focused, otherwise the number with digit grouping and its last digits in a softer colour. */
export function AmountInput({
  id,
  text,
  exact,
  placeholder,
  isTyped,
  isStale,
  isFixed,
  onType,
  onEnter,
}: {
  readonly id: string;
  readonly text: string;
  readonly exact: string | null;
  readonly placeholder: string;
  readonly isTyped: boolean;
  readonly isStale: boolean;
  readonly isFixed?: boolean | undefined;
  onType?: ((text: string) => void) | undefined;
  onEnter?: (() => void) | undefined;
}) {
  const [isFocused, setFocused] = useState(false);
  const isPainted = exact !== null && !isFocused;
  const { head, tail } = partsOf(exact ?? '0');
  // The font size depends on the number of digits.
  const size = { '--digits': digitsOf(exact, text || placeholder) } as CSSProperties;
  return (
    <span
      className={styles.amount}
      data-stale={isStale || undefined}
      data-painted={isPainted || undefined}
      data-words={(text === '' && !/^[\d…]/.test(placeholder)) || undefined}
    >
      <input
        style={size}
        id={id}
        value={isTyped ? text : ungrouped(text)}
        placeholder={placeholder}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        readOnly={isFixed}
        onChange={(event) => onType?.(event.target.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.repeat) return;
          event.preventDefault();
          onEnter?.();
        }}
        data-typed={isTyped || undefined}
      />
      {isPainted && (
        <span className={styles.painted} style={size} aria-hidden="true">
          {head}
          <span>{tail}</span>
        </span>
      )}
    </span>
  );
}
