// Deposits and withdrawals: tokens enter and leave the exchange, each by a reference that is used once.
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { Calls } from '#client';
import { tokenOf } from '../../data/tokens.ts';
import { useUrlState } from '../../data/url-state.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Segments } from '../../parts/Choices.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { useEveryToken } from './every-token.ts';
import { type Column, Listing } from './Listing.tsx';
import { MoveTokens } from './MoveTokens.tsx';
import styles from './operator.module.css';
import { usePages } from './pages.ts';
import { When } from './When.tsx';

type Kind = 'deposit' | 'withdraw';
type Movement = Calls['getActivity']['output']['activity'][number];

const DEFAULTS = { kind: 'deposit', account: '', token: '' };
const KINDS = [
  { value: 'deposit', label: 'Deposit' },
  { value: 'withdraw', label: 'Withdraw' },
] as const;

export function Movements() {
  const [{ kind, account, token }, change] = useUrlState(DEFAULTS);
  const chosen: Kind = kind === 'withdraw' ? 'withdraw' : 'deposit';
  const pages = usePages('getActivity', { all: 'true', kind: chosen }, ({ activity }) => activity, { limit: 20 });
  return (
    <>
      <PageTitle title="Deposits and withdrawals">
        What has arrived is credited, what leaves is debited; a reference is used once.
      </PageTitle>
      <Segments<Kind> label="Direction" choices={KINDS} value={chosen} onChoose={(value) => change({ kind: value })} />
      <div className={styles.wide}>
        <MoveTokens key={`${chosen} ${account} ${token}`} kind={chosen} account={account} token={token} />
      </div>
      <h2 className={styles.heading}>{chosen === 'deposit' ? 'Last deposits' : 'Last withdrawals'}</h2>
      <Listing
        label={chosen === 'deposit' ? 'Last deposits' : 'Last withdrawals'}
        columns={useColumns()}
        pages={pages}
        keyOf={({ transactionId }) => transactionId}
        empty={chosen === 'deposit' ? 'Nothing has come in yet.' : 'Nothing has left yet.'}
      />
      <ShowCall calls={[{ name: 'getActivity', method: 'GET', input: { all: 'true', kind: chosen } }]} />
    </>
  );
}

function useColumns(): readonly Column<Movement>[] {
  const tokens = useEveryToken();
  return useMemo(
    () => [
      {
        name: 'No.',
        cell: ({ sequence }) => <Link href={`/tx/${sequence}`}>{sequence.toLocaleString('en-US')}</Link>,
      },
      { name: 'When', cell: ({ createdAt }) => <When at={createdAt} /> },
      { name: 'Account', cell: ({ account }) => account },
      { name: 'Reference', cell: ({ reference }) => reference },
      {
        name: 'Amount',
        end: true,
        cell: ({ amount, token }) => <Figure value={amount ?? '0'} symbol={tokenOf(tokens, token ?? '').symbol} />,
      },
    ],
    [tokens],
  );
}
