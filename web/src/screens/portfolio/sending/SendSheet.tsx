// The side sheet to send tokens to another account.
import { Link } from 'wouter';
import type { Calls } from '#client';
import { useMe } from '../../../data/account.ts';
import { useCall } from '../../../data/use.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { CopyLink } from '../../../parts/CopyLink.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { SignIn } from '../../../parts/SignIn.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import styles from '../liquidity/sheets.module.css';
import { SendForm } from './SendForm.tsx';
import { type Sending, useSending } from './sending.ts';

export default function SendSheet({ token, onClose }: { readonly token: string; onClose(): void }) {
  const { account, isKnown, maySend } = useMe();
  return (
    <Sheet title={t('send.title')} onClose={onClose}>
      {isKnown && !maySend && <Empty title={t('send.none')}>{t('errors.transfers_off')}</Empty>}
      {isKnown && maySend && account === null && <SignIn why={t('send.signIn')} />}
      {maySend && account !== null && <Sent token={token} onClose={onClose} />}
    </Sheet>
  );
}

function Sent({ token, onClose }: { readonly token: string; onClose(): void }) {
  const sending = useSending(token);
  const { state } = sending.pressing;
  if (state.kind !== 'done') return <SendForm sending={sending} />;
  const { output, transactionId } = state.done;
  return <Done done={output} transactionId={transactionId} tookMs={state.ms} sending={sending} onClose={onClose} />;
}

function Done({
  done,
  transactionId,
  tookMs,
  sending,
  onClose,
}: {
  readonly done: Calls['createTransfer']['output'];
  readonly transactionId: string | null;
  readonly tookMs: number;
  readonly sending: Sending;
  onClose(): void;
}) {
  const symbol = sending.items.find(({ address }) => address === done.token)?.symbol ?? '';
  const { data } = useCall(
    'getTransaction',
    { transactionId: transactionId ?? '' },
    { enabled: transactionId !== null },
  );
  return (
    <div className={styles.done}>
      <h3>{t('send.done')}</h3>
      <p className={styles.amounts}>
        <Figure value={done.amount} symbol={symbol} />
      </p>
      <p>{t('send.done.to', { to: done.to })}</p>
      {data && (
        <Notice>
          <T id="portfolio.done.settled" values={{ number: <Figure value={String(data.sequence)} />, ms: tookMs }} />
        </Notice>
      )}
      <p className={styles.links}>
        {transactionId !== null && (
          <>
            <Link href={`/tx/${data?.sequence ?? transactionId}`}>{t('portfolio.done.receipt')}</Link>
            <CopyLink path={`/tx/${transactionId}`} />
          </>
        )}
        <LinkButton onClick={sending.pressing.clear}>{t('send.more')}</LinkButton>
      </p>
      <Button wide onClick={onClose}>
        {t('parts.close')}
      </Button>
    </div>
  );
}
