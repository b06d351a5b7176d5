// What there is to know about a quote, one fact a row.
import { type Tokens, tokenOf, useTokens } from '../../../data/tokens.ts';
import { addText } from '../../../exact/amount.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { written } from '../../../exact/figures.ts';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { RouteDrawing } from '../ledger/RouteDrawing.tsx';
import { apart } from '../price/steps.ts';
import styles from '../swap.module.css';
import { betterBy, shownCost, toneOf } from './effect.ts';
import { IfThePoolMoves } from './IfThePoolMoves.tsx';
import type { Quote } from './order.ts';
import type { Swapping } from './use-swap.ts';

export function Facts({ quote, form, state, isStale, maxEffect, acceptLess }: Swapping & { readonly quote: Quote }) {
  const tokens = useTokens();
  const [pay, receive] = [tokenOf(tokens, quote.tokenA), tokenOf(tokens, quote.tokenB)];
  const cost = shownCost(quote);
  const better = betterBy(quote);
  const [only] = quote.route.length === 1 ? quote.route : [];
  return (
    <div className={styles.facts} data-stale={isStale || undefined}>
      <Rows>
        <Row name="Rate">
          1 {pay.symbol} = <Figure value={quote.price} /> {receive.symbol}
        </Row>
        <Row
          name="Price impact"
          {...(only?.priceBefore !== undefined &&
            only.priceAfter !== undefined && { note: <Move before={only.priceBefore} after={only.priceAfter} /> })}
        >
          <span className={styles.price}>{cost.impact} %</span>
        </Row>
        <Row name="Fees, included" note={<ProtocolFees quote={quote} tokens={tokens} />}>
          <ProviderFees quote={quote} tokens={tokens} />
        </Row>
        <Row
          name="Total cost"
          note={`${cost.fees === null ? '' : `fees ${cost.fees} %, `}price impact ${cost.impact} %`}
        >
          <span className={styles.price} data-tone={toneOf(quote.totalCost, maxEffect)}>
            {better === null ? `${cost.total} %` : `${better} better than the market price`}
          </span>
        </Row>
        {quote.route.length > 1 && (
          <Row name="Route">
            <RouteDrawing quote={quote} tokens={tokens} />
          </Row>
        )}
        <Row
          name="If the pool moves first"
          {...(form.less !== '0' && 'order' in state && { note: boundOf(state.order) })}
        >
          <IfThePoolMoves value={form.less} onChoose={acceptLess} />
        </Row>
      </Rows>
    </div>
  );
}

function Move({ before, after }: { readonly before: string; readonly after: string }) {
  const [from, to] = apart(before, after);
  return (
    <>
      the pool goes from <span className={styles.price}>{from}</span> to <span className={styles.price}>{to}</span>
    </>
  );
}

function boundOf({
  side,
  pay,
  receive,
  bound,
}: {
  side: string;
  pay: { symbol: string };
  receive: { symbol: string };
  bound: string;
}) {
  return side === 'pay' ? `at least ${written(bound)} ${receive.symbol}` : `at most ${written(bound)} ${pay.symbol}`;
}

type FeesProps = { readonly quote: Quote; readonly tokens: Tokens };

/** Of each token, over all pools of the route. */
function sums(parts: readonly (readonly [token: string, amount: string])[]): readonly (readonly [string, string])[] {
  const all = new Map<string, string>();
  for (const [token, amount] of parts) all.set(token, addText(all.get(token) ?? '0', amount));
  return [...all].filter(([, amount]) => /[1-9]/.test(amount));
}

function ProviderFees({ quote, tokens }: FeesProps) {
  const fees = sums(quote.route.map(({ tokenA, fees }) => [tokenA, fees.lp]));
  if (fees.length === 0) return <>none to providers</>;
  return fees.map(([token, amount]) => (
    <span key={token} className={styles.fee}>
      <Figure value={amount} /> {tokenOf(tokens, token).symbol} to providers
    </span>
  ));
}

function ProtocolFees({ quote, tokens }: FeesProps) {
  const fees = sums(quote.route.map(({ tokenB, fees }) => [tokenB, fees.protocol]));
  if (fees.length === 0) return <>none to the protocol</>;
  return fees.map(([token, amount]) => (
    <span key={token} className={styles.fee}>
      <Figure value={amount} /> {tokenOf(tokens, token).symbol} to the protocol
    </span>
  ));
}
