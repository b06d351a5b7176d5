// The token picker: the server searches the tokens, and a star keeps a token at the top.
import { type ReactNode, useState } from 'react';
import type { QuoteToken } from '../../../data/prices.ts';
import { shortAddress } from '../../../data/tokens.ts';
import { isZero } from '../../../exact/amount.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { brief } from '../../../exact/figures.ts';
import { worthShown } from '../../../exact/worth.ts';
import { ShownWorth } from '../../../market/figures/AmountWorth.tsx';
import { Pebble } from '../../../parts/Pebble.tsx';
import { SearchDialog } from '../../../parts/SearchDialog.tsx';
import { t } from '../../../words/words.ts';
import { MOST_FAVORITES, useOwnTokens } from './own-tokens.ts';
import styles from './picker.module.css';
import { type TokenChoice, useChoices } from './use-choices.ts';

export type TokenPickerProps = { readonly title: string; onChoose(address: string): void; onClose(): void };

export default function TokenPicker({ title, onChoose, onClose }: TokenPickerProps) {
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const own = useOwnTokens();
  const { sections, hasMore, isPending, quote, balanceOf } = useChoices(search, own);
  const choices = sections.flatMap((section) => section.choices);
  const active = Math.min(at, choices.length - 1);
  const choose = ({ address }: TokenChoice) => {
    own.choose(address);
    onChoose(address);
  };
  return (
    <SearchDialog
      className={styles.picker}
      title={title}
      label={t('swap.picker.search')}
      placeholder={t('swap.picker.placeholder')}
      text={search}
      onType={(text) => {
        setSearch(text);
        setAt(0);
      }}
      count={choices.length}
      active={active}
      onMove={setAt}
      onChoose={(index) => choose(choices[index] as TokenChoice)}
      isPending={isPending}
      list={{ role: 'grid', label: t('swap.picker.list') }}
      foot={
        <>
          {choices.length === 0 && !isPending && t('swap.picker.none')}
          {own.isFull && `${t('picker.full', { count: MOST_FAVORITES })} `}
          {hasMore && `${t('swap.picker.more')} `}
          {choices.length > 0 && quote && t('worth.average.prices', { symbol: quote.symbol })}
        </>
      }
      onClose={onClose}
    >
      {(itemOf) =>
        sections.map(({ name, choices: some }) => (
          <Section key={name} name={sections.length > 1 ? t(`picker.${name}`) : null}>
            {some.map((choice) => {
              const index = choices.indexOf(choice);
              return (
                <Option
                  key={choice.address}
                  {...itemOf(index)}
                  choice={choice}
                  isActive={index === active}
                  balance={balanceOf(choice.address)}
                  quote={quote}
                  isStarred={own.isFavorite(choice.address)}
                  onStar={() => own.star(choice.address)}
                />
              );
            })}
          </Section>
        ))
      }
    </SearchDialog>
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
  readonly choice: TokenChoice;
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
  if (worth.kind !== 'nothing') return <ShownWorth worth={worth} isRough />;
  return <small>{price === null ? t('worth.none') : `${brief(price, 5)} ${quote.symbol}`}</small>;
}
