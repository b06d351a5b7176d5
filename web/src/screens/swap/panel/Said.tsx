// Each situation of the panel in words, with the one thing that helps.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { asTyped } from '../../../exact/amount.ts';
import { percent, written } from '../../../exact/figures.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Field } from '../../../parts/Field.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { PressNotice } from '../../../parts/PressNotice.tsx';
import { SameSince } from '../../../parts/SameSince.tsx';
import { words } from '../../../words/errors.ts';
import { even } from '../price/steps.ts';
import styles from '../swap.module.css';
import { costOf, percentUp, shownCost } from './effect.ts';
import { type Order, type Quote, smallestFeeOf } from './order.ts';
import type { Swapping } from './use-swap.ts';

const N = ({ children }: { readonly children: string }) => <span className={styles.price}>{children}</span>;

export function Said(swapping: Swapping): ReactNode {
  const { state, form, type } = swapping;
  const retype = (text: string) => () => type(form.side, asTyped(text));
  switch (state.kind) {
    case 'unknown-token':
      return <Notice>This exchange has no token of that address.</Notice>;
    case 'same-token':
      return <Notice>Both sides are {state.token.symbol}.</Notice>;
    case 'paused':
      return (
        <Notice tone="wheat" title="Paused by the operator">
          {state.what} cannot be swapped for now. What you hold is untouched.
        </Notice>
      );
    case 'unreadable':
      return <Notice>That is not an amount. Type it like 1250.5 or 1250,5.</Notice>;
    case 'ambiguous':
      return (
        <Notice>
          Do you mean{' '}
          {state.readings.map((reading, index) => (
            <span key={reading}>
              {index > 0 && ' or '}
              <LinkButton onClick={retype(reading)}>
                <N>{reading}</N>
              </LinkButton>
            </span>
          ))}
          ?
        </Notice>
      );
    case 'too-fine':
      return (
        <Notice>
          {state.token.symbol} has {state.token.decimals} {state.token.decimals === 1 ? 'decimal' : 'decimals'}.{' '}
          <LinkButton onClick={retype(state.nearest)}>
            Use <N>{written(state.nearest)}</N>
          </LinkButton>
        </Notice>
      );
    case 'too-large':
      return <Notice>That is more {state.token.symbol} than any account can hold.</Notice>;
    case 'no-way':
      return (
        <Notice title="No route between these tokens">
          No pools connect them. <Link href="/pools">See the pools</Link>
        </Notice>
      );
    case 'empty-pool':
      return <Notice title="The pool is empty">Nobody has provided liquidity for these two tokens yet.</Notice>;
    case 'too-little':
      return <Notice>That is so little that it would buy nothing.</Notice>;
    case 'pool-too-small':
      return <Notice>The pools between these tokens do not hold that much.</Notice>;
    case 'offline':
      return (
        <Notice tone="wheat" title="You are offline">
          Nothing is sent. It goes on by itself when the network is back.
        </Notice>
      );
    case 'not-enough':
      return (
        <Notice>
          You have <N>{written(state.have)}</N> {state.token.symbol}.{' '}
          {/[1-9]/.test(state.have) && (
            <LinkButton onClick={() => type('pay', asTyped(state.have))}>Use all of it</LinkButton>
          )}
        </Notice>
      );
    case 'quoted':
      return state.better === null ? null : (
        <p className={styles.hint} role="status">
          The pool moved in your favour: <N>{written(state.better)}</N>{' '}
          {form.side === 'pay' ? `${state.order.receive.symbol} more` : `${state.order.pay.symbol} less to pay`}.
        </p>
      );
    case 'moved':
      return <Moved {...swapping} />;
    case 'large':
      return (
        <Notice tone="wheat" title={state.why === 'effect' ? impact(state.quote) : costs(state.quote)}>
          You receive <N>{written(state.lost)}</N> {state.order.receive.symbol} less than{' '}
          {state.why === 'effect' ? 'the same amount in small swaps would get now.' : <AtMid {...state} />}
          {state.why === 'effect' && state.tenth !== undefined
            ? ` A tenth of it would have a price impact of ${percentUp(state.tenth)} %.`
            : ''}
          {state.why === 'cost' && <Parts {...state} />}
        </Notice>
      );
    case 'over-limit':
      return <OverLimit {...swapping} />;
    case 'asking-again':
      return <PressNotice {...swapping} />;
    case 'unknown': {
      const { order, head } = state.pressed;
      return (
        <PressNotice {...swapping}>
          <SameSince call="createSwap" head={head} like={likeOf(order)} />
        </PressNotice>
      );
    }
    case 'refused':
    case 'failed':
      return <Refused {...swapping} />;
    default:
      return null;
  }
}

function Moved({ state }: Swapping) {
  if (state.kind !== 'moved') return null;
  const { order, worse, part } = state;
  const isPay = order.side === 'pay';
  const { amount, symbol } = isPay ? order.receive : order.pay;
  return (
    <Notice tone="wheat" title="The pool moved">
      You would now {isPay ? 'receive' : 'pay'} <N>{written(amount)}</N> {symbol}, <N>{written(worse)}</N>{' '}
      {isPay ? 'less' : 'more'} (<N>{`${isPay ? '−' : '+'}${percent(part)}`}</N>).
    </Notice>
  );
}

type Priced = { readonly quote: Quote; readonly order: Order };

const impact = (quote: Quote): string =>
  `Price impact ${percentUp(quote.priceImpact)} %: you receive that much less than at the current price`;
const costs = (quote: Quote): string => `This swap costs ${percentUp(costOf(quote))} % of its value`;

const AtMid = ({ quote, order }: Priced) => (
  <>
    at the price before it, <N>{even(quote.midPrice)}</N> {order.receive.symbol} for 1 {order.pay.symbol}.
  </>
);

/** What the cost is made of, and why so little of a token can cost so much. */
function Parts({ quote, order }: Priced) {
  const smallest = smallestFeeOf(quote, order);
  const { fees, impact } = shownCost(quote);
  return (
    <>
      {fees === null ? ` The price impact is ${impact} %.` : ` Fees take ${fees} %, the price impact ${impact} %.`}
      {smallest !== null && ` The smallest fee in ${order.receive.symbol} is ${smallest} ${order.receive.symbol}.`}
    </>
  );
}

function OverLimit({ state, form, type, typeEffect }: Swapping) {
  if (state.kind !== 'over-limit') return null;
  const { figure, limit, most, why, quote, order } = state;
  const symbol = form.side === 'pay' ? order.pay.symbol : order.receive.symbol;
  const beyond = `over the limit of ${percentUp(limit).replace(/\.00$/, '')} %`;
  return (
    <>
      <Notice
        tone="oxide"
        title={
          why === 'effect' ? `Refused: a price impact of ${percentUp(quote.priceImpact)} % is ${beyond}` : costs(quote)
        }
      >
        {why === 'effect' ? `With fees it costs ${figure} %. ` : <Parts quote={quote} order={order} />}{' '}
        {most !== undefined && (
          <>
            Up to <N>{written(most)}</N> {symbol} stays within it.{' '}
            <LinkButton onClick={() => type(form.side, asTyped(most))}>Use that</LinkButton>
          </>
        )}
      </Notice>
      <Field
        label={`To swap anyway, type the total cost in percent: ${figure}`}
        inputMode="decimal"
        value={form.effect}
        onChange={(event) => typeEffect(event.target.value)}
      />
    </>
  );
}

/** What was typed is exact; the other side may have been filled a little better. */
const likeOf = ({ side, pay, receive }: Order) => ({
  tokenA: pay.address,
  tokenB: receive.address,
  ...(side === 'pay' ? { amountA: pay.amount } : { amountB: receive.amount }),
});

function Refused({ state }: Swapping) {
  if (state.kind !== 'refused' && state.kind !== 'failed') return null;
  const { title, body } = words(state.failure.code, state.failure.message);
  return (
    <Notice tone="oxide" title={title}>
      {body}
    </Notice>
  );
}
