// The account's position in the pool of the pair, in one line, with the ways to add and withdraw.
import { Link } from 'wouter';
import { useHasPool } from '../../../data/pool-price.ts';
import { useCall } from '../../../data/use.ts';
import { isZero } from '../../../exact/amount.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { inPercent, partsOf } from '../../../exact/figures.ts';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { NoPool } from './NoPool.tsx';
import type { ShownPair } from './shown-pair.ts';
import styles from './trading.module.css';

export function OwnPosition({ pair: [base, quote] }: { readonly pair: ShownPair }) {
  const pool = { jetton0: base.address, jetton1: quote.address };
  const hasPool = useHasPool([base, quote]);
  const { data: held, error, refetch } = useCall('getLPPosition', pool, { enabled: hasPool === true });
  const { data: share } = useCall('getLPAccountData', pool, { enabled: held !== undefined });
  if (hasPool === false) return <NoPool pair={[base, quote]} />;
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (!held) return <Skeleton lines={1} height={44} />;
  const sheet = (name: string) => `/pool/${encodeURIComponent(held.poolAddress)}?sheet=${name}`;
  const isEmpty = isZero(held.lpTokens);
  return (
    <div className={styles.position}>
      <p>
        {isEmpty ? (
          t('pool.position.none')
        ) : (
          <T
            id="trading.position"
            values={{
              share: share === undefined ? '…' : inPercent(partsOf(share.sharePercentage).head),
              amount0: <Figure value={held.returns0} symbol={base.symbol} />,
              amount1: <Figure value={held.returns1} symbol={quote.symbol} />,
            }}
          />
        )}
      </p>
      <p className={styles.links}>
        <Link href={sheet('add')}>{t('pool.position.add')}</Link>
        {!isEmpty && <Link href={sheet('withdraw')}>{t('pool.position.withdraw')}</Link>}
      </p>
    </div>
  );
}
