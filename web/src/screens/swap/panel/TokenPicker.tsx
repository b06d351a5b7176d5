// The token picker: a dialog with a server-side search and a list that the arrow keys move through.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { QuoteToken } from '../../../data/prices.ts';
import { shortAddress } from '../../../data/tokens.ts';
import { isZero } from '../../../exact/amount.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { brief } from '../../../exact/figures.ts';
import { worthShown } from '../../../exact/worth.ts';
import { ShownWorth } from '../../../market/figures/AmountWorth.tsx';
import { Pebble } from '../../../parts/Pebble.tsx';
import { t } from '../../../words/words.ts';
import { MOST_FAVORITES, useOwnTokens } from './own-tokens.ts';
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
  const own = useOwnTokens();
  const { sections, hasMore, isPending, quote, balanceOf } = useChoices(search, own);
  const choices = sections.flatMap((section) => section.choices);
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
    own.choose(choice.address);
    onChoose(choice.address);
    dialog.current?.close();
  };
  // Enter pressed while searching waits for the results, rather than choosing an outdated one.
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
          aria-haspopup="grid"
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
        {/* biome-ignore lint/a11y/useSemanticElements: no list and no table: beside each token stands a star that can be pressed */}
        <div
          className={styles.list}
          id={`${id}list`}
          role="grid"
          aria-label={t('swap.picker.list')}
          aria-busy={isPending}
        >
          {sections.map(({ name, choices: some }, section) => {
            const first = sections.slice(0, section).reduce((sum, before) => sum + before.choices.length, 0);
            return (
              <Section key={name} name={sections.length > 1 ? t(`picker.${name}`) : null}>
                {some.map((choice, index) => (
                  <Option
                    key={choice.address}
                    id={`${id}${first + index}`}
                    choice={choice}
                    isActive={first + index === active}
                    balance={balanceOf(choice.address)}
                    quote={quote}
                    isStarred={own.isFavorite(choice.address)}
                    onStar={() => own.star(choice.address)}
                    onChoose={() => choose(choice)}
                  />
                ))}
              </Section>
            );
          })}
        </div>
        <p className={styles.foot} role="status">
          {choices.length === 0 && !isPending && t('swap.picker.none')}
          {own.isFull && `${t('picker.full', { count: MOST_FAVORITES })} `}
          {hasMore && t('swap.picker.more')}
        </p>
      </div>
    </dialog>
  );
}

const Section = ({ name, children }: { readonly name: string | null; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: rows of a grid that are no table
  <div role="rowgroup" className={styles.section} data-name={name ?? undefined} aria-label={name ?? undefined}>
    {children}
  </div>
);

type OptionProps = {
  readonly id: string;
  readonly choice: Choice;
  readonly isActive: boolean;
  readonly balance: string | null;
  readonly quote: QuoteToken | null;
  readonly isStarred: boolean;
  onStar(): void;
  onChoose(): void;
};

function Option({ id, choice, isActive, balance, quote, isStarred, onStar, onChoose }: OptionProps) {
  const { address, symbol, name, status } = choice;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a grid that are no table
    <div role="row" aria-selected={isActive} className={styles.option} tabIndex={-1}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search above it, as the pattern of a combobox wants it */}
      {/* biome-ignore lint/a11y/useSemanticElements: rows of a grid that are no table */}
      <div id={id} role="gridcell" tabIndex={-1} className={styles.pick} onClick={onChoose}>
        <Pebble address={address} symbol={symbol} size={36} />
        <span className={styles.who}>
          <strong>{symbol}</strong>
          {/* Symbols can be imitated, so each row shows name and address. */}
          <small>
            {name && <span>{name}</span>}
            <span>{shortAddress(address)}</span>
            {status === 'paused' && <span>{t('swap.picker.paused')}</span>}
          </small>
        </span>
        <span className={styles.worth}>
          {balance !== null && !isZero(balance) && <Figure value={balance} />}
          <PriceOrWorth choice={choice} balance={balance} quote={quote} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: rows of a grid that are no table */}
      <div role="gridcell" tabIndex={-1} className={styles.starCell}>
        <button
          type="button"
          className={styles.star}
          // Only the active token's star is in the Tab order.
          tabIndex={isActive ? 0 : -1}
          aria-pressed={isStarred}
          aria-label={t(isStarred ? 'picker.unstar' : 'picker.star', { symbol })}
          onClick={onStar}
        >
          {isStarred ? '★' : '☆'}
        </button>
      </div>
    </div>
  );
}

/** The value of the balance; without a balance, the price of one token. */
function PriceOrWorth({ choice, balance, quote }: Pick<OptionProps, 'choice' | 'balance' | 'quote'>) {
  const { address, price } = choice;
  if (price === undefined || quote === null || quote.address === address) return null;
  const worth = worthShown(address, balance, { price, quote });
  if (worth.kind !== 'nothing') return <ShownWorth worth={worth} />;
  return <small>{price === null ? t('worth.none') : `${brief(price, 5)} ${quote.symbol}`}</small>;
}
