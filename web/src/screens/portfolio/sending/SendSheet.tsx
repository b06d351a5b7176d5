// The side sheet to send tokens to another account.
import { useMe } from '../../../data/account.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { SignIn } from '../../../parts/SignIn.tsx';
import { t } from '../../../words/words.ts';
import { SheetDone } from '../liquidity/SheetDone.tsx';
import { SendForm } from './SendForm.tsx';
import { useSending } from './sending.ts';

export default function SendSheet({ token, onClose }: { readonly token: string; onClose(): void }) {
  const { account, isKnown, maySend } = useMe();
  return (
    <Sheet title={t('send.title')} onClose={onClose}>
      {isKnown && !maySend && <Empty title={t('send.none')}>{t('errors.not_on_this_venue.transfers')}</Empty>}
      {isKnown && maySend && account === null && <SignIn why={t('send.signIn')} />}
      {maySend && account !== null && <Sent token={token} onClose={onClose} />}
    </Sheet>
  );
}

function Sent({ token, onClose }: { readonly token: string; onClose(): void }) {
  const sending = useSending(token);
  const { state, clear } = sending.pressing;
  if (state.kind !== 'done') return <SendForm sending={sending} />;
  const { output, transactionId } = state.done;
  const symbol = sending.items.find(({ address }) => address === output.token)?.symbol ?? '';
  return (
    <SheetDone
      title={t('send.done')}
      amounts={<Figure value={output.amount} symbol={symbol} />}
      detail={t('send.done.to', { to: output.to })}
      transactionId={transactionId}
      tookMs={state.ms}
      more={t('send.more')}
      onMore={clear}
      onClose={onClose}
    />
  );
}
