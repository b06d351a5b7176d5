// One deposit or withdrawal, with the entries that it will write.
import type { Calls } from '#client';
import { type TokenInfo, type Tokens, tokenOf } from '../../../data/tokens.ts';
import { useCall } from '../../../data/use.ts';
import { type Reading, readAmount } from '../../../exact/amount.ts';
import { written } from '../../../exact/figures.ts';
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
      again={kind === 'deposit' ? 'Another deposit' : 'Another withdrawal'}
      told={(done) => wordsOf(kind, done, tokens)}
      onAgain={(values) => ({ ...values, amount: '', reference: '' })}
    >
      {(values) => (
        <>
          <AccountField name="account" label="Account" hint="Whose balance it is." />
          <TokenField name="token" label="Token" />
          <TextField
            name="amount"
            label="Amount"
            inputMode="decimal"
            hint={
              kind === 'withdraw' ? (
                <Held account={values.account} token={namedToken(tokens, values.token)} />
              ) : undefined
            }
          />
          <TextField
            name="reference"
            label="Reference"
            hint="What you find it by elsewhere, such as the number of a transfer. The same reference is never written twice."
          />
        </>
      )}
    </ActForm>
  );
}

function wordsOf(kind: Kind, done: Calls[Kind]['output'], tokens: Tokens): string {
  const amount = `${written(done.amount)} ${tokenOf(tokens, done.token).symbol}`;
  const what = kind === 'deposit' ? `${amount} came in for ${done.account}` : `${amount} of ${done.account} left`;
  return `${what}, by the reference ${done.reference}.`;
}

function Held({ account, token }: { readonly account: string; readonly token: TokenInfo | null }) {
  const whose = account.trim();
  const asked = { account: whose, token: token?.address };
  const { data } = useCall('getBalances', asked, { enabled: whose !== '' && token !== null });
  const balance = data?.balances[0]?.balance;
  if (token === null || balance === undefined) return null;
  if (!/[1-9]/.test(balance)) return `${whose} has no ${token.symbol}.`;
  return (
    <>
      {whose} has {written(balance)} {token.symbol}. <Instead name="amount" readings={[balance]} />
    </>
  );
}

/** The server counts the decimals of a token that this page does not know. */
const MOST_DECIMALS = 30;

function planOf(kind: Kind, values: Values, known: TokenInfo | null): Plan<Kind> {
  const [account, token, reference] = [values.account.trim(), known?.address ?? values.token.trim(), values.reference];
  const symbol = known?.symbol ?? token;
  const decimals = known?.decimals ?? MOST_DECIMALS;
  const reading = readAmount(values.amount, decimals);
  const fault = amountFault('amount', reading, { what: symbol || 'A token', decimals });
  const faults = fault === undefined ? {} : { amount: fault };
  const missing = missingOf(account, token, reading, reference);
  if (account === '' || token === '' || reading.kind !== 'amount') {
    return {
      input: null,
      button: missing ?? '',
      faults,
      notes: <p>What the ledger will write is shown here first.</p>,
    };
  }
  const input = { account, token, amount: reading.text, reference };
  const amount = `${written(reading.text)} ${symbol}`;
  const act = kind === 'deposit' ? `Deposit ${amount} to ${account}` : `Withdraw ${amount} from ${account}`;
  const entries = (kind === 'deposit' ? depositEntries : withdrawEntries)(input);
  return { input: missing === null ? input : null, button: missing ?? act, entries };
}

function missingOf(account: string, token: string, reading: Reading, reference: string): string | null {
  if (account === '') return 'Name an account';
  if (token === '') return 'Choose a token';
  if (reading.kind === 'too-fine') return 'Too many decimals';
  if (reading.kind !== 'amount' || reading.units === 0n) return 'Type an amount';
  return reference === '' ? 'Give a reference' : null;
}
