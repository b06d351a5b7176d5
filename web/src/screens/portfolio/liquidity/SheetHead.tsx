// The pool that a sheet is about.
import { PebblePair } from '../../../parts/Pebble.tsx';
import type { PairOf } from './pair.ts';
import styles from './sheets.module.css';

export const SheetHead = ({ pair: { token0, token1 } }: { readonly pair: PairOf }) => (
  <p className={styles.pool}>
    <PebblePair a={token0} b={token1} />
    {token0.symbol} / {token1.symbol}
  </p>
);
