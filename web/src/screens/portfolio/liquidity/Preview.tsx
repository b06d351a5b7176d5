// The preview of a change of liquidity: its amounts, and every ledger entry it will write.

import { Fragment } from 'react';
import type { QuoteLiquidityOutput } from '#client';
import { isOnChain } from '../../../data/chain.ts';
import { usePoolPrice } from '../../../data/pool-price.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { divide, inPercent, percent, written } from '../../../exact/figures.ts';
import { AmountWorth } from '../../../market/figures/AmountWorth.tsx';
import { Entries } from '../../../parts/Entries.tsx';
import { Fold } from '../../../parts/Fold.tsx';
import { OneTokenRows } from '../../../parts/OneTokenRows.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { percentUp } from '../../swap/panel/effect.ts';
import { paidIn, receivedIn } from './one-token.ts';
import { type PairOf, useNaming } from './pair.ts';
import styles from './sheets.module.css';

type Previewed = {
  readonly quote: QuoteLiquidityOutput;
  readonly pair: PairOf;
  /** True while the preview still belongs to the previous input. */
  readonly isOld: boolean;
};

export function PreviewRows({ quote, pair, isOld }: Previewed) {
  if (quote.swapped) return <PreviewOfOne quote={quote} pair={pair} isOld={isOld} swapped={quote.swapped} />;
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
        <Share quote={quote} />
      </Rows>
    </div>
  );
}

function PreviewOfOne({ quote, pair, isOld, swapped }: Previewed & { readonly swapped: Swapped }) {
  const isAdding = quote.kind === 'provide';
  const { token0, token1 } = pair;
  const own = <Both amounts={isAdding ? paidIn(quote) : receivedIn(quote)} pair={pair} />;
  const lp = <Figure value={quote.lpTokens} symbol="LP" />;
  return (
    <div className={isOld ? styles.old : ''}>
      <Rows>
        <Row name={t(isAdding ? 'portfolio.pay' : 'portfolio.return')}>{isAdding ? own : lp}</Row>
        <OneTokenRows
          kind={quote.kind}
          moved={[
            { token: token0.address, amount: quote.token1Amount },
            { token: token1.address, amount: quote.token2Amount },
          ]}
          swapped={swapped}
          symbolOf={(token) => (token === token0.address ? token0 : token1).symbol}
        >
          <Row name={t('swap.impact')}>
            <span className={styles.figure}>{inPercent(written(percentUp(quote.priceImpact ?? '0')))}</span>
          </Row>
        </OneTokenRows>
        <Row name={t('portfolio.receive')}>{isAdding ? lp : own}</Row>
        <Share quote={quote} />
      </Rows>
    </div>
  );
}

type Swapped = NonNullable<QuoteLiquidityOutput['swapped']>;

const Share = ({ quote }: Pick<Previewed, 'quote'>) => (
  <Row name={t('portfolio.share')}>
    <span className={styles.figure}>{percent(divide(quote.sharePercentage, '100', 20))}</span>
  </Row>
);

export function PreviewEntries({ quote, pair, isOld }: Previewed) {
  const naming = useNaming(pair, quote.poolAddress);
  if (isOnChain) return <p className={styles.asOf}>{t('chain.fee.text')}</p>;
  return (
    <section className={`${styles.entries} ${isOld ? styles.old : ''}`}>
      <Fold name="ledger" title={t('portfolio.preview.ledger')}>
        <p className={styles.asOf}>{t('portfolio.preview.asOf', { number: quote.sequence })}</p>
        <Entries entries={quote.entries} {...naming} />
      </Fold>
    </section>
  );
}

type Amounts = readonly [string | null, string | null];

/** Shows the amounts that are not null. */
export function Both({ amounts, pair }: { readonly amounts: Amounts; readonly pair: PairOf }) {
  const pool = usePoolPrice(pair.token0, pair.token1);
  return [pair.token0, pair.token1].map(({ address, symbol }, at) => {
    const amount = amounts[at] ?? null;
    return (
      amount !== null && (
        <Fragment key={address}>
          <Figure className={styles.line} value={amount} symbol={symbol} />
          <AmountWorth address={address} amount={amount} pool={pool} />
        </Fragment>
      )
    );
  });
}

export const LpTokens = ({ amount }: { readonly amount: string }) => (
  <T id="portfolio.done.lp" values={{ amount: <Figure value={amount} /> }} />
);

/** Says whether the result equals the preview to the base unit, or is better. */
export const comparedWords = (isAsPreviewed: boolean): string =>
  t(isAsPreviewed ? 'portfolio.done.exact' : 'portfolio.done.better');
