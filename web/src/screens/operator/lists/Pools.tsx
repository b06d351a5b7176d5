// The pools of the exchange: created, their fees set and swept, paused and hidden here.
import { useState } from 'react';
import { type Tokens, tokenOf } from '../../../data/tokens.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { brief } from '../../../exact/figures.ts';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { Segments } from '../../../parts/Choices.tsx';
import { Field } from '../../../parts/Field.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { PebblePair } from '../../../parts/Pebble.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { CreatePool } from '../acts/CreatePool.tsx';
import { PoolActs } from '../acts/PoolActs.tsx';
import styles from '../operator.module.css';
import { useEveryToken } from './every-token.ts';
import { Listing } from './Listing.tsx';
import { type PoolEntry, usePoolList } from './pool-list.ts';
import { StatusWord } from './StatusWord.tsx';
import { SHOWN } from './statuses.ts';

const DEFAULTS = { act: '', pair: '', status: '', search: '' };

export function Pools() {
  const [{ act, pair, status, search }, change] = useUrlState(DEFAULTS);
  const [typed, setTyped] = useState(search);
  const pages = usePoolList({ status, search });
  const tokens = useEveryToken();
  const [jetton0, jetton1] = pair.split(' ');
  const close = () => change({ act: '', pair: '' });
  return (
    <>
      <PageTitle
        title="Pools and fees"
        actions={
          <Button primary onClick={() => change({ act: 'create' })}>
            Create a pool
          </Button>
        }
      >
        The curve of a pool never changes; its fees and its status do.
      </PageTitle>
      <div className={styles.filters}>
        <Segments
          label="Which"
          choices={SHOWN}
          value={status}
          onChoose={(value) => change({ status: value, search: '' })}
        />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            change({ search: typed.trim(), status: '' });
          }}
        >
          <Field
            label="Find by symbols or address"
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
      </div>
      <Listing
        label="Pools"
        columns={columnsOf(tokens, (pool) => change({ pair: `${pool.jetton0} ${pool.jetton1}` }))}
        pages={pages}
        keyOf={({ poolAddress }) => poolAddress}
        empty={
          search !== ''
            ? 'No pool is found by this.'
            : status === ''
              ? 'There is no pool yet.'
              : `No pool is ${status}.`
        }
      />
      <ShowCall
        calls={[
          search === ''
            ? { name: 'getPools', method: 'GET', input: status === '' ? {} : { status } }
            : { name: 'getMarket', method: 'GET', input: { list: 'pools', search } },
        ]}
      />
      {act === 'create' && (
        <Sheet title="Create a pool" onClose={close}>
          <CreatePool />
        </Sheet>
      )}
      {jetton0 && jetton1 && (
        <Sheet title={`${tokenOf(tokens, jetton0).symbol}/${tokenOf(tokens, jetton1).symbol}`} onClose={close}>
          <PoolActs key={pair} jetton0={jetton0} jetton1={jetton1} />
        </Sheet>
      )}
    </>
  );
}

function columnsOf(tokens: Tokens, open: (pool: PoolEntry) => void): readonly Column<PoolEntry>[] {
  const pairOf = ({ jetton0, jetton1 }: PoolEntry) => [tokenOf(tokens, jetton0), tokenOf(tokens, jetton1)] as const;
  const name = (pool: PoolEntry) =>
    pairOf(pool)
      .map(({ symbol }) => symbol)
      .join('/');
  return [
    {
      name: 'Pool',
      cell: (pool) => (
        <span className={styles.named}>
          <PebblePair a={pairOf(pool)[0]} b={pairOf(pool)[1]} />
          <strong>{name(pool)}</strong>
        </span>
      ),
    },
    {
      name: 'Curve',
      cell: ({ curve, amplification }) => (curve === 'stable' ? `stable, ${amplification}` : 'constant product'),
    },
    {
      name: 'Reserves',
      end: true,
      cell: (pool) => {
        const [a, b] = pairOf(pool);
        return `${brief(pool.reserve0)} ${a.symbol} · ${brief(pool.reserve1)} ${b.symbol}`;
      },
    },
    { name: 'Status', cell: ({ status }) => <StatusWord status={status} /> },
    {
      name: 'Change',
      end: true,
      cell: (pool) => (
        <LinkButton onClick={() => open(pool)} aria-label={`Fees and status of ${name(pool)}`}>
          Fees and status
        </LinkButton>
      ),
    },
  ];
}
