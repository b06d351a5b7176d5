// Shows something about the pool of a pair, or says that there is none.
import type { ReactNode } from 'react';
import { useHasPool } from '../../../data/pool-price.ts';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { t } from '../../../words/words.ts';
import type { ShownPair } from './shown-pair.ts';
import styles from './trading.module.css';

export function WithPool({ pair, children }: { readonly pair: ShownPair; readonly children: ReactNode }) {
  const hasPool = useHasPool(pair);
  if (hasPool === null) return <Skeleton lines={4} height={32} />;
  if (hasPool) return children;
  const [base, quote] = pair;
  return <p className={styles.soft}>{t('trading.noPool', { base: base.symbol, quote: quote.symbol })}</p>;
}
