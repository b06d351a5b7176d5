// The message for each state of the swap panel, with a link or button for what the user can do about it.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { asTyped } from '../../../exact/amount.ts';
import { even, percent, written } from '../../../exact/figures.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Field } from '../../../parts/Field.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { PressNotice } from '../../../parts/PressNotice.tsx';
import { piece } from '../../../parts/piece.tsx';
import { Refused } from '../../../parts/Refused.tsx';
import { SameSince } from '../../../parts/SameSince.tsx';
import { UnclearAmount } from '../../../parts/UnclearAmount.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import { costOf, percentUp, shownCost } from './effect.ts';
import { type PreparedSwap, type Quote, smallestFeeOf } from './prepared-swap.ts';
import type { Swapping } from './use-swap.ts';

const Faucet = piece(() => import('../../../market/faucet/Faucet.tsx'));

const N = ({ children }: { readonly children: string }) => <span className={styles.price}>{children}</span>;

export function SwapMessages(swapping: Swapping): ReactNode {
  const { state, form, type } = swapping;
  switch (state.kind) {
    case 'unknown-token':
      return <Notice>{t('swap.said.unknownToken')}</Notice>;
    case 'same-token':
      return <Notice>{t('swap.said.sameToken', { symbol: state.token.symbol })}</Notice>;
    case 'paused':
      return (
        <Notice tone="wheat" title={t('swap.said.paused')}>
          {state.what === 'pool'
            ? t('swap.said.paused.pool')
            : state.symbol === null
              ? t('swap.said.paused.oneToken')
              : t('swap.said.paused.token', { symbol: state.symbol })}
        </Notice>
      );
    case 'unclear':
      return <UnclearAmount {...state.token} reading={state.reading} onUse={(text) => type(form.side, text)} />;
    case 'no-way':
      return (
        <Notice title={t('swap.said.noRoute')}>
          <T id="swap.said.noRoute.text" components={{ link: <Link href="/pools" /> }} />
        </Notice>
      );
    case 'empty-pool':
      return <Notice title={t('swap.said.emptyPool')}>{t('swap.said.emptyPool.text')}</Notice>;
    case 'too-little':
      return <Notice>{t('swap.said.tooSmall')}</Notice>;
    case 'pool-too-small':
      return <Notice>{t('swap.said.poolTooSmall')}</Notice>;
    case 'offline':
      return (
        <Notice tone="wheat" title={t('swap.said.offline')}>
          {t('swap.said.offline.text')}
        </Notice>
      );
    case 'not-enough':
      return (
        <Notice>
          <T id="swap.said.have" values={{ amount: <N>{written(state.have)}</N>, symbol: state.token.symbol }} />{' '}
          {/[1-9]/.test(state.have) && (
            <LinkButton onClick={() => type('pay', asTyped(state.have))}>{t('swap.said.useAll')}</LinkButton>
          )}
          <Faucet token={state.token.address} />
        </Notice>
      );
    case 'quoted':
      return state.better === null ? null : (
        <p className={styles.hint} role="status">
          <T
            id={form.side === 'pay' ? 'swap.said.better.receive' : 'swap.said.better.pay'}
            values={{
              amount: <N>{written(state.better)}</N>,
              symbol: form.side === 'pay' ? state.order.receive.symbol : state.order.pay.symbol,
            }}
          />
        </p>
      );
    case 'moved':
      return <Moved {...swapping} />;
    case 'large':
      return (
        <Notice tone="wheat" title={state.why === 'effect' ? impact(state.quote) : costs(state.quote)}>
          <Lost {...state} />
          {state.why === 'effect' &&
            state.tenth !== undefined &&
            ` ${t('swap.said.lost.tenth', { impact: written(percentUp(state.tenth)) })}`}
          {state.why === 'cost' && <Parts {...state} />}
        </Notice>
      );
    case 'over-limit':
      return <OverLimit {...swapping} />;
    case 'sending':
    case 'asking-again':
      return <PressNotice {...swapping} />;
    case 'pending':
      // A swap that the user's wallet sent has no transaction id on this server, so there is no receipt to link to.
      return state.transactionId === '' ? (
        <PressNotice {...swapping} />
      ) : (
        <Pending transactionId={state.transactionId} />
      );
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
      return <Refused failure={state.failure} />;
    default:
      return null;
  }
}

const Pending = ({ transactionId }: { readonly transactionId: string }) => (
  <Notice tone="wheat" title={t('chain.pending')}>
    <T id="chain.pending.text" components={{ link: <Link href={`/tx/${transactionId}`} /> }} />
  </Notice>
);

function Moved({ state }: Swapping) {
  if (state.kind !== 'moved') return null;
  const { order, worse, part } = state;
  const isPay = order.side === 'pay';
  const { amount, symbol } = isPay ? order.receive : order.pay;
  return (
    <Notice tone="wheat" title={t('swap.said.moved')}>
      <T
        id={isPay ? 'swap.said.moved.receive' : 'swap.said.moved.pay'}
        values={{
          amount: <N>{written(amount)}</N>,
          symbol,
          difference: <N>{written(worse)}</N>,
          part: <N>{`${isPay ? '−' : '+'}${percent(part)}`}</N>,
        }}
      />
    </Notice>
  );
}

type Priced = { readonly quote: Quote; readonly order: PreparedSwap };

const impact = (quote: Quote): string => t('swap.said.impact', { impact: written(percentUp(quote.priceImpact)) });
const costs = (quote: Quote): string => t('swap.said.costs', { cost: written(percentUp(costOf(quote))) });

type Large = Priced & { readonly why: 'effect' | 'cost'; readonly lost: string };

/** Says how much the user receives less because of the price impact, or of the total cost. */
function Lost({ quote, order, why, lost }: Large) {
  const values = { amount: <N>{written(lost)}</N>, symbol: order.receive.symbol };
  if (why === 'effect') return <T id="swap.said.lost.impact" values={values} />;
  return (
    <T id="swap.said.lost.cost" values={{ ...values, price: <N>{even(quote.midPrice)}</N>, pay: order.pay.symbol }} />
  );
}

/** The parts of the cost, and why a small amount can cost so much. */
function Parts({ quote, order }: Priced) {
  const smallest = smallestFeeOf(quote, order);
  const { fees, impact } = shownCost(quote);
  return (
    <>
      {' '}
      {fees === null
        ? t('swap.said.parts.impact', { impact: written(impact) })
        : t('swap.said.parts', { fees: written(fees), impact: written(impact) })}
      {smallest !== null &&
        ` ${t('swap.said.smallestFee', { symbol: order.receive.symbol, amount: written(smallest) })}`}
    </>
  );
}

function OverLimit({ state, form, type, typeEffect }: Swapping) {
  if (state.kind !== 'over-limit') return null;
  const { figure, limit, most, why, quote, order } = state;
  const symbol = form.side === 'pay' ? order.pay.symbol : order.receive.symbol;
  return (
    <>
      <Notice
        tone="oxide"
        title={
          why === 'effect'
            ? t('swap.said.refused', {
                impact: written(percentUp(quote.priceImpact)),
                limit: written(percentUp(limit).replace(/\.00$/, '')),
              })
            : costs(quote)
        }
      >
        {why === 'effect' ? t('swap.said.withFees', { cost: written(figure) }) : <Parts quote={quote} order={order} />}{' '}
        {most !== undefined && (
          <T
            id="swap.said.upTo"
            values={{ amount: <N>{written(most)}</N>, symbol }}
            components={{ use: <LinkButton onClick={() => type(form.side, asTyped(most))} /> }}
          />
        )}
      </Notice>
      <Field
        label={t('swap.said.confirm', { cost: written(figure) })}
        inputMode="decimal"
        value={form.effect}
        onChange={(event) => typeEffect(event.target.value)}
      />
    </>
  );
}

/** Finds the swap in the history by the amount that was typed: the other amount may have been filled slightly better than quoted. */
const likeOf = ({ side, pay, receive }: PreparedSwap) => ({
  tokenA: pay.address,
  tokenB: receive.address,
  ...(side === 'pay' ? { amountA: pay.amount } : { amountB: receive.amount }),
});
