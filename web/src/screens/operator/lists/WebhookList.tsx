// A list of webhooks with their state, and the sheets to add and manage them.
import { usePages } from '../../../data/pages.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { t } from '../../../words/words.ts';
import { CreateWebhook } from '../acts/CreateWebhook.tsx';
import { WebhookActs } from '../acts/WebhookActs.tsx';
import styles from '../operator.module.css';
import { HookState, type Webhook } from './HookState.tsx';
import { Listing } from './Listing.tsx';

const DEFAULTS = { act: '', hook: '' };
/** The `act` in the URL that opens the form for a webhook; the account screen has other forms with other values. */
const CREATE = 'webhook';

export function AddWebhook({ primary = false }: { readonly primary?: boolean }) {
  const [, change] = useUrlState(DEFAULTS);
  return (
    <Button primary={primary} onClick={() => change({ act: CREATE })}>
      {t('operator.hooks.add')}
    </Button>
  );
}

/** `isOfAll`: lists the webhooks of every account instead of the user's own. */
export function WebhookList({ isOfAll }: { readonly isOfAll: boolean }) {
  const [{ act, hook }, change] = useUrlState(DEFAULTS);
  const pages = usePages('getWebhooks', isOfAll ? { all: 'true' } : {}, ({ webhooks }) => webhooks);
  const close = () => change({ act: '', hook: '' });
  return (
    <>
      <Listing
        label={t('operator.section.webhooks')}
        columns={columnsOf(isOfAll, (id) => change({ hook: id }))}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('operator.hooks.empty')}
      />
      {act === CREATE && (
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

function columnsOf(isOfAll: boolean, open: (id: string) => void): readonly Column<Webhook>[] {
  const url: Column<Webhook> = {
    name: t('operator.hooks.url'),
    cell: (hook) => <span className={styles.long}>{hook.url}</span>,
  };
  const state: Column<Webhook> = { name: t('operator.field.status'), cell: (hook) => <HookState hook={hook} /> };
  const action = (name: string, label: string): Column<Webhook> => ({
    name,
    end: true,
    cell: (hook) => (
      <LinkButton
        onClick={() => open(hook.id)}
        {...(isOfAll && { 'aria-label': t('operator.hooks.manage.one', { url: hook.url }) })}
      >
        {label}
      </LinkButton>
    ),
  });
  if (!isOfAll) return [url, state, action(t('account.field.action'), t('account.deliveries'))];
  return [
    url,
    {
      name: t('operator.field.account'),
      cell: ({ account, everything }) => (everything ? t('operator.hooks.all', { account }) : account),
    },
    {
      name: t('operator.hooks.delivered'),
      end: true,
      cell: ({ deliveredTo }) => t('operator.hooks.number', { number: deliveredTo }),
    },
    state,
    action(t('operator.actions'), t('operator.hooks.manage')),
  ];
}
