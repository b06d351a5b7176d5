// The list of webhooks with their state.

import { usePages } from '../../../data/pages.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { t } from '../../../words/words.ts';
import { CreateWebhook } from '../acts/CreateWebhook.tsx';
import { WebhookActs } from '../acts/WebhookActs.tsx';
import styles from '../operator.module.css';
import { HookState, type Webhook } from './HookState.tsx';
import { Listing } from './Listing.tsx';

const DEFAULTS = { act: '', hook: '' };

export function Webhooks() {
  const [{ act, hook }, change] = useUrlState(DEFAULTS);
  const pages = usePages('getWebhooks', { all: 'true' }, ({ webhooks }) => webhooks);
  const close = () => change({ act: '', hook: '' });
  return (
    <>
      <PageTitle
        title={t('operator.section.webhooks')}
        actions={
          <Button primary onClick={() => change({ act: 'create' })}>
            {t('operator.hooks.add')}
          </Button>
        }
      >
        {t('operator.hooks.lead')}
      </PageTitle>
      <Listing
        label={t('operator.section.webhooks')}
        columns={columnsOf((id) => change({ hook: id }))}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('operator.hooks.empty')}
      />
      <ShowCall calls={[{ name: 'getWebhooks', method: 'GET', input: { all: 'true' } }]} />
      {act === 'create' && (
        <Sheet title={t('operator.hooks.add')} onClose={close}>
          <CreateWebhook />
        </Sheet>
      )}
      {hook !== '' && (
        <Sheet title={t('operator.hook')} onClose={close}>
          <WebhookActs key={hook} id={hook} hook={pages.items.find(({ id }) => id === hook) ?? null} />
        </Sheet>
      )}
    </>
  );
}

const columnsOf = (open: (id: string) => void): readonly Column<Webhook>[] => [
  { name: t('operator.hooks.url'), cell: ({ url }) => <span className={styles.long}>{url}</span> },
  {
    name: t('operator.field.account'),
    cell: ({ account, everything }) => (everything ? t('operator.hooks.all', { account }) : account),
  },
  {
    name: t('operator.hooks.delivered'),
    end: true,
    cell: ({ deliveredTo }) => t('operator.hooks.number', { number: deliveredTo }),
  },
  { name: t('operator.field.status'), cell: (hook) => <HookState hook={hook} /> },
  {
    name: t('operator.actions'),
    end: true,
    cell: ({ id, url }) => (
      <LinkButton onClick={() => open(id)} aria-label={t('operator.hooks.manage.one', { url })}>
        {t('operator.hooks.manage')}
      </LinkButton>
    ),
  },
];
