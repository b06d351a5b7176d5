// Liquidity provided to and withdrawn from the pool: everyone's for an operator, otherwise the user's own.

import { Link } from 'wouter';
import type { Calls } from '#client';
import { useMe } from '../../data/account.ts';
import { oneTokenOf } from '../../data/one-token.ts';
import type { PoolStats } from '../../data/pools.ts';
import { useCall } from '../../data/use.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Skeleton } from '../../market/figures/Skeleton.tsx';
import { Ago } from '../../parts/Ago.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { count } from '../../words/format.ts';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import { EVERYONE } from '../activity/filter.ts';
import styles from './pool.module.css';

type Entry = Calls['getActivity']['output']['activity'][number];
const SHOWN = 50;

export function Liquidity({ stats }: { readonly stats: PoolStats }) {
  const { account, isOperator } = useMe();
  const whose = isOperator ? ({ all: 'true' } as const) : {};
  const asked = { ...whose, jetton0: stats.jetton0, jetton1: stats.jetton1, limit: SHOWN };
  const [put, taken] = [
    useCall('getActivity', { ...asked, kind: 'provide' }, { enabled: account !== null }),
    useCall('getActivity', { ...asked, kind: 'refund' }, { enabled: account !== null }),
  ];
  if (account === null) return <Empty title={t('pool.liquidity.signIn')}>{t('pool.liquidity.signIn.text')}</Empty>;
  const error = put.error ?? taken.error;
  if (error) return <Failed error={error} onRetry={() => [put, taken].map(({ refetch }) => refetch())} />;
  if (!put.data || !taken.data) return <Skeleton lines={4} height={43} />;
  const entries = [...put.data.activity, ...taken.data.activity]
    .sort((one, other) => other.sequence - one.sequence)
    .slice(0, SHOWN);
  const isCut = entries.length === SHOWN;
  return (
    <>
      <p className={styles.whose}>
        {isOperator
          ? t('pool.liquidity.everyone', { count: entries.length })
          : isCut
            ? t('pool.liquidity.latest', { count: SHOWN })
            : t('pool.liquidity.own')}
        {isCut && (
          <>
            {' '}
            <Link
              href={`/activity?pool=${encodeURIComponent(stats.poolAddress)}${isOperator ? `&who=${EVERYONE}` : ''}`}
            >
              {t('pool.liquidity.all')}
            </Link>
          </>
        )}
      </p>
      {entries.length === 0 ? (
        <Empty title={t('pool.liquidity.empty')}>{t('pool.liquidity.empty.text')}</Empty>
      ) : (
        <ul className={styles.changes}>
          {entries.map((entry) => (
            <Change key={entry.sequence} entry={entry} stats={stats} showsWho={isOperator} />
          ))}
        </ul>
      )}
    </>
  );
}

function Change({
  entry,
  stats,
  showsWho,
}: {
  readonly entry: Entry;
  readonly stats: PoolStats;
  readonly showsWho: boolean;
}) {
  const kind = entry.kind === 'provide' ? 'provide' : 'refund';
  const isInverse = entry.tokenA !== stats.jetton0;
  const one = oneTokenOf(entry);
  const [moved0, moved1] = isInverse ? [entry.amountB, entry.amountA] : [entry.amountA, entry.amountB];
  const [amount0, amount1] = one
    ? [stats.jetton0, stats.jetton1].map((token) => (token === one.token ? one.amount : undefined))
    : [moved0, moved1];
  return (
    <li>
      <Link
        href={`/tx/${entry.sequence}`}
        className={styles.serif}
        aria-label={t('pool.transaction', { number: entry.sequence })}
      >
        {count(entry.sequence)}
      </Link>
      <span className={styles.soft}>
        <Ago at={entry.createdAt} />
      </span>
      <span>
        {showsWho ? (
          <T
            id={`pool.change.${kind}.by`}
            values={{ account: entry.account }}
            components={{ soft: <span className={styles.soft} /> }}
          />
        ) : (
          t(`pool.change.${kind}`)
        )}
      </span>
      <span className={styles.amounts}>
        {amount0 !== undefined && <Figure value={amount0} symbol={stats.symbol0} />}
        {amount1 !== undefined && <Figure value={amount1} symbol={stats.symbol1} />}
      </span>
    </li>
  );
}
