// The account's sessions, on this and other devices, with a way to end the others.
import { useState } from 'react';
import type { Calls } from '#client';
import { usePages } from '../../data/pages.ts';
import { Ago } from '../../parts/Ago.tsx';
import { Button, LinkButton } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import type { Column } from '../../parts/Table.tsx';
import { t } from '../../words/words.ts';
import { ActForm } from '../operator/acts/ActForm.tsx';
import { Listing } from '../operator/lists/Listing.tsx';
import { When } from '../operator/lists/When.tsx';
import styles from './account.module.css';

type Session = Calls['getSessions']['output']['sessions'][number];

const deviceOf = ({ device }: Session): string => device || t('account.sessions.unknown');

export function OwnSessions() {
  const [ending, setEnding] = useState<Session | 'others' | null>(null);
  const pages = usePages('getSessions', {}, ({ sessions }) => sessions);
  const close = () => setEnding(null);
  return (
    <section className={styles.section} aria-labelledby="own-sessions">
      <div className={styles.head}>
        <h2 id="own-sessions">{t('account.sessions')}</h2>
        {pages.items.some(({ current }) => !current) && (
          <Button onClick={() => setEnding('others')}>{t('account.sessions.others')}</Button>
        )}
      </div>
      <Listing
        label={t('account.sessions')}
        columns={columnsOf(setEnding)}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('account.sessions.empty')}
      />
      <ShowCall calls={[{ name: 'getSessions', method: 'GET', input: {} }]} />
      {ending === 'others' && (
        <Sheet title={t('account.sessions.others')} onClose={close}>
          <EndOthers />
        </Sheet>
      )}
      {ending !== null && ending !== 'others' && (
        <Sheet title={t('account.sessions.end.one', { device: deviceOf(ending) })} onClose={close}>
          <End ended={ending} />
        </Sheet>
      )}
    </section>
  );
}

const columnsOf = (end: (session: Session) => void): readonly Column<Session>[] => [
  {
    name: t('account.sessions.device'),
    cell: (session) => (
      <span>
        {deviceOf(session)} {session.current && <span className={styles.chip}>{t('account.sessions.current')}</span>}
      </span>
    ),
  },
  {
    name: t('account.sessions.begun'),
    cell: ({ begunAt }) => (begunAt === null ? t('account.sessions.unknown') : <Ago at={begunAt} />),
  },
  {
    name: t('account.field.lastUsed'),
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('account.never') : <Ago at={lastUsedAt} />),
  },
  { name: t('account.field.expires'), cell: ({ expiresAt }) => <When at={expiresAt} /> },
  {
    name: t('account.field.action'),
    end: true,
    cell: (session) =>
      session.current ? null : (
        <LinkButton
          onClick={() => end(session)}
          aria-label={t('account.sessions.end.one', { device: deviceOf(session) })}
        >
          {t('account.sessions.end')}
        </LinkButton>
      ),
  },
];

const End = ({ ended }: { readonly ended: Session }) => (
  <ActForm
    call="endSession"
    about={ended.id}
    danger
    initial={{}}
    planOf={() => ({
      input: { id: ended.id },
      button: t('account.sessions.end'),
      notes: <p>{t('account.sessions.end.text', { device: deviceOf(ended) })}</p>,
    })}
    told={() => t('account.sessions.end.done', { device: deviceOf(ended) })}
  />
);

const EndOthers = () => (
  <ActForm
    call="endOtherSessions"
    danger
    initial={{}}
    planOf={() => ({
      input: {},
      button: t('account.sessions.others'),
      notes: <p>{t('account.sessions.others.text')}</p>,
    })}
    told={({ ended }) => t('account.sessions.others.done', { count: Number(ended) })}
  />
);
