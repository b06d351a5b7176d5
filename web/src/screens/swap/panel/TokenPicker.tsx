// Choosing a token: a dialog with one search, done by the server, and a list that the arrow keys go through.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { QuoteToken } from '../../../data/prices.ts';
import { shortAddress } from '../../../data/tokens.ts';
import { isZero } from '../../../exact/amount.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { brief } from '../../../exact/figures.ts';
import { toldOf } from '../../../exact/worth.ts';
import { ToldWorth } from '../../../market/figures/AmountWorth.tsx';
import { Pebble } from '../../../parts/Pebble.tsx';
import { t } from '../../../words/words.ts';
import styles from './picker.module.css';
import { type Choice, useChoices } from './use-choices.ts';

export function TokenPicker({
  title,
  onChoose,
  onClose,
}: {
  readonly title: string;
  onChoose(address: string): void;
  onClose(): void;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const { choices, hasMore, isPending, quote, balanceOf } = useChoices(search);
  const active = Math.min(at, choices.length - 1);
  useEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    onChoose(choice.address);
    dialog.current?.close();
  };
  // Whoever types and presses Enter at once means what will be found, not what stands there still.
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    if (!isEntered || isPending) return;
    setEntered(false);
    choose(choices[active]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) setEntered(true);
    else if (step !== undefined) setAt(Math.max(0, Math.min(choices.length - 1, active + step)));
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.picker}
      aria-labelledby={`${id}title`}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 id={`${id}title`}>{title}</h2>
          <button type="button" aria-label={t('parts.close')} onClick={() => dialog.current?.close()}>
            ×
          </button>
        </div>
        <input
          ref={input}
          role="combobox"
          aria-label={t('swap.picker.search')}
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-activedescendant={choices.length > 0 ? `${id}${active}` : undefined}
          aria-autocomplete="list"
          placeholder={t('swap.picker.placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div
          className={styles.list}
          id={`${id}list`}
          role="listbox"
          aria-label={t('swap.picker.list')}
          aria-busy={isPending}
        >
          {choices.map((choice, index) => (
            <Option
              key={choice.address}
              id={`${id}${index}`}
              choice={choice}
              isActive={index === active}
              balance={balanceOf(choice.address)}
              quote={quote}
              onChoose={() => choose(choice)}
            />
          ))}
        </div>
        <p className={styles.foot} role="status">
          {choices.length === 0 && !isPending && t('swap.picker.none')}
          {hasMore && t('swap.picker.more')}
        </p>
      </div>
    </dialog>
  );
}

type OptionProps = {
  readonly id: string;
  readonly choice: Choice;
  readonly isActive: boolean;
  readonly balance: string | null;
  readonly quote: QuoteToken | null;
  onChoose(): void;
};

function Option({ id, choice, isActive, balance, quote, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search above it, as the pattern of a combobox wants it
    <div id={id} role="option" tabIndex={-1} aria-selected={isActive} className={styles.option} onClick={onChoose}>
      <Pebble address={choice.address} symbol={choice.symbol} size={36} />
      <span className={styles.who}>
        <strong>{choice.symbol}</strong>
        <small>
          {choice.name || shortAddress(choice.address)}
          {choice.status === 'paused' && ` · ${t('swap.picker.paused')}`}
        </small>
      </span>
      <span className={styles.worth}>
        {balance !== null && !isZero(balance) && <Figure value={balance} />}
        <Beside choice={choice} balance={balance} quote={quote} />
      </span>
    </div>
  );
}

/** What the balance is worth; of what is not held, the price of one. */
function Beside({ choice, balance, quote }: Pick<OptionProps, 'choice' | 'balance' | 'quote'>) {
  const { address, price } = choice;
  if (price === undefined || quote === null || quote.address === address) return null;
  const told = toldOf(address, balance, { price, quote });
  if (told.kind !== 'nothing') return <ToldWorth told={told} />;
  return <small>{price === null ? t('worth.none') : `${brief(price, 5)} ${quote.symbol}`}</small>;
}
