// Token balances with their value, highest first, one line each; on a narrow page, cost, realised gain and actions are behind the line.
import { Link } from 'wouter';
import { useUrlState } from '../../../data/url-state.ts';
import { isZero } from '../../../exact/amount.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { Worth } from '../../../market/figures/Worth.tsx';
import { type ItemColumn, ItemList } from '../../../market/lists/ItemList.tsx';
import { RowButton } from '../../../market/lists/RowButton.tsx';
import { useNarrow } from '../../../market/lists/use-narrow.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Pebble } from '../../../parts/Pebble.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { type Asked, type GainField, tokenCell } from '../gains/cell.ts';
import { GainFigure } from '../gains/GainFigure.tsx';
import styles from '../portfolio.module.css';
import type { HeldToken } from './holdings.ts';

export type BalanceRow = Pick<HeldToken, 'address' | 'symbol' | 'balance'> & {
  readonly inOrders?: HeldToken['inOrders'] | null;
  readonly worth: string | null;
};

/** Null if the account may not send tokens. */
export type OnSend = ((token: string) => void) | null;

type Shown = {
  /** The symbol of the token in which balances are valued. */
  readonly quote: string | undefined;
  /** Absent where there are no books, as on a chain. */
  readonly asked: Asked | undefined;
  readonly onSend: OnSend;
};

type BalanceColumn = ItemColumn<BalanceRow>;

/** The token whose line is open on a narrow page. */
const CLOSED = { balance: '' };

export function BalanceList({ items, ...shown }: Shown & { readonly items: readonly BalanceRow[] }) {
  const isNarrow = useNarrow(1100);
  const [{ balance: opened }, change] = useUrlState(CLOSED);
  const isOpen = ({ address }: BalanceRow) => opened === address;
  const toggle = (row: BalanceRow) => change({ balance: isOpen(row) ? '' : row.address });
  const opener: BalanceColumn = {
    name: t('market.column.token'),
    line: 1,
    cell: (row) => (
      <RowButton isOpen={isOpen(row)} onClick={() => toggle(row)}>
        <span className={styles.token}>
          <TokenName {...row} />
        </span>
      </RowButton>
    ),
  };
  return (
    <ItemList
      isDense
      narrowBelow={1100}
      items={items}
      columns={isNarrow ? [opener, ...narrowColumns(shown)] : wideColumns(shown)}
      keyOf={({ address }) => address}
      label={t('portfolio.balances')}
      {...(isNarrow && { detail: (row: BalanceRow) => isOpen(row) && <Detail row={row} onSend={shown.onSend} /> })}
    />
  );
}

const wideColumns = ({ quote, onSend, asked }: Shown): readonly BalanceColumn[] => [
  {
    name: t('market.column.token'),
    cell: (row) => (
      <Link href={tokenHref(row)} className={styles.token}>
        <TokenName {...row} />
      </Link>
    ),
  },
  AMOUNT(),
  ...(quote === undefined ? [] : [exactWorth(quote)]),
  ...(asked === undefined ? [] : GAINS.map((field) => gainColumn(asked, field))),
  { name: t('books.column.acts'), end: true, cell: (row) => <Acts row={row} onSend={onSend} /> },
];

const narrowColumns = ({ quote, asked }: Shown): readonly BalanceColumn[] => [
  AMOUNT(),
  ...(quote === undefined
    ? []
    : [
        {
          name: t('books.column.worth'),
          line: 2 as const,
          cell: ({ worth }: BalanceRow) => <Worth value={worth} symbol={quote} />,
        },
        exactWorth(quote),
      ]),
  ...(asked === undefined
    ? []
    : GAINS.map((field) => (field === 'unrealised' ? namedGain(asked) : gainColumn(asked, field)))),
];

const AMOUNT = (): BalanceColumn => ({
  name: t('books.column.amount'),
  end: true,
  line: 1,
  cell: (row) => <Held {...row} />,
});

const exactWorth = (quote: string): BalanceColumn => ({
  name: t('books.column.worthIn', { symbol: quote }),
  end: true,
  cell: ({ worth }) =>
    worth === null ? (
      <span className={styles.soft}>{t('worth.none')}</span>
    ) : (
      <Figure className={styles.whole} value={worth} />
    ),
});

const GAINS = ['cost', 'unrealised', 'realised'] as const satisfies readonly GainField[];

const gainColumn = (asked: Asked, field: GainField): BalanceColumn => ({
  name: t(`books.column.${field}`),
  end: true,
  cell: ({ address }) => <GainFigure cell={tokenCell(asked, address, field)} isGain={field !== 'cost'} />,
});

/** With its name, since a line has no headings. */
const namedGain = (asked: Asked): BalanceColumn => ({
  ...gainColumn(asked, 'unrealised'),
  line: 2,
  cell: ({ address }) => (
    <span>
      <small className={styles.soft}>{t('books.column.unrealised')}</small>{' '}
      <GainFigure cell={tokenCell(asked, address, 'unrealised')} isGain />
    </span>
  ),
});

const tokenHref = ({ address }: BalanceRow) => `/token/${encodeURIComponent(address)}`;

const TokenName = ({ address, symbol }: BalanceRow) => (
  <>
    <Pebble address={address} symbol={symbol} size={24} />
    {symbol}
  </>
);

const Held = ({ balance, inOrders }: BalanceRow) => (
  <span>
    <Figure value={balance} />
    {inOrders != null && !isZero(inOrders) && (
      <small className={styles.inOrders}>
        <T id="portfolio.inOrders" values={{ amount: <Figure value={inOrders} /> }} />
      </small>
    )}
  </span>
);

type Acted = { readonly row: BalanceRow; readonly onSend: OnSend };

const Detail = ({ row, onSend }: Acted) => (
  <div className={`${styles.details} ${styles.acts}`}>
    <Acts row={row} onSend={onSend} />
    <Link href={tokenHref(row)}>{t('books.balance.token', { symbol: row.symbol })}</Link>
  </div>
);

function Acts({ row: { address, symbol }, onSend }: Acted) {
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
