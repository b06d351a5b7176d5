// A webhook's recent deliveries, each with a button to send it again.
import type { Calls } from '#client';
import { useCall } from '../../../data/use.ts';
import { Failed } from '../../../parts/Failed.tsx';
import { t } from '../../../words/words.ts';
import { milliseconds } from '../health/health.ts';
import { When } from '../lists/When.tsx';
import styles from '../operator.module.css';
import { ActForm } from './ActForm.tsx';

type Delivery = Calls['getDeliveries']['output']['deliveries'][number];

/** The list is polled: a delivery is made some time after its event, and no event announces a retry. */
const EVERY_MS = 5000;

export function Deliveries({ id }: { readonly id: string }) {
  const { data, error, refetch } = useCall('getDeliveries', { id }, { everyMs: EVERY_MS });
  if (error) return <Failed error={error} onRetry={() => refetch()} />;
  if (!data) return <p aria-busy="true">{t('operator.loading')}</p>;
  if (data.deliveries.length === 0) return <p>{t('account.deliveries.empty')}</p>;
  return (
    <ul className={styles.stack}>
      {data.deliveries.map((one) => (
        <li key={`${one.at} ${one.messageId}`}>
          <One id={id} delivery={one} />
        </li>
      ))}
    </ul>
  );
}

const One = ({ id, delivery }: { readonly id: string; readonly delivery: Delivery }) => (
  <details>
    <summary>
      {delivery.status ?? t('operator.hook.response.none')} ·{' '}
      {t('account.deliveries.events', {
        first: String(delivery.first),
        last: String(delivery.last),
      })}{' '}
      · <When at={delivery.at} />
    </summary>
    <p className={styles.soft}>
      {milliseconds(delivery.tookMs)} {delivery.failure}
    </p>
    <ActForm
      call="redeliverWebhook"
      about={`${delivery.messageId} ${delivery.at}`}
      initial={{}}
      planOf={() => ({ input: { id, messageId: delivery.messageId }, button: t('account.deliveries.again') })}
      told={({ delivered, status, tookMs, failure }) =>
        delivered
          ? t('operator.hook.test.done', { status: String(status), time: milliseconds(tookMs) })
          : t('operator.hook.test.failed', { failure: failure ?? '' })
      }
    />
  </details>
);
