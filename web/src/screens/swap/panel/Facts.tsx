// The facts of a quote: rate and cost in one line, the rest folded unless the window is high enough.
import { useState } from 'react';
import { TON_ADDRESS } from '../../../data/chain.ts';
import { isBase } from '../../../data/direction.ts';
import { type Tokens, tokenOf, useTokens } from '../../../data/tokens.ts';
import { addText, isZero } from '../../../exact/amount.ts';
import { Figure, Rate } from '../../../exact/Figure.tsx';
import { divide, inPercent, written } from '../../../exact/figures.ts';
import { InlineSelect } from '../../../parts/InlineSelect.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { Spoken } from '../../../parts/Spoken.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { RouteDrawing } from '../ledger/RouteDrawing.tsx';
import { apart } from '../price/apart.ts';
import styles from '../swap.module.css';
import { betterBy, shownCost, toneOf } from './effect.ts';
import { LESS, type PreparedSwap, type Quote } from './prepared-swap.ts';
import type { Swapping } from './use-swap.ts';

/** From this window height on all facts fit and are unfolded; also if the user accepts less than quoted, since they say how much less. */
const TALL_PX = 1060;
/** Digits of an inverted price, of which the screen shows fewer. */
const FINE = 48;

export function Facts({ quote, form, state, isStale, maxEffect, acceptLess }: Swapping & { readonly quote: Quote }) {
  const tokens = useTokens();
  const [pay, receive] = [tokenOf(tokens, quote.tokenA), tokenOf(tokens, quote.tokenB)];
  const isBought = isBase(receive, pay);
  const [base, told] = isBought ? [receive, pay] : [pay, receive];
  const cost = shownCost(quote);
  const better = betterBy(quote);
  const seen = (price: string): string => (isBought ? divide('1', price, FINE) : price);
  const [only] = quote.route.length === 1 ? quote.route : [];
  const [isOpen, setOpen] = useState(() => window.innerHeight >= TALL_PX || form.less !== '0');
  const total = (
    <span className={styles.price} data-tone={toneOf(quote.totalCost, maxEffect)}>
      {better === null ? inPercent(written(cost.total)) : t('swap.cost.better', { part: better })}
    </span>
  );
  return (
    <details
      className={styles.facts}
      data-stale={isStale || undefined}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Spoken>{t('swap.rate')} </Spoken>1 {base.symbol} ={' '}
        <Rate value={isBought ? divide(quote.amountA, quote.amountB, 12) : quote.price} symbol={told.symbol} />
        {!isOpen && (
          <span className={styles.cost}>
            {t('swap.cost')} {total}
            {quote.tonSpent !== undefined && ` + ${written(quote.tonSpent)} TON`}
          </span>
        )}
      </summary>
      <Rows>
        <Row
          name={t('swap.impact')}
          {...(only?.priceBefore !== undefined &&
            only.priceAfter !== undefined && {
              note: <Move before={seen(only.priceBefore)} after={seen(only.priceAfter)} />,
            })}
        >
          <span className={styles.price}>{inPercent(written(cost.impact))}</span>
        </Row>
        <Row
          name={t('swap.fees')}
          note={
            <Fees
              fees={sums(quote.route.map(({ tokenB, fees }) => [tokenB, fees.protocol]))}
              to="protocol"
              tokens={tokens}
            />
          }
        >
          <Fees fees={sums(quote.route.map(({ tokenA, fees }) => [tokenA, fees.lp]))} to="providers" tokens={tokens} />
        </Row>
        <Row name={t('swap.cost')} note={costParts(cost)}>
          {total}
        </Row>
        {quote.tonSpent !== undefined && (
          <Row name={t('swap.ton')} note={tonNote(quote, pay.symbol)}>
            <span className={styles.price}>{t('swap.ton.about', { amount: written(quote.tonSpent) })}</span>
          </Row>
        )}
        {quote.route.length > 1 && (
          <Row name={t('swap.route')}>
            <RouteDrawing quote={quote} tokens={tokens} />
          </Row>
        )}
        <Row name={t('swap.moves')} {...(form.less !== '0' && 'order' in state && { note: boundOf(state.order) })}>
          <InlineSelect
            label={t('swap.moves')}
            value={form.less}
            options={LESS}
            nameOf={(less) => (less === '0' ? t('swap.moves.ask') : t('swap.moves.accept', { part: written(less) }))}
            onChoose={acceptLess}
          />
        </Row>
      </Rows>
    </details>
  );
}

/** Explains the network cost in TON; if the user pays with TON, also gives the sum of the amount and that cost. */
const tonNote = ({ tokenA, amountA, tonSpent }: Quote, symbol: string): string =>
  tokenA === TON_ADDRESS && tonSpent !== undefined
    ? `${t('swap.ton.total', { amount: `${written(addText(amountA, tonSpent))} ${symbol}` })} ${t('swap.ton.note')}`
    : t('swap.ton.note');

const costParts = ({ fees, impact }: ReturnType<typeof shownCost>): string =>
  fees === null
    ? t('swap.cost.impact', { impact: written(impact) })
    : t('swap.cost.parts', { fees: written(fees), impact: written(impact) });

function Move({ before, after }: { readonly before: string; readonly after: string }) {
  const [from, to] = apart(before, after);
  return (
    <T
      id="swap.impact.move"
      values={{
        from: <span className={styles.price}>{from}</span>,
        to: <span className={styles.price}>{to}</span>,
      }}
    />
  );
}

const boundOf = ({ side, pay, receive, bound }: PreparedSwap): string =>
  side === 'pay'
    ? t('swap.moves.atLeast', { amount: `${written(bound)} ${receive.symbol}` })
    : t('swap.moves.atMost', { amount: `${written(bound)} ${pay.symbol}` });

type Sums = readonly (readonly [token: string, amount: string])[];

/** Totals per token over all pools of the route. */
function sums(parts: Sums): Sums {
  const all = new Map<string, string>();
  for (const [token, amount] of parts) all.set(token, addText(all.get(token) ?? '0', amount));
  return [...all].filter(([, amount]) => !isZero(amount));
}

type FeesProps = { readonly fees: Sums; readonly to: 'providers' | 'protocol'; readonly tokens: Tokens };

const Fees = ({ fees, to, tokens }: FeesProps) =>
  fees.length === 0
    ? t(`swap.fees.${to}.none`)
    : fees.map(([token, amount]) => (
        <span key={token} className={styles.fee}>
          <T
            id={`swap.fees.${to}`}
            values={{ amount: <Figure value={amount} />, symbol: tokenOf(tokens, token).symbol }}
          />
        </span>
      ));
