// Shown instead of a screen that needs an account: why, which ways in there are, and where to sign in.
import { isOnChain } from '../data/chain.ts';
import { canUsePasskeys } from '../data/passkeys.ts';
import { useCall } from '../data/use.ts';
import { either } from '../words/format.ts';
import { t } from '../words/words.ts';
import { Empty } from './Empty.tsx';
import styles from './parts.module.css';

export function SignIn({ why }: { readonly why: string }) {
  const signUp = useCall('getSignUp', {}).data;
  const ways = [
    signUp && canUsePasskeys(signUp) && t('parts.signIn.passkey'),
    isOnChain && t('parts.signIn.wallet'),
    t('parts.signIn.key'),
  ].filter((way) => typeof way === 'string');
  return (
    <Empty title={why}>
      <p>{t('parts.signIn.open', { ways: either(ways) })}</p>
      <p>
        {/* Opens the shell's account menu. */}
        <button type="button" className={`${styles.button} ${styles.primary}`} popoverTarget="account">
          {t('shell.signIn')}
        </button>
      </p>
    </Empty>
  );
}
