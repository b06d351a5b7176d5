// The form to withdraw part of a position in both tokens or one; the preview; the button.

import { isOpen } from '../../../data/press/press.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { inPercent, written } from '../../../exact/figures.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Field } from '../../../parts/Field.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { unclearWords } from '../../../parts/press-words.ts';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { SignIn } from '../../../parts/SignIn.tsx';
import { UnclearAmount } from '../../../parts/UnclearAmount.tsx';
import { words } from '../../../words/errors.ts';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { FormEnd } from './FormEnd.tsx';
import { changeAt } from './one-token.ts';
import { PreviewRows } from './Preview.tsx';
import type { PoolProps } from './pair.ts';
import { amountsOf } from './pair.ts';
import styles from './sheets.module.css';
import { TokensChoice } from './TokensChoice.tsx';
import { LP_DECIMALS, onlyIn, PARTS, type Withdrawing } from './withdrawing.ts';

export function WithdrawForm({ withdrawing, pool }: { readonly withdrawing: Withdrawing; readonly pool: PoolProps }) {
  const { form, only, pair, held, reading, quote, isOld, pressing, failure } = withdrawing;
  if (pair.isKnown && pair.account === null) return <SignIn why={t('portfolio.withdraw.signIn')} />;
  if (held && held.lpTokenBalance === '0' && pressing.state.kind === 'idle') {
    return <Empty title={t('portfolio.withdraw.none')}>{t('portfolio.withdraw.none.text')}</Empty>;
  }
  const isUnclear = form.part === '' && reading.kind !== 'empty' && reading.kind !== 'amount';
  const isBusy = isOpen(pressing.state);
  return (
    <>
      <fieldset
        className={`${styles.quick} ${styles.parts}`}
        disabled={isBusy}
        aria-label={t('portfolio.withdraw.part')}
      >
        {PARTS.map((part) => (
          <button
            key={part}
            type="button"
            data-first={part === '25' || undefined}
            aria-pressed={form.part === part}
            onClick={() => withdrawing.choose({ part })}
          >
            {inPercent(part)}
          </button>
        ))}
      </fieldset>
      <Field
        label={t('portfolio.withdraw.lp')}
        inputMode="decimal"
        disabled={isBusy}
        value={form.part === '' ? form.lp : (quote?.lpTokens ?? '')}
        hint={held && <T id="parts.balance" values={{ amount: <Figure value={held.lpTokenBalance} symbol="LP" /> }} />}
        onChange={({ target }) => withdrawing.choose({ lp: target.value })}
      />
      <TokensChoice
        label={t('portfolio.one.receive')}
        pair={pair}
        only={only}
        isDisabled={isBusy}
        onChoose={(next) => withdrawing.choose({ only: next })}
      />
      <div className={styles.stack}>
        {isUnclear && (
          <UnclearAmount
            reading={reading}
            symbol={t('portfolio.withdraw.lpToken')}
            decimals={LP_DECIMALS}
            onUse={(lp) => withdrawing.choose({ lp })}
          />
        )}
        {failure && (
          <Notice tone="oxide" title={t('portfolio.withdraw.failed')}>
            {words(failure).body}{' '}
            {only !== '' && (
              <T
                id="portfolio.one.instead.withdraw"
                components={{ use: <LinkButton onClick={() => withdrawing.choose({ only: '' })} /> }}
              />
            )}
          </Notice>
        )}
        {quote && <PreviewRows quote={quote} pair={pair} isOld={isOld} />}
        <FormEnd
          of={withdrawing}
          verb="get"
          isReady
          button={buttonWords(withdrawing, isUnclear)}
          onPress={withdrawing.withdraw}
          onBoth={() => withdrawing.choose({ only: '' })}
        />
      </div>
      <ShowCall
        calls={[
          { name: 'quoteLiquidity', method: 'GET', input: quotedInput(withdrawing, pool) },
          { name: 'refundLiquidity', method: 'POST', input: refundInput(withdrawing, pool) },
        ]}
      />
    </>
  );
}

/** The chosen amount for the shown API request; an example if none is chosen. */
function quotedInput({ only, quote }: Withdrawing, pool: PoolProps) {
  const of = { ...pool, lpTokens: quote?.lpTokens ?? '1' };
  return only === '' ? of : { ...of, only: onlyIn(pool, only), maxPriceImpact: '1' };
}

const refundInput = ({ only, order }: Withdrawing, pool: PoolProps) =>
  order ?? { ...pool, lpTokens: '1', ...(only !== '' && { only: onlyIn(pool, only) }) };

function buttonWords({ reading, isChosen, failure, quote, only, pair }: Withdrawing, isUnclear: boolean): string {
  if (isUnclear && reading.kind !== 'amount' && reading.kind !== 'empty') return unclearWords(reading);
  if (!isChosen) return t('portfolio.withdraw.button.choose');
  if (failure) return t('portfolio.withdraw.button.failed');
  if (!quote) return t('portfolio.quoting');
  if (only === '') return t('portfolio.withdraw.button', amountsOf(quote, pair));
  const { symbol } = pair.sides[only === '0' ? 0 : 1];
  return t('portfolio.one.withdraw.button', { amount: `${written(changeAt(quote, only) ?? '0')} ${symbol}` });
}
