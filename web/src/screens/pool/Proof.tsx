// That the figures are right: the last audit, or how to run one.
import { Link } from 'wouter';
import type { Calls } from '#client';
import { useMe } from '../../data/account.ts';
import { useCall } from '../../data/use.ts';
import { Card } from '../../parts/Card.tsx';
import { useHold } from '../../parts/hold.tsx';
import styles from './pool.module.css';

type Audit = NonNullable<Calls['getLastAudit']['output']['audit']>;

export function Proof() {
  const { isOperator } = useMe();
  const { data, isPending } = useCall('getLastAudit', {});
  useHold(isPending);
  return (
    <Card title="Proof">
      <p className={styles.small}>
        {data?.audit ? said(data.audit) : data && <Unaudited isOperator={isOperator} />}{' '}
        {isOperator && <Link href="/operator/audit">{data?.audit ? 'See the audit' : 'Run an audit'}</Link>}
      </p>
    </Card>
  );
}

function said({ state, sequence, endedAt }: Audit): string {
  const upTo = `from journal no. 1 to ${sequence.toLocaleString('en-US')}, ${whenOf(endedAt)}`;
  return state === 'passed'
    ? `Every balance was recomputed ${upTo}. Nothing was missing, nothing too much.`
    : `Every balance was recomputed ${upTo}, and not everything added up.`;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

function whenOf(endedAt: string): string {
  const [then, now] = [new Date(endedAt), new Date()];
  const day = then.toDateString() === now.toDateString() ? 'today' : `on ${DAY.format(then)}`;
  return `at ${CLOCK.format(then)} ${day}`;
}

const Unaudited = ({ isOperator }: { readonly isOperator: boolean }) => (
  <>
    Every figure here follows from the journal, and an audit recomputes each balance from its first transaction to its
    last.
    {isOperator ? '' : ' The operator has not run one yet.'}
  </>
);
