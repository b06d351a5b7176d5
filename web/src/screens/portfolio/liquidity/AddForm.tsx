// The form to add liquidity: two amounts, one of which is computed from the other, or one alone; the preview; the button.

import { usePoolPrice } from '../../../data/pool-price.ts';
import { isOpen } from '../../../data/press/press.ts';
import { readAmount } from '../../../exact/amount.ts';
import { written } from '../../../exact/figures.ts';
import { AmountWorth } from '../../../market/figures/AmountWorth.tsx';
import { AmountField } from '../../../parts/AmountField.tsx';
import { LinkButton } from '../../../parts/Button.tsx';
import { Check } from '../../../parts/Check.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { unclearWords } from '../../../parts/press-words.ts';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { SignIn } from '../../../parts/SignIn.tsx';
import { UnclearAmount } from '../../../parts/UnclearAmount.tsx';
import { words } from '../../../words/errors.ts';
import { listed } from '../../../words/format.ts';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import type { Adding } from './adding.ts';
import { FormEnd } from './FormEnd.tsx';
import { MAX, restOf } from './offer.ts';
import { changeAt, leftOf } from './one-token.ts';
import { PreviewRows } from './Preview.tsx';
import { PriceNotice } from './PriceNotice.tsx';
import type { PoolProps } from './pair.ts';
import { amountsOf } from './pair.ts';
import styles from './sheets.module.css';
import { TokensChoice } from './TokensChoice.tsx';

const NAMES = ['amount0', 'amount1'] as const;

export function AddForm({ adding, pool }: { readonly adding: Adding; readonly pool: PoolProps }) {
  const { form, only, pair, offer, quote, setsPrice, isOld, pressing, short } = adding;
  const price = usePoolPrice(pair.token0, pair.token1);
  if (adding.isKnown && pair.account === null) return <SignIn why={t('portfolio.add.signIn')} />;
  const follows = [quote?.token1Amount, quote?.token2Amount] as const;
  const tokens = [pair.token0, pair.token1] as const;
  const shown = (at: 0 | 1) => {
    const typed = form[NAMES[at]];
    if (typed !== '' && typed !== MAX) return typed;
    if (only !== '') return typed === MAX ? (pair.sides[at].balance ?? '') : '';
    return setsPrice ? '' : (follows[at] ?? '');
  };
  /** The exact amount of a field; null if its text is not a number, or if it is empty and no amount is computed for it. */
  const amountAt = (at: 0 | 1) => {
    const typed = form[NAMES[at]];
    if (typed === '' || typed === MAX) return shown(at) || null;
    const reading = readAmount(typed, tokens[at].decimals);
    return reading.kind === 'amount' ? reading.text : null;
  };
  const awaited = offer.kind === 'offer' && !adding.failure ? '…' : '';
  const placeholder = setsPrice || offer.kind === 'nothing' ? '0' : awaited;
  const isBusy = isOpen(pressing.state);
  const fields = ([0, 1] as const).filter((at) => only === '' || only === String(at));
  const first = fields[0] ?? 0;
  return (
    <>
      {!setsPrice && (
        <TokensChoice
          label={t('portfolio.one.add')}
          pair={pair}
          only={only}
          isDisabled={isBusy}
          onChoose={adding.choose}
        />
      )}
      {fields.map((at) => (
        <AmountField
          key={tokens[at].address}
          label={t('portfolio.add.amount', { symbol: tokens[at].symbol })}
          {...tokens[at]}
          value={shown(at)}
          placeholder={placeholder}
          held={pair.sides[at].balance}
          worth={<AmountWorth address={tokens[at].address} amount={amountAt(at)} pool={price} />}
          isDim={isOld && form[NAMES[at]] === ''}
          isWrong={(offer.kind === 'unclear' && offer.side === at) || short === at}
          isFirst={at === first}
          isDisabled={isBusy}
          onType={(text) => adding.type({ [NAMES[at]]: text })}
        />
      ))}
      <div className={styles.quick}>
        <button
          type="button"
          disabled={isBusy}
          aria-pressed={form[NAMES[first]] === MAX}
          onClick={() => adding.type({ [NAMES[first]]: MAX })}
        >
          {t('portfolio.add.max')}
        </button>
      </div>
      <div className={styles.stack}>
        {setsPrice && !quote && <Notice title={t('portfolio.add.first')}>{t('portfolio.add.first.text')}</Notice>}
        {offer.kind === 'unclear' && (
          <UnclearAmount
            reading={offer.reading}
            {...tokens[offer.side]}
            onUse={(text) => adding.type({ [NAMES[offer.side]]: text })}
          />
        )}
        {adding.failure && (
          <Notice tone="oxide" title={t('portfolio.add.failed')}>
            {words(adding.failure).body}
          </Notice>
        )}
        {quote && <PriceNotice quote={quote} pair={pair} onUse={(amount1) => adding.type({ amount1 })} />}
        {quote && <PreviewRows quote={quote} pair={pair} isOld={isOld} />}
        {quote && !isOld && !setsPrice && only === '' && (
          <Rest adding={adding} taken={[quote.token1Amount, quote.token2Amount]} />
        )}
        {quote && !isOld && only !== '' && <Left adding={adding} quote={quote} only={only} />}
        {quote && short !== null && (
          <Notice>
            <T
              id="portfolio.add.short"
              values={{ amount: `${written(pair.sides[short].balance ?? '…')} ${pair.sides[short].symbol}` }}
              components={{ use: <LinkButton onClick={() => adding.type({ [NAMES[first]]: MAX })} /> }}
            />
          </Notice>
        )}
        <FormEnd
          of={adding}
          verb="add"
          isReady={short === null && (!adding.isFar || adding.isConfirmed)}
          button={buttonWords(adding)}
          onPress={adding.add}
          onBoth={() => adding.choose('')}
        >
          {adding.isFar && (
            <Check label={t('portfolio.add.confirm')} isChecked={adding.isConfirmed} onCheck={adding.setMeant} />
          )}
        </FormEnd>
      </div>
      <ShowCall
        calls={[
          { name: 'quoteLiquidity', method: 'GET', input: { ...pool, ...quotedInput(adding), maxPriceImpact: '1' } },
          { name: 'provideLiquidity', method: 'POST', input: providedInput(adding, pool) },
        ]}
      />
    </>
  );
}

function Rest({ adding, taken }: { readonly adding: Adding; readonly taken: readonly [string, string] }) {
  const { form, pair } = adding;
  return ([0, 1] as const).map((at) => {
    const side = pair.sides[at];
    const rest = restOf(form[NAMES[at]], taken[at], side);
    return (
      rest !== null && (
        <p key={side.symbol} className={styles.soft}>
          {t('portfolio.add.rest', { amount: `${written(rest)} ${side.symbol}` })}
        </p>
      )
    );
  });
}

function Left({ adding, quote, only }: { readonly adding: Adding; readonly quote: Quote; readonly only: '0' | '1' }) {
  const { offer, pair } = adding;
  if (offer.kind !== 'offer') return null;
  const left = leftOf(quote, only, offer.amount0 ?? offer.amount1 ?? '0', pair.sides);
  const amounts = ([0, 1] as const).flatMap((at) =>
    left[at] === null ? [] : [`${written(left[at])} ${pair.sides[at].symbol}`],
  );
  if (amounts.length === 0) return null;
  return <p className={styles.soft}>{t('portfolio.one.left', { amounts: listed(amounts) })}</p>;
}

type Quote = NonNullable<Adding['quote']>;

const EXAMPLE = { amount0: '10', amount1: '25' };

/** The amounts of the form for the shown API request; example amounts if the form has none. */
function quotedInput({ only, offer, quote }: Adding) {
  if (only !== '') return offer.kind === 'offer' ? offerIn(offer) : { [NAMES[Number(only)] ?? '']: '10' };
  return quote ? { amount0: quote.token1Amount, amount1: quote.token2Amount } : EXAMPLE;
}

const offerIn = ({ amount0, amount1 }: { amount0?: string; amount1?: string }) =>
  amount0 === undefined ? { amount1 } : { amount0 };

function providedInput({ only, order }: Adding, pool: PoolProps) {
  if (order) return order;
  const amount = only === '0' ? { tokenA: '10' } : only === '1' ? { tokenB: '25' } : { tokenA: '10', tokenB: '25' };
  return { Pair: { tokenA: pool.jetton0, tokenB: pool.jetton1 }, amount };
}

function buttonWords({ offer, quote, only, short, setsPrice, failure, pair }: Adding): string {
  if (offer.kind === 'nothing') return t(setsPrice ? 'portfolio.add.button.both' : 'portfolio.add.button.one');
  if (offer.kind === 'unclear') return unclearWords(offer.reading);
  if (failure) return t('portfolio.add.button.failed');
  if (!quote) return t('portfolio.quoting');
  if (short !== null) return t('portfolio.add.button.short', { symbol: pair.sides[short].symbol });
  if (only === '') return t('portfolio.add.button', amountsOf(quote, pair));
  const { symbol } = pair.sides[only === '0' ? 0 : 1];
  return t('portfolio.one.add.button', { amount: `${written(changeAt(quote, only) ?? '0')} ${symbol}` });
}
