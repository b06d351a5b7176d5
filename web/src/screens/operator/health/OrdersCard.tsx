// The number of open orders, and the state of the server process that fills them.

import { Link } from 'wouter';
import { Card } from '../../../parts/Card.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { count, type Status, seconds } from './health.ts';

type Orders = NonNullable<Status['orders']>;

export function OrdersCard({ orders: { placing, open, keeper } }: { readonly orders: Orders }) {
  const reachable = keeper?.oldestReachable ?? null;
  return (
    <Card title={t('operator.section.orders')}>
      <Rows>
        <Row name={t('operator.health.orders')} note={t('operator.health.orders.placing', { placing })}>
          {open === null ? t('operator.health.off') : count(open)}
        </Row>
        <Row name={t('operator.health.keeper')} note={keeper?.loading && t('operator.health.keeper.loading')}>
          {keeper
            ? serverWords(keeper.server)
            : t(open === 0 ? 'operator.health.keeper.idle' : 'operator.health.keeper.nobody')}
        </Row>
        {keeper && (
          <Row
            name={t('operator.health.reachable')}
            note={keeper.putOff > 0 && t('operator.health.putOff', { count: keeper.putOff })}
          >
            {reachable === null ? (
              t('operator.health.reachable.none')
            ) : (
              <T
                id="operator.health.reachable.for"
                values={{ time: seconds(reachable.seconds), number: reachable.order }}
                components={{ link: <Link href={`/tx/${reachable.order}`} /> }}
              />
            )}
          </Row>
        )}
      </Rows>
    </Card>
  );
}

/** The server calls itself by its host and process id. */
function serverWords(server: string): string {
  const at = server.lastIndexOf(' ');
  return t('operator.health.keeper.process', { host: server.slice(0, at), process: server.slice(at + 1) });
}
