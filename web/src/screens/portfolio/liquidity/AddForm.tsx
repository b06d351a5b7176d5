// Two amounts, of which one follows the other; their preview; the button that names both.

import { isOpen } from '../../../data/press/press.ts';
import { readAmount } from '../../../exact/amount.ts';
import { written } from '../../../exact/figures.ts';
import { AmountWorth } from '../../../market/figures/AmountWorth.tsx';
import { AmountField } from '../../../parts/AmountField.tsx';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { Check } from '../../../parts/Check.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { pressWords } from '../../../parts/PressNotice.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { SignIn } from '../../../parts/SignIn.tsx';
import { UnclearAmount, unclearWords } from '../../../parts/UnclearAmount.tsx';
import { words } from '../../../words/errors.ts';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import type { Adding } from './adding.ts';
import { Moved } from './Moved.tsx';
import { Outcome } from './Outcome.tsx';
import { MAX, restOf } from './offer.ts';
import { PreviewEntries, PreviewRows } from './Preview.tsx';
import { PriceNotice } from './PriceNotice.tsx';
import type { PoolProps } from './pair.ts';
import { amountsOf } from './pair.ts';
import styles from './sheets.module.css';

const NAMES = ['amount0', 'amount1'] as const;

export function AddForm({ adding, pool }: { readonly adding: Adding; readonly pool: PoolProps }) {
  const { form, pair, offer, quote, setsPrice, isOld, moved, pressing, short } = adding;
  if (adding.isKnown && pair.account === null) return <SignIn why={t('portfolio.add.signIn')} />;
  const follows = [quote?.token1Amount, quote?.token2Amount] as const;
  const tokens = [pair.token0, pair.token1] as const;
  const shown = (at: 0 | 1) => {
    const typed = form[NAMES[at]];
    return typed !== '' && typed !== MAX ? typed : setsPrice ? '' : (follows[at] ?? '');
  };
  /** Null where what is typed is no amount, and where nothing follows from it. */
  const amountAt = (at: 0 | 1) => {
    const typed = form[NAMES[at]];
    if (typed === '' || typed === MAX) return shown(at) || null;
    const reading = readAmount(typed, tokens[at].decimals);
    return reading.kind === 'amount' ? reading.text : null;
  };
  const awaited = offer.kind === 'offer' && !adding.failure ? '…' : '';
  const placeholder = setsPrice || offer.kind === 'nothing' ? '0' : awaited;
  const isBusy = isOpen(pressing.state);
  return (
    <>
      {([0, 1] as const).map((at) => (
        <AmountField
          key={tokens[at].address}
          label={t('portfolio.add.amount', { symbol: tokens[at].symbol })}
          {...tokens[at]}
          value={shown(at)}
          placeholder={placeholder}
          held={pair.sides[at].balance}
          worth={<AmountWorth address={tokens[at].address} amount={amountAt(at)} />}
          isDim={isOld && form[NAMES[at]] === ''}
          isWrong={(offer.kind === 'unclear' && offer.side === at) || short === at}
          isFirst={at === 0}
          isDisabled={isBusy}
          onType={(text) => adding.type({ [NAMES[at]]: text })}
        />
      ))}
      <div className={styles.quick}>
        <button
          type="button"
          disabled={isBusy}
          aria-pressed={form.amount0 === MAX}
          onClick={() => adding.type({ amount0: MAX })}
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
            {words(adding.failure.code, adding.failure.message).body}
          </Notice>
        )}
        {quote && <PriceNotice quote={quote} pair={pair} onUse={(amount1) => adding.type({ amount1 })} />}
        {quote && <PreviewRows quote={quote} pair={pair} isOld={isOld} />}
        {quote && !isOld && !setsPrice && <Rest adding={adding} taken={[quote.token1Amount, quote.token2Amount]} />}
        {quote && short !== null && (
          <Notice>
            <T
              id="portfolio.add.short"
              values={{ amount: `${written(pair.sides[short].balance ?? '…')} ${pair.sides[short].symbol}` }}
              components={{ use: <LinkButton onClick={() => adding.type({ amount0: MAX })} /> }}
            />
          </Notice>
        )}
        {quote && moved && !isBusy && <Moved before={moved} now={quote} pair={pair} verb="add" />}
        <Outcome pressing={pressing} />
        {adding.isFar && pressing.state.kind !== 'unknown' && (
          <Check label={t('portfolio.add.confirm')} isChecked={adding.isMeant} onCheck={adding.setMeant} />
        )}
        {pressing.state.kind !== 'unknown' && (
          <Button
            wide
            primary
            disabled={isBusy || !quote || isOld || short !== null || (adding.isFar && !adding.isMeant)}
            onClick={() => quote && adding.add(quote)}
          >
            {pressWords(pressing.state) ?? buttonWords(adding)}
          </Button>
        )}
        {quote && <PreviewEntries quote={quote} pair={pair} isOld={isOld} />}
      </div>
      <ShowCall
        calls={[
          { name: 'quoteLiquidity', method: 'GET', input: { ...pool, ...quotedInput(quote), maxPriceImpact: '1' } },
          {
            name: 'provideLiquidity',
            method: 'POST',
            input: {
              Pair: { tokenA: pool.jetton0, tokenB: pool.jetton1 },
              amount: { tokenA: quote?.token1Amount ?? '10', tokenB: quote?.token2Amount ?? '25' },
              ...(quote && { minLpTokens: quote.lpTokens, maxPriceImpact: '0' }),
            },
          },
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

const quotedInput = (quote: Adding['quote']) => ({
  amount0: quote?.token1Amount ?? '10',
  amount1: quote?.token2Amount ?? '25',
});

function buttonWords({ offer, quote, short, setsPrice, failure, pair }: Adding): string {
  if (offer.kind === 'nothing') return t(setsPrice ? 'portfolio.add.button.both' : 'portfolio.add.button.one');
  if (offer.kind === 'unclear') return unclearWords(offer.reading);
  if (failure) return t('portfolio.add.button.failed');
  if (!quote) return t('portfolio.quoting');
  if (short !== null) return t('portfolio.add.button.short', { symbol: pair.sides[short].symbol });
  return t('portfolio.add.button', amountsOf(quote, pair));
}
