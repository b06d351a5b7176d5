// A button to sign in again: granting lasting access to an account requires a recent sign-in.
import { useState } from 'react';
import { canUsePasskeys, signInWithPasskey } from '../data/passkeys.ts';
import { useCall } from '../data/use.ts';
import { t } from '../words/words.ts';
import { Button } from './Button.tsx';

/** For people with a passkey; others sign out and in again with their key, as the message says. */
export function ProveAgain({ onDone }: { onDone(): void }) {
  const signUp = useCall('getSignUp', {});
  const [isAsking, setAsking] = useState(false);
  if (!signUp.data || !canUsePasskeys(signUp.data)) return null;
  const prove = async () => {
    setAsking(true);
    // If the browser's dialogue is closed or there is no passkey, the button can be pressed again.
    await signInWithPasskey().then(onDone, () => setAsking(false));
  };
  return (
    <Button disabled={isAsking} onClick={prove}>
      {t('people.signIn.passkey')}
    </Button>
  );
}
