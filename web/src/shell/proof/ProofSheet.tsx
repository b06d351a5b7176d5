// The sheet in which the user signs in again, because a request needs a recent sign-in.
import { useEffect, useState } from 'react';
import { useMe } from '../../data/account.ts';
import { useCall } from '../../data/use.ts';
import { piece } from '../../parts/piece.tsx';
import { inSheet, Sheet } from '../../parts/Sheet.tsx';
import { t } from '../../words/words.ts';
import { SignInForm } from '../SignInForm.tsx';

const Connect = piece(() => import('../../screens/chain/Connect.tsx'), inSheet('wallet.connect'));

export default function ProofSheet({ onEnd }: { onEnd(isProved: boolean): void }) {
  const { account: present } = useMe();
  const [account] = useState(present);
  const { isPending } = useCall('getSignUp', {});
  const [isConnecting, setConnecting] = useState(false);
  // The request belongs to this account: it is given up if another tab signs out, or in as somebody else.
  useEffect(() => {
    if (account === null || present !== account) onEnd(false);
  }, [account, present, onEnd]);
  if (account === null) return null;
  const onDone = () => onEnd(true);
  if (isConnecting) return <Connect again={{ account, onDone }} onClose={() => setConnecting(false)} />;
  return (
    <Sheet title={t('shell.proof.title')} onClose={() => onEnd(false)}>
      {/* Shown once it is known whether passkeys can be used, so that the focus is on the right control. */}
      {!isPending && <SignInForm again={account} onDone={onDone} onWallet={() => setConnecting(true)} />}
    </Sheet>
  );
}
