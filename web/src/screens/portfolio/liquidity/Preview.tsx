// What a change of liquidity will come to: its amounts, and every entry as the ledger will write it.

import type { QuoteLiquidityOutput } from '#client';
import { Figure } from '../../../exact/Figure.tsx';
import { divide, percent } from '../../../exact/figures.ts';
import { AmountWorth } from '../../../market/figures/AmountWorth.tsx';
import { Entries } from '../../../parts/Entries.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { t } from '../../../words/words.ts';
import { type PairOf, useNaming } from './pair.ts';
import styles from './sheets.module.css';

type Previewed = {
  readonly quote: QuoteLiquidityOutput;
  readonly pair: PairOf;
  /** Of what was typed before: the next is under way. */
  readonly isOld: boolean;
};

export function PreviewRows({ quote, pair, isOld }: Previewed) {
  const isAdding = quote.kind === 'provide';
  return (
    <div className={isOld ? styles.old : ''}>
      <Rows>
        <Row name={t(isAdding ? 'portfolio.pay' : 'portfolio.receive')}>
          <Both amounts={[quote.token1Amount, quote.token2Amount]} pair={pair} />
        </Row>
        <Row name={t(isAdding ? 'portfolio.receive' : 'portfolio.return')}>
          <Figure value={quote.lpTokens} symbol="LP" />
        </Row>
        <Row name={t('portfolio.share')}>
          <span className={styles.figure}>{percent(divide(quote.sharePercentage, '100', 20))}</span>
        </Row>
      </Rows>
    </div>
  );
}

export function PreviewEntries({ quote, pair, isOld }: Previewed) {
  const naming = useNaming(pair, quote.poolAddress);
  return (
    <section className={`${styles.entries} ${isOld ? styles.old : ''}`}>
      <p className={styles.asOf}>{t('portfolio.preview.asOf', { number: quote.sequence })}</p>
      <h3>{t('portfolio.preview.ledger')}</h3>
      <Entries entries={quote.entries} {...naming} />
    </section>
  );
}

export const Both = ({ amounts, pair }: { readonly amounts: readonly [string, string]; readonly pair: PairOf }) => (
  <>
    <Figure className={styles.line} value={amounts[0]} symbol={pair.token0.symbol} />
    <AmountWorth address={pair.token0.address} amount={amounts[0]} />
    <Figure className={styles.line} value={amounts[1]} symbol={pair.token1.symbol} />
    <AmountWorth address={pair.token1.address} amount={amounts[1]} />
  </>
);
