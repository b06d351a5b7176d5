// The account's API keys: create one with limited scopes (shown once) or revoke one.
import { useState } from 'react';
import { Link } from 'wouter';
import type { Calls } from '#client';
import { usePages } from '../../data/pages.ts';
import { useUrlState } from '../../data/url-state.ts';
import { Ago } from '../../parts/Ago.tsx';
import { Button, LinkButton } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import type { Column } from '../../parts/Table.tsx';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import { CheckField, TextField } from '../operator/acts/ActField.tsx';
import { ActForm } from '../operator/acts/ActForm.tsx';
import { Once } from '../operator/acts/Once.tsx';
import { Listing } from '../operator/lists/Listing.tsx';
import styles from './account.module.css';
import { accessOf, nameOf, type OwnKey, planKey } from './keys.ts';

const DEFAULTS = { act: '' };

export function OwnKeys({ account }: { readonly account: string }) {
  const [{ act }, change] = useUrlState(DEFAULTS);
  const [revoking, setRevoking] = useState<OwnKey | null>(null);
  // Passkeys have a list of their own.
  const pages = usePages('getKeys', { account }, ({ keys }) => keys.filter(({ isPasskey }) => !isPasskey));
  return (
    <section className={styles.section} aria-labelledby="own-keys">
      <div className={styles.head}>
        <h2 id="own-keys">{t('account.keys')}</h2>
        <Button primary onClick={() => change({ act: 'key' })}>
          {t('account.keys.create')}
        </Button>
      </div>
      <Listing
        label={t('account.keys')}
        columns={columnsOf(setRevoking)}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('account.keys.empty')}
      />
      <ShowCall calls={[{ name: 'getKeys', method: 'GET', input: { account } }]} />
      {act === 'key' && (
        <Sheet title={t('account.keys.create')} onClose={() => change({ act: '' })}>
          <MakeKey />
        </Sheet>
      )}
      {revoking && (
        <Sheet title={t('account.keys.revoke.one', { key: nameOf(revoking) })} onClose={() => setRevoking(null)}>
          <Revoke revoked={revoking} />
        </Sheet>
      )}
    </section>
  );
}

const columnsOf = (revoke: (key: OwnKey) => void): readonly Column<OwnKey>[] => [
  {
    name: t('account.field.name'),
    cell: (key) => (
      <span>
        {nameOf(key)} <code className={styles.soft}>{key.id}</code>
      </span>
    ),
  },
  { name: t('account.keys.access'), cell: (key) => <Access of={key} /> },
  { name: t('account.field.created'), cell: ({ createdAt }) => <Ago at={createdAt} /> },
  {
    name: t('account.field.lastUsed'),
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('account.never') : <Ago at={lastUsedAt} />),
  },
  {
    name: t('account.field.action'),
    end: true,
    cell: (key) => (
      <span className={styles.actions}>
        <Link href={`/account/requests?key=${key.id}`} aria-label={t('account.keys.requests.of', { key: nameOf(key) })}>
          {t('account.keys.requests')}
        </Link>
        {key.revokedAt === null ? (
          <LinkButton onClick={() => revoke(key)} aria-label={t('account.keys.revoke.one', { key: nameOf(key) })}>
            {t('account.keys.revoke')}
          </LinkButton>
        ) : (
          <span className={styles.soft}>
            <T id="account.keys.revoked" values={{ time: <Ago at={key.revokedAt} /> }} />
          </span>
        )}
      </span>
    ),
  },
];

const Access = ({ of }: { readonly of: OwnKey }) => (
  <>
    {accessOf(of)}
    {of.dayLimit !== null && <span className={styles.soft}> {t('account.keys.limit', { amount: of.dayLimit })}</span>}
    {of.addresses !== null && (
      <span className={styles.soft}> {t('account.keys.from', { addresses: of.addresses.join(', ') })}</span>
    )}
  </>
);

const MakeKey = () => (
  <ActForm
    call="createKey"
    initial={{ name: '', full: '', read: 'yes', trade: '', liquidity: '', send: '', dayLimit: '', addresses: '' }}
    planOf={(values) => {
      const input: Calls['createKey']['input'] | null = planKey(values);
      return { input, button: t(input === null ? 'account.key.choose' : 'account.keys.create') };
    }}
    told={({ key }) => <Once label={t('account.key.created')} secret={key} />}
    again={t('account.key.again')}
  >
    {({ full }) => (
      <>
        <TextField name="name" label={t('account.field.name')} isFirst hint={t('account.key.name.hint')} />
        <fieldset className={styles.scopes}>
          <legend>{t('account.key.restrict')}</legend>
          <CheckField name="full" label={t('account.scope.full')} />
          {full !== 'yes' && (
            <>
              <CheckField name="read" label={t('account.scope.read')} />
              <CheckField name="trade" label={t('account.scope.trade')} />
              <CheckField name="liquidity" label={t('account.scope.liquidity')} />
              <CheckField name="send" label={t('account.scope.send')} />
            </>
          )}
        </fieldset>
        <TextField
          name="dayLimit"
          label={t('account.key.limit')}
          hint={t('account.key.limit.hint')}
          inputMode="decimal"
        />
        <TextField name="addresses" label={t('account.key.addresses')} hint={t('account.key.addresses.hint')} />
      </>
    )}
  </ActForm>
);

const Revoke = ({ revoked }: { readonly revoked: OwnKey }) => (
  <ActForm
    call="revokeKey"
    about={revoked.id}
    danger
    initial={{}}
    planOf={() => ({
      input: { id: revoked.id },
      button: t('account.keys.revoke.one', { key: nameOf(revoked) }),
      notes: (
        <p>
          <T id="account.keys.revoke.text" values={{ key: nameOf(revoked) }} components={{ strong: <strong /> }} />
        </p>
      ),
    })}
    told={() => t('account.keys.revoke.done', { key: nameOf(revoked) })}
  />
);
