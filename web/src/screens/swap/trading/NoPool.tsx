// Says that no pool holds both tokens of a pair, so that there is no depth, no trade and no position.
import { t } from '../../../words/words.ts';
import type { ShownPair } from './shown-pair.ts';
import styles from './trading.module.css';

export const NoPool = ({ pair: [base, quote] }: { readonly pair: ShownPair }) => (
  <p className={styles.soft}>{t('trading.noPool', { base: base.symbol, quote: quote.symbol })}</p>
);
