// One account: its balances, its keys, and actions for it.

import { Link } from 'wouter';
import type { Calls } from '#client';
import { isOnChain } from '../../../data/chain.ts';
import { usePages } from '../../../data/pages.ts';
import { shortAddress } from '../../../data/tokens.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { ButtonLink } from '../../../parts/Button.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { t } from '../../../words/words.ts';
import { whoOf } from '../../activity/filter.ts';
import styles from '../operator.module.css';
import { KeyList } from './KeyList.tsx';
import { Listing } from './Listing.tsx';

type Balance = Calls['getBalances']['output']['balances'][number];

const columns = (): readonly Column<Balance>[] => [
  { name: t('operator.field.token'), cell: ({ symbol, address }) => <TokenHeld symbol={symbol} address={address} /> },
  { name: t('operator.account.balance'), end: true, cell: ({ balance }) => <Figure value={balance} /> },
];

/** An LP token has the address of its pool, so it links to the pool. */
const TokenHeld = ({ symbol, address }: { readonly symbol: string; readonly address: string }) => (
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
        <Link href="/operator/accounts">{t('operator.section.accounts')}</Link> › {account}
      </p>
      <PageTitle
        title={account}
        actions={
          !isOnChain && (
            <div className={styles.actions}>
              <ButtonLink href={`/operator/movements?account=${name}`} primary>
                {t('operator.account.deposit')}
              </ButtonLink>
              <ButtonLink href={`/operator/movements?kind=withdraw&account=${name}`}>
                {t('operator.account.withdraw')}
              </ButtonLink>
            </div>
          )
        }
      >
        <Link href={`/activity?who=${encodeURIComponent(whoOf(account))}`}>{t('operator.account.activity')}</Link>
      </PageTitle>
      <h2 className={styles.heading}>{t('operator.account.balances')}</h2>
      <Listing
        label={t('operator.account.balances')}
        columns={columns()}
        pages={balances}
        keyOf={({ address }) => address}
        empty={t('operator.account.empty')}
      />
      <h2 className={styles.heading}>{t('operator.section.keys')}</h2>
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
