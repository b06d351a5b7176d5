// The form to send: token, recipient and amount; the ledger entries; the button.
import { isOpen } from '../../../data/press/press.ts';
import { asTyped } from '../../../exact/amount.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { written } from '../../../exact/figures.ts';
import { AmountWorth } from '../../../market/figures/AmountWorth.tsx';
import { AmountField } from '../../../parts/AmountField.tsx';
import { Button } from '../../../parts/Button.tsx';
import { Check } from '../../../parts/Check.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { accountName, Entries } from '../../../parts/Entries.tsx';
import { Field } from '../../../parts/Field.tsx';
import { Fold } from '../../../parts/Fold.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { PressOutcome } from '../../../parts/PressOutcome.tsx';
import { pressWords, unclearWords } from '../../../parts/press-words.ts';
import { SameSince } from '../../../parts/SameSince.tsx';
import { Select } from '../../../parts/Select.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { UnclearAmount } from '../../../parts/UnclearAmount.tsx';
import { t } from '../../../words/words.ts';
import styles from '../liquidity/sheets.module.css';
import { partOf, type Sendable } from './sendable.ts';
import own from './sending.module.css';
import { MOST_MEMO, type SendInput, type Sending } from './sending.ts';

export function SendForm({ sending }: { readonly sending: Sending }) {
  const { form, items, isKnown, sent, reading, isTooMuch, input, pressing, choose } = sending;
  const isBusy = isOpen(pressing.state);
  if (isKnown && items.length === 0) return <Empty title={t('send.none')}>{t('send.none.text')}</Empty>;
  if (!sent) return null;
  const isUnclear = reading.kind !== 'empty' && reading.kind !== 'amount';
  return (
    <>
      <fieldset className={own.form} disabled={isBusy}>
        <Select
          label={t('send.token')}
          value={sent.address}
          options={items.map(({ address, name, balance }) => [address, `${name} · ${written(balance)}`] as const)}
          onChoose={(token) => choose({ token, amount: '' })}
        />
        <Field
          label={t('send.to')}
          data-first
          maxLength={128}
          autoCapitalize="none"
          value={form.to}
          hint={hintOf(sending)}
          onChange={({ target }) => choose({ to: target.value })}
        />
        <Recipient sending={sending} />
        <AmountField
          label={t('send.amount')}
          address={sent.address}
          symbol={sent.symbol}
          value={form.amount}
          held={sent.balance}
          isWrong={isUnclear || isTooMuch}
          worth={reading.kind === 'amount' && <Worth sent={sent} amount={reading.text} />}
          onType={(amount) => choose({ amount })}
        />
        <div className={own.quick}>
          <button type="button" onClick={() => choose({ amount: asTyped(sent.balance) })}>
            {t('send.max')}
          </button>
        </div>
        <Field
          label={t('send.memo')}
          maxLength={MOST_MEMO}
          value={form.memo}
          hint={t('send.memo.hint')}
          onChange={({ target }) => choose({ memo: target.value })}
        />
      </fieldset>
      <div className={styles.stack}>
        {isUnclear && (
          <UnclearAmount
            reading={reading}
            symbol={sent.symbol}
            decimals={sent.decimals}
            onUse={(amount) => choose({ amount })}
          />
        )}
        <Outcome sending={sending} />
        {pressing.state.kind !== 'unknown' && (
          <Button wide primary disabled={isBusy || input === null} onClick={() => input && pressing.press(input)}>
            {pressWords(pressing.state) ?? buttonWords(sending)}
          </Button>
        )}
        {input && <Preview sending={sending} sent={sent} input={input} />}
      </div>
      <ShowCall
        calls={[
          { name: 'checkAccount', method: 'GET', input: { account: sending.to || 'shop-42' } },
          {
            name: 'createTransfer',
            method: 'POST',
            input: input ?? { token: sent.address, to: sending.to || 'shop-42', amount: '1' },
          },
        ]}
      />
    </>
  );
}

function hintOf({ to, isName, isOwn, checked }: Sending): string | undefined {
  if (isOwn) return t('errors.same_account');
  if (to !== '' && !isName) return t('send.to.spaces');
  return checked?.known ? t('send.to.known') : undefined;
}

/** Warnings about the recipient. */
function Recipient({ sending: { checked, form, choose } }: { readonly sending: Sending }) {
  if (!checked || (checked.known && !checked.lookAlike)) return null;
  if (checked.known) return <Notice tone="wheat">{t('send.to.alike')}</Notice>;
  return (
    <Notice tone="wheat" title={t('send.to.unknown')}>
      <p>{t(checked.lookAlike ? 'send.to.unknown.alike' : 'send.to.unknown.text')}</p>
      <Check label={t('send.to.create')} isChecked={form.create} onCheck={(create) => choose({ create })} />
    </Notice>
  );
}

/** The value of a token amount at the market's average; for LP tokens, the amounts that they would return. */
function Worth({ sent, amount }: { readonly sent: Sendable; readonly amount: string }) {
  if (sent.returns.length === 0) return <AmountWorth address={sent.address} amount={amount} pool={null} />;
  return (
    <span className={styles.soft}>
      {sent.returns.map((side, at) => (
        <span key={side.token}>
          {at > 0 && ' + '}
          <Figure value={partOf(side.amount, amount, sent.balance)} symbol={side.symbol} />
        </span>
      ))}
    </span>
  );
}

function Preview({
  sending,
  sent,
  input,
}: {
  readonly sending: Sending;
  readonly sent: Sendable;
  readonly input: SendInput;
}) {
  const amount = String(input.amount);
  const entries = [
    { account: sending.account ?? '', token: sent.address, change: `-${amount}` },
    { account: input.to, token: sent.address, change: amount },
  ];
  return (
    <section className={styles.entries}>
      <Fold name="ledger" title={t('portfolio.preview.ledger')}>
        <Entries
          entries={entries}
          symbolOf={() => sent.symbol}
          nameOf={(of) => accountName(of, sending.account, { get: () => undefined })}
        />
      </Fold>
      {sent.returns.length > 0 && <p className={styles.soft}>{t('send.cost')}</p>}
      <p className={styles.soft}>{t('send.final')}</p>
    </section>
  );
}

function Outcome({ sending: { pressing } }: { readonly sending: Sending }) {
  const pressed = pressing.state.kind === 'unknown' ? pressing.state.pressed : null;
  return (
    <PressOutcome pressing={pressing}>
      {pressed && (
        <SameSince
          call="createTransfer"
          head={pressed.head}
          like={{ token: pressed.order.token, to: pressed.order.to, amount: String(pressed.order.amount) }}
        />
      )}
    </PressOutcome>
  );
}

function buttonWords({ sent, to, isName, isOwn, checked, reading, isTooMuch, form, input }: Sending): string {
  if (input && sent)
    return t('send.button', { amount: `${written(String(input.amount))} ${sent.symbol}`, to: input.to });
  if (to === '') return t('send.button.to');
  if (!isName || isOwn) return t('send.button.otherTo');
  if (checked && !checked.known && !form.create) return t('send.button.unknown');
  if (reading.kind === 'empty' || (reading.kind === 'amount' && reading.units === 0n)) return t('send.button.amount');
  if (reading.kind !== 'amount') return unclearWords(reading);
  if (isTooMuch && sent) return t('send.button.tooMuch', { symbol: sent.symbol });
  return t('send.button.checking');
}
