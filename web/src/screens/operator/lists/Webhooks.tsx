// Webhooks: where events are sent, and how that goes.

import { usePages } from '../../../data/pages.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
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
        title="Webhooks"
        actions={
          <Button primary onClick={() => change({ act: 'create' })}>
            Add a webhook
          </Button>
        }
      >
        Events are sent in order, each at least once, and signed.
      </PageTitle>
      <Listing
        label="Webhooks"
        columns={columnsOf((id) => change({ hook: id }))}
        pages={pages}
        keyOf={({ id }) => id}
        empty="Nothing is sent anywhere."
      />
      <ShowCall calls={[{ name: 'getWebhooks', method: 'GET', input: { all: 'true' } }]} />
      {act === 'create' && (
        <Sheet title="Add a webhook" onClose={close}>
          <CreateWebhook />
        </Sheet>
      )}
      {hook !== '' && (
        <Sheet title="Webhook" onClose={close}>
          <WebhookActs key={hook} id={hook} hook={pages.items.find(({ id }) => id === hook) ?? null} />
        </Sheet>
      )}
    </>
  );
}

const columnsOf = (open: (id: string) => void): readonly Column<Webhook>[] => [
  { name: 'Sent to', cell: ({ url }) => <span className={styles.long}>{url}</span> },
  { name: 'Whose', cell: ({ account, everything }) => (everything ? `${account}, everything` : account) },
  { name: 'Delivered to', end: true, cell: ({ deliveredTo }) => `no. ${deliveredTo.toLocaleString('en-US')}` },
  { name: 'State', cell: (hook) => <HookState hook={hook} /> },
  {
    name: 'Change',
    end: true,
    cell: ({ id, url }) => (
      <LinkButton onClick={() => open(id)} aria-label={`Change the webhook to ${url}`}>
        Change
      </LinkButton>
    ),
  },
];
