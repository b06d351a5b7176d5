// Whether the transaction is in the public log, and a button that lets the browser check it.
import { useId, useState } from 'react';
import type { GetTransactionOutput } from '#client';
import { useMe } from '../../../data/account.ts';
import { isLogged } from '../../../data/brand.ts';
import { isOnChain } from '../../../data/chain.ts';
import { useCall } from '../../../data/use.ts';
import { Button } from '../../../parts/Button.tsx';
import styles from '../../../parts/check-steps.module.css';
import { Failed } from '../../../parts/Failed.tsx';
import { piece } from '../../../parts/piece.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { moment } from '../../../words/ago.ts';
import { type Id, t } from '../../../words/words.ts';

const Checked = piece(() => import('./Checked.tsx'));

export function LogCard({ done }: { readonly done: GetTransactionOutput }) {
  const { account, isOperator } = useMe();
  if (isOnChain) return <Told id="proof.chain" />;
  if (!isLogged) return <Told id={isOperator ? 'proof.unsigned.operator' : 'proof.unsigned'} />;
  return <Logged done={done} viewer={isOperator ? null : account} />;
}

const Told = ({ id }: { readonly id: Id }) => <p className={styles.soft}>{t(id)}</p>;

const AGAIN_MS = 3000;

function Logged({ done, viewer }: { readonly done: GetTransactionOutput; readonly viewer: string | null }) {
  const id = useId();
  const [isIn, setIn] = useState(false);
  const { data, error, isPending, refetch } = useCall('getLog', {}, isIn ? {} : { everyMs: AGAIN_MS });
  const [checks, setChecks] = useState(0);
  const isLoggedNow = data !== undefined && data.size >= done.sequence;
  if (isLoggedNow !== isIn) setIn(isLoggedNow);
  const check = () => {
    setChecks(checks + 1);
    // The proof is about the last checkpoint, which may be newer than the one shown.
    refetch();
  };
  if (isPending) return <Told id="proof.lead" />;
  if (data === undefined) return <Failed error={error} onRetry={refetch} />;
  if (!isLoggedNow || data.signedAt === null) return <Told id="proof.soon" />;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('proof.in')}</h3>
      <Rows>
        <Row name={t('proof.size')}>{t('proof.size.is', { size: data.size })}</Row>
        <Row name={t('proof.signed')}>
          <time dateTime={data.signedAt}>{moment(Date.parse(data.signedAt))}</time>
        </Row>
      </Rows>
      {checks === 0 && <p className={styles.soft}>{t('proof.lead')}</p>}
      <p className={styles.act}>
        <Button onClick={check}>{t(checks === 0 ? 'proof.check' : 'proof.again')}</Button>
      </p>
      {checks > 0 && <Checked key={checks} done={done} viewer={viewer} />}
    </section>
  );
}
