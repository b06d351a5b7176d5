// A market screen: title, search, sorting, and the pages loaded so far.
import type { ReactNode } from 'react';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { type Id, t } from '../../words/words.ts';
import { Averaged } from '../figures/Averaged.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import styles from '../market.module.css';
import { ListTools } from './ListTools.tsx';
import type { ListState, Sort, useMarketPages } from './list-state.ts';
import { More } from './More.tsx';

export function MarketList({
  title,
  lead,
  of,
  state,
  sorts,
  pages,
  empty,
  height,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  readonly of: 'pool' | 'token';
  readonly state: ListState;
  readonly sorts: readonly (readonly [Sort, Id])[];
  readonly pages: ReturnType<typeof useMarketPages>;
  /** Shown if there are no items at all. */
  readonly empty: string;
  /** Height of a placeholder line. */
  readonly height?: number;
  readonly children: ReactNode;
}) {
  const { items, isKnown, error, retry, isOld, last, input } = pages;
  return (
    <>
      <PageTitle title={title}>{lead}</PageTitle>
      <ListTools label={t(`market.${of}s.search`)} state={state} sorts={sorts} />
      {error && <Failed error={error} onRetry={retry} />}
      {!isKnown && !error && <Skeleton lines={8} {...(height && { height })} />}
      {isKnown && (
        <div className={isOld ? styles.stale : ''}>
          {items.length === 0 &&
            (state.search === '' ? (
              <Empty title={t(`market.${of}s.none`)}>{empty}</Empty>
            ) : (
              <Empty title={t('market.noMatch')}>{t(`market.${of}s.noMatch`, { search: state.search })}</Empty>
            ))}
          {items.length > 0 && children}
          {items.length > 0 && <Averaged of={of === 'token' ? 'prices' : 'values'} symbol={last?.quoteToken?.symbol} />}
          {items.length > 0 && children && <More pages={pages} count={last?.count} of={of} />}
        </div>
      )}
      <ShowCall calls={[{ name: 'getMarket', method: 'GET', input }]} />
    </>
  );
}
