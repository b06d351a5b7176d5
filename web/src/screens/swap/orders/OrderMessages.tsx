// Describes each state of the order panel; for a complete form, what the order will do.
import type { ReactNode } from 'react';
import { isToken } from '../../../data/token-info.ts';
import { useCall } from '../../../data/use.ts';
import { asTyped } from '../../../exact/amount.ts';
import { even, percent, written } from '../../../exact/figures.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { PressNotice } from '../../../parts/PressNotice.tsx';
import { Refused } from '../../../parts/Refused.tsx';
import { SameSince } from '../../../parts/SameSince.tsx';
import { UnclearAmount } from '../../../parts/UnclearAmount.tsx';
import { minute } from '../../../words/ago.ts';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import { MovedNotice } from './change/Changing.tsx';
import { inverted, PRICE_DECIMALS } from './limit.ts';
import { endsAtMs, MOST_TIMES, movedIn, type Terms } from './order-state.ts';
import { StopMessage } from './StopMessage.tsx';
import type { Ordering } from './use-order.ts';
import { awayOf, priceValues } from './words.ts';

export function OrderMessages(ordering: Ordering): ReactNode {
  const { state, form, edit, type, pressing, changed } = ordering;
  const moved = movedIn(state, changed);
  if (moved) return <MovedNotice order={moved} seen={changed?.left ?? '0'} isPressed={state.kind === 'refused'} />;
  switch (state.kind) {
    case 'unknown-token':
      return <Notice>{t('swap.said.unknownToken')}</Notice>;
    case 'same-token':
      return <Notice>{t('swap.said.sameToken', { symbol: state.symbol })}</Notice>;
    case 'paused':
      return (
        <Notice tone="wheat" title={t('swap.said.paused')}>
          {t('swap.said.paused.token', { symbol: state.symbol })}
        </Notice>
      );
    case 'unclear': {
      const sized = form[form.side];
      const token = isToken(sized) ? sized : null;
      const isPrice = state.what !== 'amount';
      return (
        <UnclearAmount
          reading={state.reading}
          symbol={isPrice ? t(state.what === 'price' ? 'orders.price' : 'orders.stop') : (token?.symbol ?? '')}
          decimals={isPrice ? PRICE_DECIMALS : (token?.decimals ?? 0)}
          onUse={(text) => type(state.what, text)}
        />
      );
    }
    case 'wrong':
      return <Notice>{t(`orders.said.wrong.${state.what}`, { most: MOST_TIMES })}</Notice>;
    case 'offline':
      return (
        <Notice tone="wheat" title={t('swap.said.offline')}>
          {t('swap.said.offline.text')}
        </Notice>
      );
    case 'not-enough':
      return (
        <Notice>
          <T
            id="swap.said.have"
            values={{
              amount: <span className={styles.price}>{written(state.have)}</span>,
              symbol: state.terms.pay.symbol,
            }}
          />{' '}
          {/[1-9]/.test(state.have) && (
            <LinkButton onClick={() => edit({ side: 'pay', amount: asTyped(state.have) })}>
              {t('swap.said.useAll')}
            </LinkButton>
          )}
        </Notice>
      );
    case 'refused':
    case 'failed':
      return <Refused failure={state.failure} />;
    case 'unknown': {
      const { order, head } = state.pressed;
      const { tokenA, tokenB } = order.Pair;
      const amountA = String('maxPaid' in order ? order.maxPaid : order.amount.tokenA);
      return (
        <PressNotice {...pressing}>
          <SameSince call="createOrder" head={head} like={{ tokenA, tokenB, amountA }} />
        </PressNotice>
      );
    }
    case 'asking-again':
      return <PressNotice {...pressing} />;
    case 'signed-out':
    case 'ready':
    case 'asking':
      return ordering.terms && <Happens {...ordering} terms={ordering.terms} />;
    default:
      return null;
  }
}

type OrderTerms = Ordering & { readonly terms: Terms };

/** The conditions of the order in full sentences; what it will do is next to the button. */
function Happens({ terms, quote, isStale, nowMs }: OrderTerms) {
  const { schedule, stop, limit, isInverse } = terms;
  if (stop) return <StopMessage {...{ terms, quote, isStale, nowMs, stop }} />;
  const now = quote && !isStale ? quote : null;
  const isMet = now?.distance != null && (now.distance.startsWith('-') || !/[1-9]/.test(now.distance));
  return (
    <Notice>
      {schedule && <Each terms={terms} quote={quote} />}
      {schedule && limit && `${t('orders.says.each', priceValues(terms))} `}
      {limit && now && !isMet && now.distance !== null && `${awaySentence(now.distance, isInverse)} `}
      {limit && isMet && now?.marketPrice != null && `${metWords(terms, now.marketPrice)} `}
      {now && now.marketPrice === null && `${t('orders.says.noMarket')} `}
      {terms.isWhole && !schedule && `${t('orders.says.whole')} `}
      {!schedule && t('orders.says.until', { time: minute(endsAtMs(terms, nowMs)) })}
    </Notice>
  );
}

const awaySentence = (distance: string, isInverse: boolean): string =>
  t('orders.says.away', { away: awayOf(distance, isInverse) });

/** For a limit that the market price already meets: says what will be filled at once. */
function metWords({ isInverse, pay, receive, isWhole, schedule }: Terms, market: string): string {
  const price = `${even(isInverse ? inverted(market) : market)} ${(isInverse ? pay : receive).symbol}`;
  return t(isWhole || schedule ? 'orders.says.met' : 'orders.says.met.parts', { price });
}

function Each({ terms, quote }: Pick<OrderTerms, 'terms' | 'quote'>) {
  const priceImpact = useCall('whoami', {}).data?.limits.priceImpact;
  return (
    <>
      {!terms.limit && priceImpact !== undefined && `${t('orders.says.market', { limit: percent(priceImpact) })} `}
      {quote &&
        `${t('orders.says.guard', { most: percent(terms.schedule?.maxSlippage ?? quote.recurringMaxSlippage) })} `}
    </>
  );
}
