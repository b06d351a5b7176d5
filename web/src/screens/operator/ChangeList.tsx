// Changes of the journal as rows, each of which leads to its receipt.
import { useId, useMemo } from 'react';
import { Link } from 'wouter';
import type { Calls } from '#client';
import { type TokenInfo, tokenOf } from '../../data/tokens.ts';
import { Figure } from '../../exact/Figure.tsx';
import { useEveryToken } from './every-token.ts';
import { type Column, Listing } from './Listing.tsx';
import styles from './operator.module.css';
import type { Pages } from './pages.ts';
import { When } from './When.tsx';

type Change = Calls['getActivity']['output']['activity'][number];

const WORDS: Readonly<Record<Change['kind'], string>> = {
  swap: 'Swap',
  referral: 'Referral',
  provide: 'Liquidity added',
  refund: 'Liquidity withdrawn',
  deposit: 'Deposit',
  withdraw: 'Withdrawal',
  collectFees: 'Fees collected',
  createPool: 'Pool created',
  registerToken: 'Token registered',
  setPoolFees: 'Fees set',
  setPoolStatus: 'Status of a pool set',
  updateToken: 'Token changed',
};

export function ChangeList({
  title,
  pages,
  empty,
}: {
  readonly title: string;
  readonly pages: Pages<Change>;
  readonly empty: string;
}) {
  const id = useId();
  const tokens = useEveryToken();
  const columns = useMemo(() => columnsOf(tokens), [tokens]);
  return (
    <section className={styles.block} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Listing
        label={title}
        columns={columns}
        pages={pages}
        keyOf={({ transactionId }) => transactionId}
        empty={empty}
      />
    </section>
  );
}

const columnsOf = (tokens: ReadonlyMap<string, TokenInfo>): readonly Column<Change>[] => [
  { name: 'No.', cell: ({ sequence }) => <Link href={`/tx/${sequence}`}>{sequence.toLocaleString('en-US')}</Link> },
  { name: 'When', cell: ({ createdAt }) => <When at={createdAt} /> },
  { name: 'What', cell: ({ kind, reference }) => (reference ? `${WORDS[kind]}, ${reference}` : WORDS[kind]) },
  { name: 'Account', cell: ({ account }) => account },
  { name: 'Amounts', end: true, cell: (change) => <Amounts change={change} tokens={tokens} /> },
];

function Amounts({ change, tokens }: { readonly change: Change; readonly tokens: ReadonlyMap<string, TokenInfo> }) {
  const { token, amount, tokenA, amountA, tokenB, amountB } = change;
  const symbol = (address = '') => tokenOf(tokens, address).symbol;
  if (amount !== undefined) return <Figure value={amount} symbol={symbol(token)} />;
  if (amountA !== undefined && amountB !== undefined) {
    return (
      <>
        <Figure value={amountA} symbol={symbol(tokenA)} />
        <br />
        <Figure value={amountB} symbol={symbol(tokenB)} />
      </>
    );
  }
  return token !== undefined ? symbol(token) : tokenA !== undefined ? `${symbol(tokenA)}/${symbol(tokenB)}` : '';
}
