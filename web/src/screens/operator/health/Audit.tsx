// The audit: every balance counted anew from the journal, while the exchange goes on.
import { usePages } from '../../../data/pages.ts';
import { isOpen } from '../../../data/press/press.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { Button } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { ActOutcome } from '../acts/ActOutcome.tsx';
import { Listing } from '../lists/Listing.tsx';
import { When } from '../lists/When.tsx';
import styles from '../operator.module.css';
import { type AuditRecord, auditWords } from './audit.ts';

/** How often a running one is asked how far it has come. */
const WATCH_MS = 500;

export function Audit() {
  const pressing = usePress('startAudit', '');
  const pages = usePages('getAudits', {}, ({ audits }) => audits, {
    limit: 20,
    everyMs: (first) => isUnderWay(first?.audits[0]) && WATCH_MS,
  });
  const [last] = pages.items;
  const isRunning = isUnderWay(last);
  return (
    <>
      <PageTitle
        title="Audit"
        actions={
          <Button primary disabled={isRunning || isOpen(pressing.state)} onClick={() => pressing.press({})}>
            {isRunning ? 'An audit is running' : 'Run an audit'}
          </Button>
        }
      >
        Every balance is recomputed from the journal, while the exchange goes on.
      </PageTitle>
      {pressing.state.kind !== 'done' && <ActOutcome pressing={pressing} />}
      {last && (
        <>
          <h2 className={styles.lead}>The last audit</h2>
          <Last audit={last} />
        </>
      )}
      <h2 className={styles.heading}>Audits so far</h2>
      <Listing
        label="Audits so far"
        columns={COLUMNS}
        pages={pages}
        keyOf={({ id }) => String(id)}
        empty="No audit was made yet."
      />
      <ShowCall
        calls={[
          { name: 'startAudit', method: 'POST', input: {} },
          { name: 'getAudits', method: 'GET', input: {} },
        ]}
      />
    </>
  );
}

const isUnderWay = (audit: Pick<AuditRecord, 'state'> | undefined): boolean => audit?.state === 'running';

const TONES = { running: 'water', passed: 'water', failed: 'oxide', stopped: 'wheat' } as const;
const TITLES = {
  running: 'The audit is running.',
  passed: 'Everything adds up.',
  failed: 'Something does not add up.',
  stopped: 'The last audit was stopped.',
} as const;

const Last = ({ audit }: { readonly audit: AuditRecord }) => (
  <Notice tone={TONES[audit.state]} title={TITLES[audit.state]}>
    <p>{auditWords(audit)}</p>
    {audit.state === 'running' && (
      <progress
        className={styles.progress}
        value={audit.checked}
        max={Math.max(1, audit.of)}
        aria-label="Transactions recomputed"
      />
    )}
    {audit.faults.length > 0 && (
      <ul className={styles.faults}>
        {audit.faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    )}
  </Notice>
);

const COLUMNS: readonly Column<AuditRecord>[] = [
  { name: 'No.', cell: ({ id }) => id },
  { name: 'Begun', cell: ({ startedAt }) => <When at={startedAt} /> },
  { name: 'Ended', cell: ({ endedAt }) => (endedAt === null ? 'not yet' : <When at={endedAt} />) },
  { name: 'What came of it', cell: (audit) => auditWords(audit) },
];
