// The accounts of the exchange, and one of them.
import { Link } from 'wouter';
import type { Calls } from '#client';
import { usePages } from '../../../data/pages.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { Account } from './Account.tsx';
import { accountPath } from './account-path.ts';
import { Listing } from './Listing.tsx';

type Entry = Calls['getAccounts']['output']['accounts'][number];

const DEFAULTS = { account: '' };

const COLUMNS: readonly Column<Entry>[] = [
  { name: 'Account', cell: ({ account }) => <Link href={accountPath(account)}>{account}</Link> },
  { name: 'Tokens held', end: true, cell: ({ tokens }) => tokens.toLocaleString('en-US') },
  { name: 'Keys that can be used', end: true, cell: ({ keys }) => keys.toLocaleString('en-US') },
];

export function Accounts() {
  const [{ account }] = useUrlState(DEFAULTS);
  return account === '' ? <All /> : <Account key={account} account={account} />;
}

function All() {
  const pages = usePages('getAccounts', {}, ({ accounts }) => accounts);
  return (
    <>
      <PageTitle title="Accounts">Everyone who holds something or has a key.</PageTitle>
      <Listing
        label="Accounts"
        columns={COLUMNS}
        pages={pages}
        keyOf={({ account }) => account}
        empty="Nobody holds anything yet."
      />
      <ShowCall calls={[{ name: 'getAccounts', method: 'GET', input: {} }]} />
    </>
  );
}
