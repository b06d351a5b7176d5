// Positions on a chain: there is no index of them, so the first pools are asked one by one for the account's share.
import { useQueries } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'wouter';
import type { Calls, MillpondError } from '#client';
import { askFor, useCall } from '../../data/use.ts';
import { addText, isZero } from '../../exact/amount.ts';
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
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import styles from '../portfolio/portfolio.module.css';
import { type ChainPool, useNamed } from './pools.ts';
import { pricesOf, worthIn } from './prices.ts';

type LpAccount = Calls['getLPAccountData']['output'];
type Pair = { readonly jetton0: string; readonly jetton1: string };
type OnSheet = (which: 'add' | 'withdraw', pair: Pair) => void;

const MOST_POOLS = 50;

export function usePositions(enabled: boolean) {
  const named = useNamed();
  const listed = useCall('getPools', { limit: MOST_POOLS }, { enabled });
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
    prices: pricesOf(pools),
    isKnown,
    error,
    refetch: () => void failed?.refetch(),
    isCut: data !== undefined && data.nextCursor !== null,
  };
}

export function Positions({
  held: { positions, prices, isKnown, error, refetch, isCut },
  onSheet,
}: {
  readonly held: ReturnType<typeof usePositions>;
  readonly onSheet: OnSheet;
}) {
  const id = useId();
  useHold(!isKnown && error === null);
  return (
    <section aria-labelledby={id} className={styles.positions}>
      <h2 id={id}>{t('portfolio.positions')}</h2>
      {error && <Failed error={error} onRetry={refetch} />}
      {!isKnown && !error && <Skeleton lines={2} height={180} />}
      {isKnown && !error && positions.length === 0 && (
        <Card>
          <Empty title={t('portfolio.positions.empty')}>
            <p>{t('portfolio.positions.empty.text')}</p>
            <p>
              <ButtonLink href="/pools">{t('portfolio.positions.pools')}</ButtonLink>
            </p>
          </Empty>
        </Card>
      )}
      {positions.map(({ pool, held }) => (
        <Position
          key={pool.poolAddress}
          pool={pool}
          held={held}
          worth={positionWorth(prices, pool, held)}
          onSheet={onSheet}
        />
      ))}
      {isCut && <p className={styles.share}>{t('chain.positions.cut', { count: MOST_POOLS })}</p>}
    </section>
  );
}

/** The value of both sides of a position in TON; null if one has no price. */
export function positionWorth(prices: ReadonlyMap<string, string>, pool: ChainPool, held: LpAccount): string | null {
  const first = worthIn(prices, pool.jetton0, held.token1Balance);
  const second = worthIn(prices, pool.jetton1, held.token2Balance);
  return first === null || second === null ? null : addText(first, second);
}

function Position({
  pool: { poolAddress, jetton0, symbol0, jetton1, symbol1 },
  held,
  worth,
  onSheet,
}: {
  readonly pool: ChainPool;
  readonly held: LpAccount;
  readonly worth: string | null;
  readonly onSheet: OnSheet;
}) {
  const name = `${symbol0} / ${symbol1}`;
  const pair = { jetton0, jetton1 };
  return (
    <Card own className={styles.position}>
      <header className={styles.pool}>
        <PebblePair a={{ address: jetton0, symbol: symbol0 }} b={{ address: jetton1, symbol: symbol1 }} size={32} />
        <h3>
          <Link href={`/pool/${encodeURIComponent(poolAddress)}`}>{name}</Link>
        </h3>
        <p className={styles.share}>
          {t('portfolio.position.share', { share: percent(divide(held.sharePercentage, '100', 20)) })}
        </p>
      </header>
      <Rows>
        <Row
          name={t('portfolio.position.returns')}
          note={
            <T
              id="worth.now"
              values={{ amount: worth === null ? t('worth.none') : <Figure value={worth} symbol="TON" /> }}
            />
          }
        >
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
