// API keys, and their revocation.
import { useState } from 'react';
import { Link } from 'wouter';
import type { Calls } from '#client';
import { usePages } from '../../../data/pages.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import type { Column } from '../../../parts/Table.tsx';
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
        label="Keys"
        columns={columnsOf(setRevoking)}
        pages={pages}
        keyOf={({ id }) => id}
        empty="There is no key."
      />
      {revoking && (
        <Sheet title="Revoke a key" onClose={() => setRevoking(null)}>
          <Revoke revoked={revoking} />
        </Sheet>
      )}
    </>
  );
}

const columnsOf = (revoke: (key: Key) => void): readonly Column<Key>[] => [
  { name: 'Account', cell: ({ account }) => <Link href={accountPath(account)}>{account}</Link> },
  { name: 'Role', cell: ({ role }) => role },
  { name: 'Id', cell: ({ id }) => <code>{id}</code> },
  { name: 'Made', cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    name: 'State',
    end: true,
    cell: (key) =>
      key.revokedAt === null ? (
        <LinkButton onClick={() => revoke(key)} aria-label={`Revoke the key ${key.id} of ${key.account}`}>
          Revoke
        </LinkButton>
      ) : (
        <span className={styles.soft}>
          revoked <When at={key.revokedAt} />
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
      button: `Revoke ${id} of ${account}`,
      notes: (
        <p>
          The key <code>{id}</code> of <strong>{account}</strong>, {role}, stops working at once, on every node, and so
          does whoever has signed in with it. What is revoked stays revoked.
        </p>
      ),
    })}
    told={() => `The key ${id} of ${account} can no longer be used.`}
  />
);
