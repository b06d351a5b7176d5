// The form to sign in, for the first time or again; an API key is sent once and not stored in the page.
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { isOnChain } from '../data/chain.ts';
import { canUsePasskeys, isGivenUp, signInWithPasskey } from '../data/passkeys.ts';
import { asFailure } from '../data/server.ts';
import { useCall } from '../data/use.ts';
import { shortName, signsItself } from '../data/wallet/own.ts';
import { Button } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { Notice } from '../parts/Notice.tsx';
import { words } from '../words/errors.ts';
import { t } from '../words/words.ts';
import styles from './shell.module.css';
import { signIn } from './sign-in.ts';

type Message = { readonly title: string; readonly body: string };

type Props = {
  onDone(): void;
  onWallet(): void;
  /** The account that must sign in again. */
  readonly again?: string;
};

export function SignInForm({ onDone, onWallet, again }: Props) {
  const [key, setKey] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() === '' || isAsking) return;
    setAsking(true);
    try {
      await signIn(key.trim(), again);
      onDone();
    } catch (error) {
      setMessage(wordsOf(error, again));
      setAsking(false);
    }
  };
  const signUp = useCall('getSignUp', {});
  const hasPasskeys = signUp.data !== undefined && canUsePasskeys(signUp.data);
  const byPasskey = async () => {
    setAsking(true);
    setMessage(null);
    try {
      await signInWithPasskey(again);
      onDone();
    } catch (error) {
      setMessage(
        isGivenUp(error)
          ? { title: t('shell.signIn.failed'), body: t('people.signIn.givenUp') }
          : wordsOf(error, again),
      );
      setAsking(false);
    }
  };
  return (
    <form className={styles.signIn} onSubmit={submit}>
      {again !== undefined && <p>{t('shell.proof.text', { account: shortName(again) })}</p>}
      {isOnChain && (again === undefined || signsItself(again)) && (
        <Button primary wide data-first onClick={onWallet}>
          {t('wallet.connect')}
        </Button>
      )}
      {hasPasskeys && (
        <Button primary wide data-first disabled={isAsking} onClick={byPasskey}>
          {t('people.signIn.passkey')}
        </Button>
      )}
      {again === undefined && signUp.data?.signUp === 'open' && (
        <p>
          <Link href="/join" onClick={onDone}>
            {t('people.signIn.signUp')}
          </Link>
        </p>
      )}
      <h2>{t('shell.signIn.title')}</h2>
      {again === undefined && <p>{t('shell.signIn.text')}</p>}
      <Field
        label={t('shell.signIn.key')}
        type="password"
        name="key"
        {...(!hasPasskeys && { 'data-first': '' })}
        placeholder="mp_…"
        value={key}
        onChange={({ target }) => setKey(target.value)}
      />
      {message !== null && (
        <Notice tone="oxide" title={message.title}>
          {message.body}
        </Notice>
      )}
      <Button primary wide type="submit" disabled={key.trim() === '' || isAsking}>
        {isAsking ? t('shell.signIn.busy') : t('shell.signIn')}
      </Button>
    </form>
  );
}

function wordsOf(error: unknown, again: string | undefined): Message {
  const failure = asFailure(error);
  if (failure?.code === 'other_account' && again !== undefined) {
    return { title: t('shell.signIn.failed'), body: t('shell.proof.other', { account: shortName(again) }) };
  }
  if (failure?.code === 'unauthorized') {
    return { title: t('shell.signIn.failed'), body: t('shell.signIn.unknownKey') };
  }
  if (failure) return words(failure);
  return { title: t('shell.signIn.failed'), body: String(error) };
}
