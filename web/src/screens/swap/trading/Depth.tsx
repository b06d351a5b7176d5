// The depth of the pair's pool, all of it at one sequence of the journal; asked for anew when an event names the pool.

import { useCall } from '../../../data/use.ts';
import { useVisible } from '../../../data/visible.ts';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { t } from '../../../words/words.ts';
import { DepthCurve } from './DepthCurve.tsx';
import { levelsOf } from './depth.ts';
import { Ladder } from './Ladder.tsx';
import type { OnPrice } from './on-price.ts';
import type { ShownPair } from './shown-pair.ts';
import styles from './trading.module.css';

export function Depth({ pair, onPrice }: { readonly pair: ShownPair; readonly onPrice: OnPrice | null }) {
  const [base, quote] = pair;
  const asked = { jetton0: base.address, jetton1: quote.address };
  // A page that nobody sees asks for nothing; what it missed is asked for when it is seen again.
  const { data, error, refetch } = useCall('getOrderBook', asked, { enabled: useVisible() });
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Skeleton lines={10} height={30} />;
  const [asks, bids] = [levelsOf(data.asks, 'ask'), levelsOf(data.bids, 'bid')];
  if (asks.length === 0 && bids.length === 0) return <p className={styles.soft}>{t('swap.price.emptyPool')}</p>;
  return (
    <>
      <DepthCurve {...{ asks, bids, pair }} />
      <Ladder {...{ asks, bids, pair, onPrice }} />
      <p className={styles.note}>{t('trading.depth.as', { number: data.sequence })}</p>
    </>
  );
}
