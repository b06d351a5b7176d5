// One account: what it holds, its keys, and what can be done for it.
import { Link } from 'wouter';
import type { Calls } from '#client';
import { usePages } from '../../../data/pages.ts';
import { shortAddress } from '../../../data/tokens.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { ButtonLink } from '../../../parts/Button.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { whoOf } from '../../activity/filter.ts';
import styles from '../operator.module.css';
import { KeyList } from './KeyList.tsx';
import { Listing } from './Listing.tsx';

type Balance = Calls['getBalances']['output']['balances'][number];

const COLUMNS: readonly Column<Balance>[] = [
  { name: 'Token', cell: ({ symbol, address }) => <Held symbol={symbol} address={address} /> },
  { name: 'Balance', end: true, cell: ({ balance }) => <Figure value={balance} /> },
];

/** LP tokens go by the address of their pool. */
const Held = ({ symbol, address }: { readonly symbol: string; readonly address: string }) => (
  <Link href={`/${symbol === 'LP' ? 'pool' : 'token'}/${encodeURIComponent(address)}`}>
    {symbol} <span className={styles.soft}>{shortAddress(address)}</span>
  </Link>
);

export function Account({ account }: { readonly account: string }) {
  const name = encodeURIComponent(account);
  const balances = usePages('getBalances', { account }, (page) => page.balances);
  return (
    <>
      <p className={styles.crumb}>
        <Link href="/operator/accounts">Accounts</Link> › {account}
      </p>
      <PageTitle
        title={account}
        actions={
          <div className={styles.actions}>
            <ButtonLink href={`/operator/movements?account=${name}`} primary>
              Deposit
            </ButtonLink>
            <ButtonLink href={`/operator/movements?kind=withdraw&account=${name}`}>Withdraw</ButtonLink>
          </div>
        }
      >
        <Link href={`/activity?who=${encodeURIComponent(whoOf(account))}`}>What it has done</Link>
      </PageTitle>
      <h2 className={styles.heading}>Balances</h2>
      <Listing
        label="Balances"
        columns={COLUMNS}
        pages={balances}
        keyOf={({ address }) => address}
        empty="It holds nothing."
      />
      <h2 className={styles.heading}>Keys</h2>
      <KeyList account={account} />
      <ShowCall
        calls={[
          { name: 'getBalances', method: 'GET', input: { account } },
          { name: 'getKeys', method: 'GET', input: { account } },
        ]}
      />
    </>
  );
}
