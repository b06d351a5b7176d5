// Positions on a chain: there is no index of them, so the first pools are asked one by one for the account's share.
import { useQueries } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Calls, MillpondError } from '#client';
import { askFor, useCall } from '../../data/use.ts';
import { isZero } from '../../exact/amount.ts';
import { Figure } from '../../exact/Figure.tsx';
import { divide, percent } from '../../exact/figures.ts';
import { Skeleton } from '../../market/figures/Skeleton.tsx';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { useHold } from '../../parts/hold.tsx';
import { PebblePair } from '../../parts/Pebble.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { t } from '../../words/words.ts';
import styles from '../portfolio/portfolio.module.css';
import { type ChainPool, useNamed } from './pools.ts';

type Held = Calls['getLPAccountData']['output'];
type Pair = { readonly jetton0: string; readonly jetton1: string };
type OnSheet = (which: 'add' | 'withdraw', pair: Pair) => void;

const MOST_POOLS = 50;

function usePositions() {
  const named = useNamed();
  const listed = useCall('getPools', { limit: MOST_POOLS });
  const { data } = listed;
  const pools = data?.pools ?? [];
  const asked = useQueries({
    queries: pools.map(({ jetton0, jetton1 }) => ({
      queryKey: ['getLPAccountData', { jetton0, jetton1 }],
      queryFn: ({ signal }: { signal: AbortSignal }) => askFor('getLPAccountData', { jetton0, jetton1 }, signal),
    })),
  });
  const positions = pools.flatMap((pool, at) => {
    const held = asked[at]?.data;
    return held === undefined || isZero(held.lpTokenBalance) ? [] : [{ pool: named(pool), held }];
  });
  const isKnown = data !== undefined && asked.every(({ isPending }) => !isPending);
  // A pool whose request failed may hold a position, so the error is shown.
  const failed = [listed, ...asked].find(({ error }) => error !== null);
  const error = (failed?.error ?? null) as MillpondError | null;
  return {
    positions,
    isKnown,
    error,
    refetch: () => void failed?.refetch(),
    isCut: data !== undefined && data.nextCursor !== null,
  };
}

export function Positions({ onSheet }: { readonly onSheet: OnSheet }) {
  const { positions, isKnown, error, refetch, isCut } = usePositions();
  useHold(!isKnown && error === null);
  return (
    <section aria-label={t('portfolio.positions')} className={styles.positions}>
      {error && <Failed error={error} onRetry={refetch} />}
      {!isKnown && !error && <Skeleton lines={2} height={180} />}
      {isKnown && !error && positions.length === 0 && (
        <Card title={t('portfolio.positions')}>
          <Empty title={t('portfolio.positions.empty')}>
            <p>{t('portfolio.positions.empty.text')}</p>
            <p>
              <ButtonLink href="/pools">{t('portfolio.positions.pools')}</ButtonLink>
            </p>
          </Empty>
        </Card>
      )}
      {positions.map(({ pool, held }) => (
        <Position key={pool.poolAddress} pool={pool} held={held} onSheet={onSheet} />
      ))}
      {isCut && <p className={styles.share}>{t('chain.positions.cut', { count: MOST_POOLS })}</p>}
    </section>
  );
}

function Position({
  pool: { poolAddress, jetton0, symbol0, jetton1, symbol1 },
  held,
  onSheet,
}: {
  readonly pool: ChainPool;
  readonly held: Held;
  readonly onSheet: OnSheet;
}) {
  const name = `${symbol0} / ${symbol1}`;
  const pair = { jetton0, jetton1 };
  return (
    <Card own className={styles.position}>
      <header className={styles.pool}>
        <PebblePair a={{ address: jetton0, symbol: symbol0 }} b={{ address: jetton1, symbol: symbol1 }} size={32} />
        <h2>
          <Link href={`/pool/${encodeURIComponent(poolAddress)}`}>{name}</Link>
        </h2>
        <p className={styles.share}>
          {t('portfolio.position.share', { share: percent(divide(held.sharePercentage, '100', 20)) })}
        </p>
      </header>
      <Rows>
        <Row name={t('portfolio.position.returns')}>
          <div>
            <Figure value={held.token1Balance} symbol={symbol0} />
          </div>
          <div>
            <Figure value={held.token2Balance} symbol={symbol1} />
          </div>
        </Row>
      </Rows>
      <div className={styles.actions}>
        <Button
          primary
          aria-label={t('portfolio.position.add.to', { pool: name })}
          onClick={() => onSheet('add', pair)}
        >
          {t('portfolio.position.add')}
        </Button>
        <Button
          aria-label={t('portfolio.position.withdraw.from', { pool: name })}
          onClick={() => onSheet('withdraw', pair)}
        >
          {t('portfolio.position.withdraw')}
        </Button>
      </div>
    </Card>
  );
}
