// A pool that is thin beside another way between its tokens: the word, and what it means.
import { brief } from '../exact/figures.ts';
import { Notice } from '../parts/Notice.tsx';
import styles from './market.module.css';

const SAID =
  'Other pools lead from one of its tokens to the other, and hold more than ten times as much: little moves its price.';

export const ThinMark = ({ thin }: { readonly thin: boolean }) =>
  thin ? (
    <span className={styles.status} title={SAID}>
      thin
    </span>
  ) : null;

type Thin = {
  readonly thin: boolean;
  readonly price: string | null;
  readonly marketPrice: string | null;
  readonly symbol0: string;
  readonly symbol1: string;
};

/** Nothing of a pool that is not thin. */
export const ThinNotice = ({ thin, price, marketPrice, symbol0, symbol1 }: Thin) =>
  thin ? (
    <Notice tone="wheat" title="This pool is thin.">
      {SAID}{' '}
      {price !== null &&
        marketPrice !== null &&
        `It shows ${brief(price)} ${symbol1} for 1 ${symbol0}; over those it is ${brief(marketPrice)}.`}
    </Notice>
  ) : null;
