// The form for an API key; the key is sent once and not stored in the page.
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { isOnChain } from '../data/chain.ts';
import { canUsePasskeys, isGivenUp, signInWithPasskey } from '../data/passkeys.ts';
import { asFailure } from '../data/server.ts';
import { useCall } from '../data/use.ts';
import { Button } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { Notice } from '../parts/Notice.tsx';
import { words } from '../words/errors.ts';
import { t } from '../words/words.ts';
import styles from './shell.module.css';
import { signIn } from './sign-in.ts';

type Message = { readonly title: string; readonly body: string };

export function SignInForm({ onDone, onWallet }: { onDone(): void; onWallet(): void }) {
  const [key, setKey] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() === '' || isAsking) return;
    setAsking(true);
    try {
      await signIn(key.trim());
      onDone();
    } catch (error) {
      setMessage(wordsOf(error));
      setAsking(false);
    }
  };
  const signUp = useCall('getSignUp', {});
  const byPasskey = async () => {
    setAsking(true);
    setMessage(null);
    try {
      await signInWithPasskey();
      onDone();
    } catch (error) {
      setMessage(
        isGivenUp(error) ? { title: t('shell.signIn.failed'), body: t('people.signIn.givenUp') } : wordsOf(error),
      );
      setAsking(false);
    }
  };
  return (
    <form className={styles.signIn} onSubmit={submit}>
      {isOnChain && (
        <Button primary wide onClick={onWallet}>
          {t('wallet.connect')}
        </Button>
      )}
      {signUp.data && canUsePasskeys(signUp.data) && (
        <Button primary wide disabled={isAsking} onClick={byPasskey}>
          {t('people.signIn.passkey')}
        </Button>
      )}
      {signUp.data?.signUp === 'open' && (
        <p>
          <Link href="/join" onClick={onDone}>
            {t('people.signIn.signUp')}
          </Link>
        </p>
      )}
      <h2>{t('shell.signIn.title')}</h2>
      <p>{t('shell.signIn.text')}</p>
      <Field
        label={t('shell.signIn.key')}
        type="password"
        name="key"
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

function wordsOf(error: unknown): Message {
  const failure = asFailure(error);
  if (failure?.code === 'unauthorized') {
    return { title: t('shell.signIn.failed'), body: t('shell.signIn.unknownKey') };
  }
  if (failure) return words(failure.code, failure.message);
  return { title: t('shell.signIn.failed'), body: String(error) };
}
