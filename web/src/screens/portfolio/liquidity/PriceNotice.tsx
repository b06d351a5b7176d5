// The price at which liquidity is provided, in both directions, compared with the exchange's other pools.

import type { QuoteLiquidityOutput } from '#client';
import { tokenOf, useTokens } from '../../../data/tokens.ts';
import { asTyped } from '../../../exact/amount.ts';
import { brief } from '../../../exact/figures.ts';
import { worthOf } from '../../../exact/worth.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { listed } from '../../../words/format.ts';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import type { PairOf } from './pair.ts';
import { type Pricing, pricingOf } from './pricing.ts';
import styles from './sheets.module.css';

type Priced = {
  readonly quote: QuoteLiquidityOutput;
  readonly pair: PairOf;
  /** Sets the second amount so that the price is that of the exchange's other pools. */
  onUse(amount1: string): void;
};

const TONES = { alone: 'water', near: 'water', off: 'wheat', far: 'oxide' } as const;

/** Shown if the amounts set the pool's first price; in a pool with a price, only if that differs much from other pools. */
export function PriceNotice({ quote, pair, onUse }: Priced) {
  const pricing = pricingOf(quote);
  const isOff = pricing.kind === 'off' || pricing.kind === 'far';
  if (!quote.setsPrice && !isOff) return null;
  return (
    <Notice tone={TONES[pricing.kind]} title={titleOf(quote, pricing)}>
      <Both quote={quote} pair={pair} />
      <Known quote={quote} pair={pair} pricing={pricing} />
      {isOff && (
        <p>
          {t('portfolio.price.risk')}{' '}
          {quote.setsPrice && quote.marketPrice !== null && (
            <LinkButton
              onClick={() =>
                onUse(asTyped(worthOf(quote.token1Amount, quote.marketPrice ?? '0', pair.token1.decimals)))
              }
            >
              {t('portfolio.price.use')}
            </LinkButton>
          )}
        </p>
      )}
    </Notice>
  );
}

function titleOf({ setsPrice }: QuoteLiquidityOutput, pricing: Pricing): string {
  if (pricing.kind === 'alone' || pricing.kind === 'near') return t('portfolio.add.first');
  return t(`portfolio.price.${setsPrice ? 'first' : 'pool'}.${pricing.side}`, { part: pricing.part });
}

const N = ({ value }: { readonly value: string | null }) => (
  <span className={styles.figure}>{value === null ? t('portfolio.price.none') : brief(value, 6)}</span>
);

const Both = ({ quote: { price, inversePrice }, pair: { token0, token1 } }: Omit<Priced, 'onUse'>) => (
  <p>
    <T
      id="portfolio.price"
      values={{
        base: token0.symbol,
        quote: token1.symbol,
        price: <N value={price} />,
        inverse: <N value={inversePrice} />,
      }}
    />
  </p>
);

function Known({ quote, pair, pricing }: Omit<Priced, 'onUse'> & { readonly pricing: Pricing }) {
  const tokens = useTokens();
  if (pricing.kind === 'alone') return <p>{t('portfolio.price.alone')}</p>;
  const via = listed(quote.marketVia.map((address) => tokenOf(tokens, address).symbol));
  const values = { base: pair.token0.symbol, quote: pair.token1.symbol, price: <N value={quote.marketPrice} /> };
  return (
    <p>
      {via === '' ? (
        <T id="portfolio.price.market" values={values} />
      ) : (
        <T id="portfolio.price.market.via" values={{ ...values, via }} />
      )}
      {pricing.kind === 'near' && ` ${t(`portfolio.price.yours.${pricing.side}`, { part: pricing.part })}`}
    </p>
  );
}
