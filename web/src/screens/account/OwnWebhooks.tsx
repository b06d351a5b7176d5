// The account's webhooks: their URLs, state and recent deliveries.
import { t } from '../../words/words.ts';
import { AddWebhook, WebhookList } from '../operator/lists/WebhookList.tsx';
import styles from './account.module.css';

export const OwnWebhooks = () => (
  <section className={styles.section} aria-labelledby="own-webhooks">
    <div className={styles.head}>
      <h2 id="own-webhooks">{t('operator.section.webhooks')}</h2>
      <AddWebhook />
    </div>
    <p className={styles.soft}>{t('operator.hooks.lead')}</p>
    <WebhookList isOfAll={false} />
  </section>
);
