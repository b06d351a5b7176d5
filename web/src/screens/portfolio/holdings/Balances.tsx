// Token balances with their value, highest first, one line each.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { GetPortfolioOutput } from '#client';
import type { Pages } from '../../../data/pages.ts';
import { isZero } from '../../../exact/amount.ts';
import { Figure } from '../../../exact/Figure.tsx';
import Faucet from '../../../market/faucet/Faucet.tsx';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { type ItemColumn, ItemList } from '../../../market/lists/ItemList.tsx';
import { More } from '../../../market/lists/More.tsx';
import { useNarrow } from '../../../market/lists/use-narrow.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { Pebble } from '../../../parts/Pebble.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { type Asked, tokenCell } from '../gains/cell.ts';
import { GainFigure } from '../gains/GainFigure.tsx';
import styles from '../portfolio.module.css';
import { type HeldToken, useBareBalances, type useHeldTokens } from './holdings.ts';

export type BalanceRow = Pick<HeldToken, 'address' | 'symbol' | 'balance'> &
  Partial<Pick<HeldToken, 'inOrders'>> & { readonly worth: string | null };

/** Null if the account may not send tokens. */
type OnSend = ((token: string) => void) | null;

export function Balances({
  held,
  asked,
  onSend,
  children,
}: {
  readonly held: ReturnType<typeof useHeldTokens>;
  readonly asked: Asked;
  readonly onSend: OnSend;
  readonly children: ReactNode;
}) {
  const bare = useBareBalances(held.error !== null);
  return held.error ? (
    <BalanceSection list={bare} onSend={onSend}>
      {children}
    </BalanceSection>
  ) : (
    <BalanceSection
      list={held}
      asked={asked}
      quote={held.last?.quoteToken}
      count={held.last?.held.tokens.count}
      onSend={onSend}
    >
      {children}
    </BalanceSection>
  );
}

export function BalanceSection({
  list,
  asked,
  quote = null,
  count,
  onSend,
  children,
}: {
  readonly list: Pages<BalanceRow>;
  /** Absent where there are no books, as on a chain. */
  readonly asked?: Asked;
  readonly quote?: Pick<NonNullable<GetPortfolioOutput['quoteToken']>, 'address' | 'symbol'> | null | undefined;
  readonly count?: number | undefined;
  readonly onSend: OnSend;
  readonly children?: ReactNode;
}) {
  const { items, isKnown, error, retry, more } = list;
  const isNarrow = useNarrow();
  return (
    <section aria-labelledby="balances">
      <h2 id="balances">{t('portfolio.balances')}</h2>
      {error && <Failed error={error} onRetry={retry} />}
      {!isKnown && !error && <Skeleton lines={4} height={44} />}
      {isKnown && items.length === 0 && (
        <Empty title={t('portfolio.balances.empty')}>{t('portfolio.balances.empty.text')}</Empty>
      )}
      {items.length > 0 && (
        <>
          <ItemList
            isDense
            items={items}
            columns={columnsOf({ quote: quote?.symbol, isNarrow, onSend, asked })}
            keyOf={({ address }) => address}
            label={t('portfolio.balances')}
          />
          {(more || items.length > FEW) && <More pages={list} count={count} of="token" />}
          {children}
        </>
      )}
      <Faucet />
    </section>
  );
}

/** Up to this many rows need no count below the list. */
const FEW = 20;

type Shown = {
  readonly quote: string | undefined;
  readonly isNarrow: boolean;
  readonly onSend: OnSend;
  readonly asked: Asked | undefined;
};

const columnsOf = ({ quote, isNarrow, onSend, asked }: Shown): readonly ItemColumn<BalanceRow>[] => [
  { name: t('market.column.token'), line: 1, cell: (row) => <TokenName {...row} /> },
  { name: t('books.column.amount'), end: true, line: 1, cell: (row) => <Held {...row} /> },
  ...(quote === undefined
    ? []
    : [
        {
          name: t('books.column.worthIn', { symbol: quote }),
          end: true,
          line: 2 as const,
          cell: ({ worth }: BalanceRow) =>
            worth === null ? (
              <span className={styles.soft}>{t('worth.none')}</span>
            ) : (
              <Figure value={worth} symbol={isNarrow ? quote : undefined} />
            ),
        },
      ]),
  ...(asked === undefined ? [] : gainColumns(asked)),
  { name: t('books.column.acts'), end: true, line: 2, cell: (row) => <Acts row={row} onSend={onSend} /> },
];

const gainColumns = (asked: Asked): readonly ItemColumn<BalanceRow>[] =>
  (['cost', 'unrealised', 'realised'] as const).map((field) => ({
    name: t(`books.column.${field}`),
    end: true,
    cardName: () => (field === 'unrealised' ? t('books.column.unrealised') : null),
    cell: ({ address }) => <GainFigure cell={tokenCell(asked, address, field)} isGain={field !== 'cost'} />,
  }));

const TokenName = ({ address, symbol }: BalanceRow) => (
  <Link href={`/token/${encodeURIComponent(address)}`} className={styles.token}>
    <Pebble address={address} symbol={symbol} size={24} />
    {symbol}
  </Link>
);

const Held = ({ balance, inOrders }: BalanceRow) => (
  <span>
    <Figure value={balance} />
    {inOrders !== undefined && !isZero(inOrders) && (
      <small className={styles.inOrders}>
        <T id="portfolio.inOrders" values={{ amount: <Figure value={inOrders} /> }} />
      </small>
    )}
  </span>
);

function Acts({ row: { address, symbol }, onSend }: { readonly row: BalanceRow; readonly onSend: OnSend }) {
  return (
    <span className={styles.acts}>
      <Link href={`/?pay=${encodeURIComponent(address)}`} aria-label={t('portfolio.swap.one', { symbol })}>
        {t('portfolio.swap')}
      </Link>
      {onSend && (
        <LinkButton aria-label={t('send.one', { symbol })} onClick={() => onSend(address)}>
          {t('send.title')}
        </LinkButton>
      )}
    </span>
  );
}
