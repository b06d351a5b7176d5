// Marks a pool with little liquidity compared to other routes between its tokens, and explains it.
import { brief } from '../../exact/figures.ts';
import { Notice } from '../../parts/Notice.tsx';
import { t } from '../../words/words.ts';
import styles from '../market.module.css';

export const ThinMark = ({ thin }: { readonly thin: boolean }) =>
  thin ? (
    <span className={styles.status} title={t('market.thin.text')}>
      {t('market.thin')}
    </span>
  ) : null;

type Thin = {
  readonly thin: boolean;
  readonly price: string | null;
  readonly marketPrice: string | null;
  readonly symbol0: string;
  readonly symbol1: string;
};

/** Renders nothing if the pool is not thin. */
export const ThinNotice = ({ thin, price, marketPrice, symbol0, symbol1 }: Thin) =>
  thin ? (
    <Notice tone="wheat" title={t('market.thin.text')}>
      {price !== null &&
        marketPrice !== null &&
        t('market.thin.price', {
          price: brief(price),
          marketPrice: brief(marketPrice),
          base: symbol0,
          quote: symbol1,
        })}
    </Notice>
  ) : null;
