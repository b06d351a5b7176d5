// The exchange's health: one sentence and the figures behind it, polled every five seconds.

import { useQuery } from '@tanstack/react-query';
import type { MillpondError } from '#client';
import { isLogged } from '../../../data/brand.ts';
import { isOnChain } from '../../../data/chain.ts';
import { server } from '../../../data/server.ts';
import { useCall } from '../../../data/use.ts';
import { Card } from '../../../parts/Card.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { When } from '../lists/When.tsx';
import styles from '../operator.module.css';
import { bytes, count, milliseconds, type Status, since, verdictOn } from './health.ts';
import { OrdersCard } from './OrdersCard.tsx';

const EVERY_MS = 5000;

export function Health() {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['getStatus', {}],
    queryFn: ({ signal }) => server.getStatus({}, { signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <>
      <PageTitle title={t('operator.section.health')} />
      {error && <Failed error={error as MillpondError} onRetry={refetch} />}
      {data && (
        <>
          {!error && <Sentence status={data} />}
          <Figures status={data} nowMs={dataUpdatedAt} />
          <p className={styles.soft}>
            <T id="operator.health.asOf" values={{ time: <When at={new Date(dataUpdatedAt).toISOString()} /> }} />
          </p>
        </>
      )}
      <ShowCall
        calls={[
          { name: 'getStatus', method: 'GET', input: {} },
          ...(isLogged ? [{ name: 'getLog', method: 'GET', input: {} } as const] : []),
        ]}
      />
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
  const { queue, commits, requests, memory, database, observer, follower, webhooks, sequence } = status;
  const behind = (at: number) =>
    sequence > at
      ? t('operator.health.figures.behind', { count: sequence - at })
      : t('operator.health.figures.current');
  return (
    <div className={styles.figures}>
      <Card title={t('operator.health.writes')}>
        <Rows>
          <Row name={t('operator.health.journal')}>{t('operator.health.number', { number: sequence })}</Row>
          <Row
            name={t('operator.health.waiting')}
            note={t('operator.health.waiting.most', { capacity: queue.capacity })}
          >
            {count(queue.depth)}
          </Row>
          {commits && (
            <>
              <Row
                name={t('operator.health.commitTime')}
                note={t('operator.health.commitTime.p99', { time: milliseconds(commits.p99Ms) })}
              >
                {milliseconds(commits.p50Ms)}
              </Row>
              <Row name={t('operator.health.batch')}>{count(commits.meanBatch)}</Row>
            </>
          )}
        </Rows>
      </Card>
      <Card title={t('operator.health.requests')}>
        <Rows>
          <Row
            name={t('operator.health.perSecond')}
            note={t('operator.health.perSecond.note', {
              count: requests.count,
              time: t('operator.duration.seconds', { seconds: Math.round(requests.seconds) }),
            })}
          >
            {count(requests.perSecond)}
          </Row>
          <Row name={t('operator.health.refused')}>{count(requests.refused)}</Row>
          <Row name={t('operator.health.failed')}>{count(requests.failed)}</Row>
          <Row name={t('operator.health.readers')}>{count(status.eventReaders)}</Row>
        </Rows>
      </Card>
      <Card title={t('operator.health.server')}>
        <Rows>
          <Row name={t('operator.health.database')} note={status.store === 'sqlite' ? 'SQLite' : 'PostgreSQL'}>
            {bytes(database.bytes)}
          </Row>
          {database.freeBytes !== null && <Row name={t('operator.health.free')}>{bytes(database.freeBytes)}</Row>}
          <Row
            name={t('operator.health.memory')}
            note={t('operator.health.memory.heap', { size: bytes(memory.heapBytes) })}
          >
            {bytes(memory.rssBytes)}
          </Row>
          <Row name={t('operator.health.version')}>{status.version}</Row>
          <Row name={t('operator.health.uptime')}>{since(status.startedAt, nowMs)}</Row>
        </Rows>
      </Card>
      {status.orders && <OrdersCard orders={status.orders} />}
      <Card title={t('operator.health.background')}>
        <Rows>
          <Row
            name={t('operator.health.figures')}
            note={observer && t('operator.health.figures.stored', { number: observer.stored })}
          >
            {observer ? behind(observer.sequence) : t('operator.health.off')}
          </Row>
          <Row name={t('operator.health.routes')} note={follower && t('operator.health.routes.note')}>
            {follower ? t('operator.health.routes.at', { number: follower.sequence }) : t('operator.health.off')}
          </Row>
          {!isOnChain && <LogRow />}
          <Row
            name={t('operator.health.hooks.name')}
            note={t('operator.health.hooks.note', { retrying: webhooks.retrying, paused: webhooks.paused })}
          >
            {t('operator.health.hooks.active', { count: webhooks.active })}
          </Row>
        </Rows>
      </Card>
    </div>
  );
}

/** How far the last checkpoint of the public log reaches, and when it was signed. */
function LogRow() {
  const { data } = useCall('getLog', {}, { everyMs: EVERY_MS, enabled: isLogged });
  if (!isLogged) return <Row name={t('operator.health.log')}>{t('operator.health.off')}</Row>;
  if (data === undefined) return null;
  const { signedAt, size } = data;
  if (signedAt === null) return <Row name={t('operator.health.log')}>{t('operator.health.log.none')}</Row>;
  return (
    <Row
      name={t('operator.health.log')}
      note={<T id="operator.health.log.signed" values={{ time: <When at={signedAt} /> }} />}
    >
      {t('operator.health.routes.at', { number: size })}
    </Row>
  );
}
