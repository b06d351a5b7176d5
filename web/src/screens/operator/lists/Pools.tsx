// The list of pools: create, set and collect fees, pause, hide.

import { isOnChain } from '../../../data/chain.ts';
import { directed } from '../../../data/direction.ts';
import { pairName } from '../../../data/pools.ts';
import { type TokenInfo, type Tokens, tokenOf } from '../../../data/tokens.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { brief } from '../../../exact/figures.ts';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { PebblePair } from '../../../parts/Pebble.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { t } from '../../../words/words.ts';
import { CreatePool } from '../acts/CreatePool.tsx';
import { PoolActs } from '../acts/PoolActs.tsx';
import { SetPoolStatus } from '../acts/SetPoolStatus.tsx';
import styles from '../operator.module.css';
import { useEveryToken } from './every-token.ts';
import { ListFilters } from './ListFilters.tsx';
import { Listing } from './Listing.tsx';
import { type PoolEntry, usePoolList } from './pool-list.ts';
import { StatusWord } from './StatusWord.tsx';

const DEFAULTS = { act: '', pair: '', status: '', search: '' };

export function Pools() {
  const [{ act, pair, status, search }, change] = useUrlState(DEFAULTS);
  const pages = usePoolList({ status, search: isOnChain ? '' : search });
  const tokens = useEveryToken();
  const [jetton0, jetton1] = pair.split(' ');
  const close = () => change({ act: '', pair: '' });
  return (
    <>
      <PageTitle
        title={t('operator.section.pools')}
        actions={
          !isOnChain && (
            <Button primary onClick={() => change({ act: 'create' })}>
              {t('operator.pools.create')}
            </Button>
          )
        }
      >
        {t(isOnChain ? 'chain.pools.lead' : 'operator.pools.lead')}
      </PageTitle>
      <ListFilters filter={{ status, search }} onChange={change} />
      <Listing
        label={t('operator.pools.list')}
        columns={columnsOf(tokens, (pool) => change({ pair: `${pool.jetton0} ${pool.jetton1}` }))}
        pages={pages}
        keyOf={({ poolAddress }) => poolAddress}
        empty={
          search !== ''
            ? t('operator.pools.empty.search')
            : status === ''
              ? t('operator.pools.empty')
              : t('operator.pools.empty.status', { status })
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
        <Sheet title={t('operator.pools.create')} onClose={close}>
          <CreatePool />
        </Sheet>
      )}
      {jetton0 && jetton1 && (
        <Sheet title={pairName(tokens, { jetton0, jetton1 })} onClose={close}>
          {isOnChain ? (
            <SetPoolStatus
              key={pair}
              pair={{ jetton0, jetton1 }}
              status={pages.items.find((pool) => pool.jetton0 === jetton0 && pool.jetton1 === jetton1)?.status ?? null}
            />
          ) : (
            <PoolActs key={pair} jetton0={jetton0} jetton1={jetton1} />
          )}
        </Sheet>
      )}
    </>
  );
}

const Pebbles = ({ pair: [a, b] }: { readonly pair: readonly [TokenInfo, TokenInfo] }) => <PebblePair a={a} b={b} />;

function columnsOf(tokens: Tokens, open: (pool: PoolEntry) => void): readonly Column<PoolEntry>[] {
  const pairOf = ({ jetton0, jetton1 }: PoolEntry) => [tokenOf(tokens, jetton0), tokenOf(tokens, jetton1)] as const;
  const name = (pool: PoolEntry) => pairName(tokens, pool);
  return [
    {
      name: t('operator.pools.pool'),
      cell: (pool) => (
        <span className={styles.named}>
          <Pebbles pair={pairOf(directed(pool, tokens))} />
          <strong>{name(pool)}</strong>
        </span>
      ),
    },
    {
      name: t('operator.pools.curve'),
      cell: ({ curve, amplification }) =>
        curve === 'stable'
          ? t('operator.pools.curve.stable', { amplification: amplification ?? '' })
          : t('operator.pools.curve.product'),
    },
    {
      name: t('operator.pools.reserves'),
      end: true,
      cell: (found) => {
        const pool = directed(found, tokens);
        const [a, b] = pairOf(pool);
        return `${brief(pool.reserve0)} ${a.symbol} · ${brief(pool.reserve1)} ${b.symbol}`;
      },
    },
    { name: t('operator.field.status'), cell: ({ status }) => <StatusWord status={status} /> },
    {
      name: t('operator.actions'),
      end: true,
      cell: (pool) => (
        <LinkButton onClick={() => open(pool)} aria-label={t('operator.pools.manage.one', { pair: name(pool) })}>
          {t('operator.pools.manage')}
        </LinkButton>
      ),
    },
  ];
}
