// Which part of a position to withdraw; its preview; the button that names both amounts.

import { isOpen } from '../../../data/press/press.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { Button } from '../../../parts/Button.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Field } from '../../../parts/Field.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { pressWords } from '../../../parts/PressNotice.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { SignIn } from '../../../parts/SignIn.tsx';
import { UnclearAmount, unclearWords } from '../../../parts/UnclearAmount.tsx';
import { words } from '../../../words/errors.ts';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { Moved } from './Moved.tsx';
import { Outcome } from './Outcome.tsx';
import { PreviewEntries, PreviewRows } from './Preview.tsx';
import type { PoolProps } from './pair.ts';
import { amountsOf } from './pair.ts';
import styles from './sheets.module.css';
import { LP_DECIMALS, PARTS, type Withdrawing } from './withdrawing.ts';

export function WithdrawForm({ withdrawing, pool }: { readonly withdrawing: Withdrawing; readonly pool: PoolProps }) {
  const { form, pair, held, reading, quote, isOld, moved, pressing, failure } = withdrawing;
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
            {part} %
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
            {words(failure.code, failure.message).body}
          </Notice>
        )}
        {quote && <PreviewRows quote={quote} pair={pair} isOld={isOld} />}
        {quote && moved && !isBusy && <Moved before={moved} now={quote} pair={pair} verb="get" />}
        <Outcome pressing={pressing} />
        {pressing.state.kind !== 'unknown' && (
          <Button
            wide
            primary
            disabled={isBusy || !quote || isOld}
            onClick={() => quote && withdrawing.withdraw(quote)}
          >
            {pressWords(pressing.state) ?? buttonWords(withdrawing, isUnclear)}
          </Button>
        )}
        {quote && <PreviewEntries quote={quote} pair={pair} isOld={isOld} />}
      </div>
      <ShowCall
        calls={[
          { name: 'quoteLiquidity', method: 'GET', input: { ...pool, lpTokens: quote?.lpTokens ?? '1' } },
          {
            name: 'refundLiquidity',
            method: 'POST',
            input: {
              ...pool,
              lpTokens: quote?.lpTokens ?? '1',
              ...(quote && { minToken1: quote.token1Amount, minToken2: quote.token2Amount }),
            },
          },
        ]}
      />
    </>
  );
}

function buttonWords({ reading, isChosen, failure, quote, pair }: Withdrawing, isUnclear: boolean): string {
  if (isUnclear && reading.kind !== 'amount' && reading.kind !== 'empty') return unclearWords(reading);
  if (!isChosen) return t('portfolio.withdraw.button.choose');
  if (failure) return t('portfolio.withdraw.button.failed');
  if (!quote) return t('portfolio.quoting');
  return t('portfolio.withdraw.button', amountsOf(quote, pair));
}
