// The account's fills of the pair, newest first, whatever filled them: swaps and orders; each opens its receipt.
import { Link } from 'wouter';
import type { Fill } from '../../../data/own-fills.ts';
import { usePages } from '../../../data/pages.ts';
import { tokenOf, useTokens } from '../../../data/tokens.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { brief, written } from '../../../exact/figures.ts';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { type ItemColumn, ItemList } from '../../../market/lists/ItemList.tsx';
import { More } from '../../../market/lists/More.tsx';
import { useNarrow } from '../../../market/lists/use-narrow.ts';
import market from '../../../market/market.module.css';
import { Ago } from '../../../parts/Ago.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { Spoken } from '../../../parts/Spoken.tsx';
import { t } from '../../../words/words.ts';
import { type FillRow, fillRow } from './fills.ts';
import type { ShownPair } from './shown-pair.ts';
import styles from './trading.module.css';

const PAGE = 20;
const idOf = ({ sequence, index }: Fill): string => `${sequence} ${index}`;

export function Fills({ pair }: { readonly pair: ShownPair }) {
  const [jetton0, jetton1] = [pair[0].address, pair[1].address];
  const list = usePages('getFills', { jetton0, jetton1 }, ({ fills }) => fills, { limit: PAGE, idOf });
  const { items, isKnown, error, retry } = list;
  const tokens = useTokens();
  const isNarrow = useNarrow();
  if (error) return <Failed error={error} onRetry={retry} />;
  if (!isKnown) return <Skeleton lines={3} height={36} />;
  if (items.length === 0 && list.more === null) return <p className={styles.soft}>{t('trading.fills.none')}</p>;
  return (
    <>
      <ItemList
        isDense
        label={t('trading.own.fills')}
        items={items.map((fill) => fillRow(fill, jetton0))}
        keyOf={({ fill }) => idOf(fill)}
        columns={columnsOf(pair, isNarrow, (token) => tokenOf(tokens, token).symbol)}
      />
      {list.more && <More pages={list} of="fill" />}
    </>
  );
}

const columnsOf = (
  [base, quote]: ShownPair,
  isNarrow: boolean,
  symbolOf: (token: string) => string,
): readonly ItemColumn<FillRow>[] => [
  {
    name: t('pool.time'),
    line: 2,
    cell: ({ fill: { sequence, createdAt } }) => (
      <Link className={`${market.rowLink} ${styles.short}`} href={`/tx/${sequence}`}>
        <Ago at={createdAt} /> <Spoken>{t('pool.transaction', { number: sequence })}</Spoken>
      </Link>
    ),
  },
  {
    name: t('trading.fills.side'),
    line: 1,
    cell: ({ side }) => (
      <span className={styles.short} data-side={side}>
        <span aria-hidden="true">{side === 'sell' ? '▼' : '▲'}</span> {t(`trading.fills.${side}`)}
      </span>
    ),
  },
  {
    name: t('trading.price', { symbol: quote.symbol }),
    line: 1,
    end: true,
    cell: ({ price }) => <span title={price}>{brief(price, 6)}</span>,
  },
  {
    name: t('trading.amount', { symbol: base.symbol }),
    line: 2,
    end: true,
    // Without the heading of a column, the amount needs its unit.
    cell: ({ amount }) => <Figure value={amount} symbol={isNarrow ? base.symbol : undefined} />,
  },
  {
    name: t('trading.depth.total', { symbol: quote.symbol }),
    end: true,
    cardName: () => null,
    cell: ({ total }) => <Figure value={total} />,
  },
  {
    name: t('trading.fills.fees'),
    end: true,
    cardName: () => null,
    cell: ({ fill: { fees } }) =>
      fees.length === 0 ? '–' : fees.map(({ token, amount }) => `${written(amount)} ${symbolOf(token)}`).join(' + '),
  },
];
