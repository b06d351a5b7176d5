// The result of the last audit, which shows whether the figures are right; operators get a link to run or view audits.

import { Link } from 'wouter';
import type { Calls } from '#client';
import { useMe } from '../../data/account.ts';
import { useCall } from '../../data/use.ts';
import { Fold } from '../../parts/Fold.tsx';
import { dates } from '../../words/format.ts';
import { t } from '../../words/words.ts';
import styles from './pool.module.css';

type Audit = NonNullable<Calls['getLastAudit']['output']['audit']>;

export function Proof() {
  const { isOperator } = useMe();
  const { data } = useCall('getLastAudit', {});
  return (
    <Fold name="audit" title={t('pool.audit')}>
      <p className={styles.small}>
        {data?.audit ? auditSentence(data.audit) : data && t(isOperator ? 'pool.audit.none' : 'pool.audit.none.yet')}{' '}
        {isOperator && <Link href="/operator/audit">{t(data?.audit ? 'pool.audit.view' : 'pool.audit.run')}</Link>}
      </p>
    </Fold>
  );
}

const auditSentence = ({ state, from, sequence, endedAt }: Audit): string =>
  t(state === 'passed' ? 'pool.audit.passed' : 'pool.audit.failed', {
    from,
    sequence,
    time: dates({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(endedAt)),
  });
