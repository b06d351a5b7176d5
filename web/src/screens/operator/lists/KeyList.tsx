// A list of API keys, with a way to revoke each.

import { useState } from 'react';
import { Link } from 'wouter';
import type { Calls } from '#client';
import { usePages } from '../../../data/pages.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { accessOf } from '../../account/keys.ts';
import { ActForm } from '../acts/ActForm.tsx';
import styles from '../operator.module.css';
import { accountPath } from './account-path.ts';
import { Listing } from './Listing.tsx';
import { When } from './When.tsx';

type Key = Calls['getKeys']['output']['keys'][number];

export function KeyList({ account }: { readonly account?: string }) {
  const [revoking, setRevoking] = useState<Key | null>(null);
  const pages = usePages('getKeys', account === undefined ? {} : { account }, ({ keys }) => keys);
  return (
    <>
      <Listing
        label={t('operator.section.keys')}
        columns={columnsOf(setRevoking)}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('operator.keys.empty')}
      />
      {revoking && (
        <Sheet title={t('operator.keys.revoke.title')} onClose={() => setRevoking(null)}>
          <Revoke revoked={revoking} />
        </Sheet>
      )}
    </>
  );
}

const columnsOf = (revoke: (key: Key) => void): readonly Column<Key>[] => [
  { name: t('operator.field.account'), cell: ({ account }) => <Link href={accountPath(account)}>{account}</Link> },
  { name: t('operator.field.role'), cell: ({ role }) => t('operator.role', { role }) },
  {
    name: t('operator.keys.id'),
    cell: ({ id, name }) => (
      <>
        {name} <code>{id}</code>
      </>
    ),
  },
  { name: t('account.keys.access'), cell: accessOf },
  { name: t('operator.keys.created'), cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    name: t('account.field.lastUsed'),
    cell: ({ id, lastUsedAt }) => (
      <Link href={`/account/requests?key=${id}`}>
        {lastUsedAt === null ? t('account.never') : <When at={lastUsedAt} />}
      </Link>
    ),
  },
  {
    name: t('operator.field.status'),
    end: true,
    cell: (key) =>
      key.revokedAt === null ? (
        <LinkButton
          onClick={() => revoke(key)}
          aria-label={t('operator.keys.revoke.one', { id: key.id, account: key.account })}
        >
          {t('operator.keys.revoke')}
        </LinkButton>
      ) : (
        <span className={styles.soft}>
          <T id="operator.keys.revoked" values={{ time: <When at={key.revokedAt} /> }} />
        </span>
      ),
  },
];

const Revoke = ({ revoked: { id, account, role } }: { readonly revoked: Key }) => (
  <ActForm
    call="revokeKey"
    about={id}
    danger
    initial={{}}
    planOf={() => ({
      input: { id },
      button: t('operator.keys.revoke.one', { id, account }),
      notes: (
        <p>
          <T
            id="operator.keys.revoke.text"
            values={{ id, account, role: t('operator.role', { role }) }}
            components={{ code: <code />, strong: <strong /> }}
          />
        </p>
      ),
    })}
    told={() => t('operator.keys.revoke.done', { id, account })}
  />
);
