// The price that liquidity is provided at, both ways round, and what the exchange knows of it already.
import type { QuoteLiquidityOutput } from '#client';
import { tokenOf, useTokens } from '../../../data/tokens.ts';
import { asTyped } from '../../../exact/amount.ts';
import { brief } from '../../../exact/figures.ts';
import { worthOf } from '../../../exact/worth.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import type { PairOf } from './pair.ts';
import { type Pricing, pricingOf } from './pricing.ts';
import styles from './sheets.module.css';

type Priced = {
  readonly quote: QuoteLiquidityOutput;
  readonly pair: PairOf;
  /** Takes the other amount that the known price asks for. */
  onUse(amount1: string): void;
};

const TONES = { alone: 'water', near: 'water', off: 'wheat', far: 'oxide' } as const;

/** Said of every first price, and of the price of a pool only where it is off. */
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
          Whoever trades it back to that price earns the difference, and you pay it.{' '}
          {quote.setsPrice && quote.marketPrice !== null && (
            <LinkButton
              onClick={() =>
                onUse(asTyped(worthOf(quote.token1Amount, quote.marketPrice ?? '0', pair.token1.decimals)))
              }
            >
              Use that price
            </LinkButton>
          )}
        </p>
      )}
    </Notice>
  );
}

function titleOf({ setsPrice }: QuoteLiquidityOutput, pricing: Pricing): string {
  const isOff = pricing.kind === 'off' || pricing.kind === 'far';
  const off = isOff ? `${pricing.part} ${pricing.side} other pools` : '';
  if (!setsPrice) return `The price of this pool is ${off}`;
  return isOff ? `You set the first price, ${off}` : 'You set the first price';
}

const N = ({ value }: { readonly value: string | null }) => (
  <span className={styles.figure}>{value === null ? 'no price' : brief(value, 6)}</span>
);

const Both = ({ quote: { price, inversePrice }, pair: { token0, token1 } }: Omit<Priced, 'onUse'>) => (
  <p>
    1 {token0.symbol} = <N value={price} /> {token1.symbol}, and 1 {token1.symbol} = <N value={inversePrice} />{' '}
    {token0.symbol}.
  </p>
);

function Known({ quote, pair, pricing }: Omit<Priced, 'onUse'> & { readonly pricing: Pricing }) {
  const tokens = useTokens();
  if (pricing.kind === 'alone') return <p>No other price of this pair is known here.</p>;
  const via = quote.marketVia.map((address) => tokenOf(tokens, address).symbol).join(' and ');
  return (
    <p>
      Other pools{via !== '' && ` (through ${via})`} price 1 {pair.token0.symbol} at <N value={quote.marketPrice} />{' '}
      {pair.token1.symbol}
      {pricing.kind === 'near' ? `: yours is ${pricing.part} ${pricing.side} that.` : '.'}
    </p>
  );
}
