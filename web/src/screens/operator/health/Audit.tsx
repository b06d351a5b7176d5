// The audit: recomputes every balance from the journal while the exchange keeps running.

import { usePages } from '../../../data/pages.ts';
import { isOpen } from '../../../data/press/press.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { useCall } from '../../../data/use.ts';
import { Button } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { t } from '../../../words/words.ts';
import { ActOutcome } from '../acts/ActOutcome.tsx';
import { Listing } from '../lists/Listing.tsx';
import { When } from '../lists/When.tsx';
import styles from '../operator.module.css';
import { type AuditRecord, auditWords, fullWords } from './audit.ts';

/** The polling interval while an audit runs. */
const WATCH_MS = 500;

export function Audit() {
  const pressing = usePress('startAudit', '');
  const pages = usePages('getAudits', {}, ({ audits }) => audits, {
    limit: 20,
    everyMs: (first) => isUnderWay(first?.audits[0]) && WATCH_MS,
  });
  const [last] = pages.items;
  const isRunning = isUnderWay(last);
  const isBusy = isRunning || isOpen(pressing.state);
  const { data } = useCall('getLastAudit', {});
  // One that has just ended is in the list, and newer than the answer.
  const full = pages.items.find(({ state, from }) => state === 'passed' && from === 1) ?? data?.full;
  return (
    <>
      <PageTitle
        title={t('operator.section.audit')}
        actions={
          <div className={styles.actions}>
            <Button disabled={isBusy} onClick={() => pressing.press({ full: true })}>
              {t('operator.audit.full.run')}
            </Button>
            <Button primary disabled={isBusy} onClick={() => pressing.press({})}>
              {t(isRunning ? 'operator.audit.busy' : 'operator.audit.run')}
            </Button>
          </div>
        }
      >
        {t('operator.audit.lead')}
      </PageTitle>
      {pressing.state.kind !== 'done' && <ActOutcome pressing={pressing} />}
      {last && (
        <>
          <h2 className={styles.lead}>{t('operator.audit.latest')}</h2>
          <Last audit={last} />
          {full?.endedAt && <p>{fullWords(full.endedAt, full.sequence)}</p>}
        </>
      )}
      <h2 className={styles.heading}>{t('operator.audit.history')}</h2>
      <Listing
        label={t('operator.audit.history')}
        columns={columns()}
        pages={pages}
        keyOf={({ id }) => String(id)}
        empty={t('operator.audit.empty')}
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

const Last = ({ audit }: { readonly audit: AuditRecord }) => (
  <Notice tone={TONES[audit.state]} title={titleOf(audit)}>
    <p>{auditWords(audit)}</p>
    {audit.state === 'running' && (
      <progress
        className={styles.progress}
        value={audit.checked}
        max={Math.max(1, audit.of)}
        aria-label={t('operator.audit.progress')}
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

const titleOf = ({ state, from }: AuditRecord): string =>
  state === 'passed' && from > 1 ? t('operator.audit.title.passed.on', { from }) : t(`operator.audit.title.${state}`);

const columns = (): readonly Column<AuditRecord>[] => [
  { name: t('operator.changes.number'), cell: ({ id }) => id },
  { name: t('operator.audit.started'), cell: ({ startedAt }) => <When at={startedAt} /> },
  {
    name: t('operator.audit.ended'),
    cell: ({ endedAt }) => (endedAt === null ? t('operator.audit.ended.not') : <When at={endedAt} />),
  },
  { name: t('operator.audit.result'), cell: (audit) => auditWords(audit) },
];
