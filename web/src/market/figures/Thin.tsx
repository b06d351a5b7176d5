// A pool that is thin beside another way between its tokens: the word, and what it means.
import { brief } from '../../exact/figures.ts';
import { Notice } from '../../parts/Notice.tsx';
import styles from '../market.module.css';

const SAID =
  'This pool is thin: other routes between these tokens hold over ten times as much, so small trades move its price a lot.';

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
    <Notice tone="wheat" title={SAID}>
      {price !== null &&
        marketPrice !== null &&
        `It shows ${brief(price)} ${symbol1} for 1 ${symbol0}; via other pools it is ${brief(marketPrice)}.`}
    </Notice>
  ) : null;
