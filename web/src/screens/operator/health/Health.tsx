// How the exchange is doing: one sentence, and the figures behind it, asked for again every five seconds while they are looked at.
import { useQuery } from '@tanstack/react-query';
import type { MillpondError } from '#client';
import { server } from '../../../data/server.ts';
import { Card } from '../../../parts/Card.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { When } from '../lists/When.tsx';
import styles from '../operator.module.css';
import { bytes, count, milliseconds, type Status, since, verdictOn } from './health.ts';

const EVERY_MS = 5000;

export function Health() {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['getStatus', {}],
    queryFn: ({ signal }) => server.getStatus({}, { signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <>
      <PageTitle title="Health" />
      {error && <Failed error={error as MillpondError} onRetry={refetch} />}
      {data && (
        <>
          {!error && <Sentence status={data} />}
          <Figures status={data} nowMs={dataUpdatedAt} />
          <p className={styles.soft}>
            As of <When at={new Date(dataUpdatedAt).toISOString()} />, asked for every 5 seconds.
          </p>
        </>
      )}
      <ShowCall calls={[{ name: 'getStatus', method: 'GET', input: {} }]} />
    </>
  );
}

function Sentence({ status }: { readonly status: Status }) {
  const { tone, title, says } = verdictOn(status);
  return (
    <div className={styles.verdict}>
      <Notice tone={tone} title={title}>
        {says.map((said) => (
          <p key={said}>{said}</p>
        ))}
      </Notice>
    </div>
  );
}

function Figures({ status, nowMs }: { readonly status: Status; readonly nowMs: number }) {
  const { queue, commits, requests, memory, database, observer, follower, worker, webhooks, sequence } = status;
  const behind = (at: number) => (sequence > at ? `${count(sequence - at)} behind` : 'up to date');
  return (
    <div className={styles.figures}>
      <Card title="Writing">
        <Rows>
          <Row name="Journal">no. {count(sequence)}</Row>
          <Row name="Waiting to be written" note={`of ${count(queue.capacity)} that may wait`}>
            {count(queue.depth)}
          </Row>
          {commits && (
            <>
              <Row name="Commit time" note={`one in a hundred takes ${milliseconds(commits.p99Ms)} or more`}>
                {milliseconds(commits.p50Ms)}
              </Row>
              <Row name="Commands in a commit">{count(commits.meanBatch)}</Row>
            </>
          )}
        </Rows>
      </Card>
      <Card title="Requests">
        <Rows>
          <Row name="A second" note={`${count(requests.count)} in the last ${count(Math.round(requests.seconds))} s`}>
            {count(requests.perSecond)}
          </Row>
          <Row name="Refused">{count(requests.refused)}</Row>
          <Row name="Failed">{count(requests.failed)}</Row>
          <Row name="Readers of events">{count(status.eventReaders)}</Row>
        </Rows>
      </Card>
      <Card title="Machine">
        <Rows>
          <Row name="Database" note={status.store === 'sqlite' ? 'SQLite' : 'PostgreSQL'}>
            {bytes(database.bytes)}
          </Row>
          {database.freeBytes !== null && <Row name="Free on its disk">{bytes(database.freeBytes)}</Row>}
          <Row name="Memory" note={`${bytes(memory.heapBytes)} in use by the program`}>
            {bytes(memory.rssBytes)}
          </Row>
          <Row name="Version" note={worker && `worker ${worker.id} of ${worker.count} answered`}>
            {status.version}
          </Row>
          <Row name="Up for">{since(status.startedAt, nowMs)}</Row>
        </Rows>
      </Card>
      <Card title="Following the journal">
        <Rows>
          <Row name="Charts and figures" note={observer && `stored to no. ${count(observer.stored)}`}>
            {observer ? behind(observer.sequence) : 'off'}
          </Row>
          <Row name="Routes" note={follower && 'goes on with the next question'}>
            {follower ? `at no. ${count(follower.sequence)}` : 'off'}
          </Row>
          <Row name="Webhooks" note={`${count(webhooks.retrying)} failing, ${count(webhooks.paused)} paused`}>
            {count(webhooks.active)} active
          </Row>
        </Rows>
      </Card>
    </div>
  );
}
