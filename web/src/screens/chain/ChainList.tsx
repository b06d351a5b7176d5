// A list read from the contracts: without search and sorting, which need market statistics.
import type { ReactNode } from 'react';
import type { Pages } from '../../data/pages.ts';
import { Skeleton } from '../../market/figures/Skeleton.tsx';
import { More } from '../../market/lists/More.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { t } from '../../words/words.ts';

type ChainListProps = { readonly of: 'pool' | 'token'; readonly pages: Pages<unknown>; readonly children: ReactNode };

export function ChainList({ of, pages, children }: ChainListProps) {
  const { items, isKnown, error, retry } = pages;
  return (
    <>
      {error && <Failed error={error} onRetry={retry} />}
      {!isKnown && !error && <Skeleton lines={4} height={65} />}
      {isKnown && items.length === 0 && <Empty title={t(`market.${of}s.none`)}>{t(`${of}s.empty`)}</Empty>}
      {items.length > 0 && (
        <>
          {children}
          <More pages={pages} of={of} />
        </>
      )}
      <ShowCall calls={[{ name: of === 'pool' ? 'getPools' : 'getTokens', method: 'GET', input: {} }]} />
    </>
  );
}
