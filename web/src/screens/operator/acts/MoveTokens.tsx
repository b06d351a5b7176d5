// A deposit or withdrawal, with the ledger entries it will write.

import type { Calls } from '#client';
import { type TokenInfo, type Tokens, tokenOf } from '../../../data/tokens.ts';
import { useCall } from '../../../data/use.ts';
import { type Reading, readAmount } from '../../../exact/amount.ts';
import { written } from '../../../exact/figures.ts';
import { T } from '../../../words/T.tsx';
import { language, t } from '../../../words/words.ts';
import { useEveryToken } from '../lists/every-token.ts';
import { namedToken } from '../lists/named-token.ts';
import { AccountField, Instead, TextField, TokenField } from './ActField.tsx';
import { ActForm, type Plan } from './ActForm.tsx';
import { amountFault } from './amount-fault.tsx';
import { depositEntries, withdrawEntries } from './entries.ts';

type Kind = 'deposit' | 'withdraw';
type Values = { account: string; token: string; amount: string; reference: string };

export function MoveTokens({ kind, ...given }: { kind: Kind; account: string; token: string }) {
  const tokens = useEveryToken();
  return (
    <ActForm<Kind, Values>
      call={kind}
      initial={{ ...given, amount: '', reference: '' }}
      planOf={(values) => planOf(kind, values, namedToken(tokens, values.token))}
      again={t(`operator.move.${kind}.again`)}
      told={(done) => wordsOf(kind, done, tokens)}
      onAgain={(values) => ({ ...values, amount: '', reference: '' })}
    >
      {(values) => (
        <>
          <AccountField name="account" label={t('operator.field.account')} hint={t('operator.move.account.hint')} />
          <TokenField name="token" label={t('operator.field.token')} />
          <TextField
            name="amount"
            label={t('operator.field.amount')}
            inputMode="decimal"
            hint={
              kind === 'withdraw' ? (
                <CurrentBalance account={values.account} token={namedToken(tokens, values.token)} />
              ) : undefined
            }
          />
          <TextField name="reference" label={t('operator.field.reference')} hint={t('operator.move.reference.hint')} />
        </>
      )}
    </ActForm>
  );
}

function wordsOf(kind: Kind, done: Calls[Kind]['output'], tokens: Tokens): string {
  const amount = `${written(done.amount)} ${tokenOf(tokens, done.token).symbol}`;
  return t(`operator.move.${kind}.done`, { amount, account: done.account, reference: done.reference });
}

function CurrentBalance({ account, token }: { readonly account: string; readonly token: TokenInfo | null }) {
  const whose = account.trim();
  const asked = { account: whose, token: token?.address };
  const { data } = useCall('getBalances', asked, { enabled: whose !== '' && token !== null });
  const balance = data?.balances[0]?.balance;
  if (token === null || balance === undefined) return null;
  if (!/[1-9]/.test(balance)) return t('operator.move.held.none', { account: whose, symbol: token.symbol });
  return (
    <T
      id="operator.move.held"
      values={{
        account: whose,
        amount: `${written(balance)} ${token.symbol}`,
        use: <Instead name="amount" readings={[balance]} />,
      }}
    />
  );
}

/** The decimals allowed for a token that this page has not loaded; the server checks the actual number. */
const MOST_DECIMALS = 30;

function planOf(kind: Kind, values: Values, known: TokenInfo | null): Plan<Kind> {
  const [account, token, reference] = [values.account.trim(), known?.address ?? values.token.trim(), values.reference];
  const symbol = known?.symbol ?? token;
  const decimals = known?.decimals ?? MOST_DECIMALS;
  const reading = readAmount(values.amount, decimals, language());
  const fault = amountFault('amount', reading, { what: symbol || t('operator.fault.token'), decimals });
  const faults = fault === undefined ? {} : { amount: fault };
  const missing = missingOf(account, token, reading, reference);
  if (account === '' || token === '' || reading.kind !== 'amount') {
    return {
      input: null,
      button: missing ?? '',
      faults,
      notes: <p>{t('operator.preview.later')}</p>,
    };
  }
  const input = { account, token, amount: reading.text, reference };
  const amount = `${written(reading.text)} ${symbol}`;
  const act = t(`operator.move.${kind}.button`, { amount, account });
  const entries = (kind === 'deposit' ? depositEntries : withdrawEntries)(input);
  return { input: missing === null ? input : null, button: missing ?? act, entries };
}

function missingOf(account: string, token: string, reading: Reading, reference: string): string | null {
  if (account === '') return t('operator.enter.account');
  if (token === '') return t('operator.enter.token');
  if (reading.kind === 'too-fine') return t('parts.unclear.button.too-fine');
  if (reading.kind !== 'amount' || reading.units === 0n) return t('operator.enter.amount');
  return reference === '' ? t('operator.enter.reference') : null;
}
