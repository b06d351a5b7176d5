// Signing in once more: what gives lasting access to an account needs a fresh proof that its owner is there.
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
    // Who closes the browser's dialogue, or has no passkey, may choose again.
    await signInWithPasskey().then(onDone, () => setAsking(false));
  };
  return (
    <Button disabled={isAsking} onClick={prove}>
      {t('people.signIn.passkey')}
    </Button>
  );
}
