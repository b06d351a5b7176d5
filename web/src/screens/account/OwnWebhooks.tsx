// The account's webhooks: their URLs, state and recent deliveries.
import { usePages } from '../../data/pages.ts';
import { useUrlState } from '../../data/url-state.ts';
import { Button, LinkButton } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import type { Column } from '../../parts/Table.tsx';
import { t } from '../../words/words.ts';
import { CreateWebhook } from '../operator/acts/CreateWebhook.tsx';
import { WebhookActs } from '../operator/acts/WebhookActs.tsx';
import { HookState, type Webhook } from '../operator/lists/HookState.tsx';
import { Listing } from '../operator/lists/Listing.tsx';
import styles from './account.module.css';

const DEFAULTS = { act: '', hook: '' };

export function OwnWebhooks() {
  const [{ act, hook }, change] = useUrlState(DEFAULTS);
  const pages = usePages('getWebhooks', {}, ({ webhooks }) => webhooks);
  const close = () => change({ act: '', hook: '' });
  return (
    <section className={styles.section} aria-labelledby="own-webhooks">
      <div className={styles.head}>
        <h2 id="own-webhooks">{t('operator.section.webhooks')}</h2>
        <Button onClick={() => change({ act: 'webhook' })}>{t('operator.hooks.add')}</Button>
      </div>
      <p className={styles.soft}>{t('operator.hooks.lead')}</p>
      <Listing
        label={t('operator.section.webhooks')}
        columns={columnsOf((id) => change({ hook: id }))}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('operator.hooks.empty')}
      />
      {act === 'webhook' && (
        <Sheet title={t('operator.hooks.add')} onClose={close}>
          <CreateWebhook />
        </Sheet>
      )}
      {hook !== '' && (
        <Sheet title={t('operator.hook')} onClose={close}>
          <WebhookActs key={hook} id={hook} hook={pages.items.find(({ id }) => id === hook) ?? null} />
        </Sheet>
      )}
    </section>
  );
}

const columnsOf = (open: (id: string) => void): readonly Column<Webhook>[] => [
  { name: t('operator.hooks.url'), cell: ({ url }) => url },
  { name: t('operator.field.status'), cell: (hook) => <HookState hook={hook} /> },
  {
    name: t('account.field.action'),
    end: true,
    cell: ({ id }) => <LinkButton onClick={() => open(id)}>{t('account.deliveries')}</LinkButton>,
  },
];
