// The section of the balances: the list, or why there is none.
import type { ReactNode } from 'react';
import type { GetPortfolioOutput } from '#client';
import type { Pages } from '../../../data/pages.ts';
import Faucet from '../../../market/faucet/Faucet.tsx';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { More } from '../../../market/lists/More.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { t } from '../../../words/words.ts';
import type { Asked } from '../gains/cell.ts';
import styles from '../portfolio.module.css';
import { BalanceList, type BalanceRow, type OnSend } from './BalanceList.tsx';
import { useBareBalances, type useHeldTokens } from './holdings.ts';

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
  return (
    <section aria-labelledby="balances">
      <div className={styles.section}>
        <h2 id="balances">{t('portfolio.balances')}</h2>
        {items.length > 0 && children}
      </div>
      {error && <Failed error={error} onRetry={retry} />}
      {!isKnown && !error && <Skeleton lines={4} height={44} />}
      {isKnown && items.length === 0 && (
        <Empty title={t('portfolio.balances.empty')}>{t('portfolio.balances.empty.text')}</Empty>
      )}
      {items.length > 0 && (
        <>
          <BalanceList items={items} quote={quote?.symbol} asked={asked} onSend={onSend} />
          {(more || items.length > FEW) && <More pages={list} count={count} of="token" />}
        </>
      )}
      <Faucet />
    </section>
  );
}

/** Up to this many rows need no count below the list. */
const FEW = 20;
