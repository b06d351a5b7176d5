// The last trades in the pool of the pair, newest first; each leads to its transaction.
import { Link } from 'wouter';
import type { Calls } from '#client';
import { usePages } from '../../../data/pages.ts';
import { Rate } from '../../../exact/Figure.tsx';
import { brief, written } from '../../../exact/figures.ts';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { More } from '../../../market/lists/More.tsx';
import { Ago } from '../../../parts/Ago.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { Spoken } from '../../../parts/Spoken.tsx';
import { t } from '../../../words/words.ts';
import type { ShownPair } from './shown-pair.ts';
import styles from './trading.module.css';

type Trade = Calls['getTrades']['output']['trades'][number];

const PAGE = 14;

export function Trades({ pair: [base, quote] }: { readonly pair: ShownPair }) {
  const pool = { jetton0: base.address, jetton1: quote.address };
  const list = usePages('getTrades', pool, ({ trades }) => trades, { limit: PAGE });
  const { items: trades, isKnown, error, retry } = list;
  if (error) return <Failed error={error} onRetry={retry} />;
  if (!isKnown) return <Skeleton lines={7} height={32} />;
  if (trades.length === 0) return <p className={styles.soft}>{t('pool.swaps.empty.text')}</p>;
  return (
    <>
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">{t('trading.price', { symbol: quote.symbol })}</th>
            <th scope="col">{t('trading.amount', { symbol: base.symbol })}</th>
            <th scope="col">{t('pool.time')}</th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <TradeRow key={trade.sequence} trade={trade} />
          ))}
        </tbody>
      </table>
      {list.more && <More pages={list} of="swap" />}
    </>
  );
}

const TradeRow = ({ trade: { sequence, side, price, amount0, createdAt } }: { readonly trade: Trade }) => (
  <tr>
    <td data-side={side}>
      <span aria-hidden="true">{side === 'sell' ? '▼' : '▲'}</span>
      <Spoken>{t(`trading.side.${side}`)}</Spoken> <Rate value={price} />
    </td>
    <td title={written(amount0)}>{brief(amount0)}</td>
    <td>
      <Link href={`/tx/${sequence}`}>
        <Ago at={createdAt} /> <Spoken>{t('pool.transaction', { number: sequence })}</Spoken>
      </Link>
    </td>
  </tr>
);
