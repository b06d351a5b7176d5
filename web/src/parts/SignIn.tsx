// Shown instead of a screen that needs an account: why, which ways in there are, and where to sign in.
import { isOnChain } from '../data/chain.ts';
import { canUsePasskeys } from '../data/passkeys.ts';
import { useCall } from '../data/use.ts';
import { either } from '../words/format.ts';
import { t } from '../words/words.ts';
import { Button } from './Button.tsx';
import { Empty } from './Empty.tsx';
import { PageTitle } from './PageTitle.tsx';

/** A screen that needs an account, with its title. */
export const SignedOut = ({ title, why }: { readonly title: string; readonly why: string }) => (
  <>
    <PageTitle title={title} />
    <SignIn why={why} />
  </>
);

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
        <Button primary popoverTarget="account">
          {t('shell.signIn')}
        </Button>
      </p>
    </Empty>
  );
}
