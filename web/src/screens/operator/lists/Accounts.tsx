// The list of accounts, or one account.

import { Link } from 'wouter';
import type { Calls } from '#client';
import { isOnChain } from '../../../data/chain.ts';
import { usePages } from '../../../data/pages.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { Button } from '../../../parts/Button.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { count } from '../../../words/format.ts';
import { t } from '../../../words/words.ts';
import { Account } from './Account.tsx';
import { accountPath } from './account-path.ts';
import { ImportAccounts } from './ImportAccounts.tsx';
import { Listing } from './Listing.tsx';

type Entry = Calls['getAccounts']['output']['accounts'][number];

const DEFAULTS = { account: '', act: '' };

const columns = (): readonly Column<Entry>[] => [
  { name: t('operator.field.account'), cell: ({ account }) => <Link href={accountPath(account)}>{account}</Link> },
  { name: t('operator.accounts.tokens'), end: true, cell: ({ tokens }) => count(tokens) },
  { name: t('operator.accounts.keys'), end: true, cell: ({ keys }) => count(keys) },
];

export function Accounts() {
  const [{ account }] = useUrlState(DEFAULTS);
  return account === '' ? <All /> : <Account key={account} account={account} />;
}

function All() {
  const [{ act }, change] = useUrlState(DEFAULTS);
  const pages = usePages('getAccounts', {}, ({ accounts }) => accounts);
  return (
    <>
      <PageTitle
        title={t('operator.section.accounts')}
        actions={!isOnChain && <Button onClick={() => change({ act: 'import' })}>{t('import.title')}</Button>}
      >
        {t('operator.accounts.lead')}
      </PageTitle>
      <Listing
        label={t('operator.section.accounts')}
        columns={columns()}
        pages={pages}
        keyOf={({ account }) => account}
        empty={t('operator.accounts.empty')}
      />
      {act === 'import' && (
        <Sheet title={t('import.title')} onClose={() => change({ act: '' })}>
          <ImportAccounts />
        </Sheet>
      )}
      <ShowCall calls={[{ name: 'getAccounts', method: 'GET', input: {} }]} />
    </>
  );
}
