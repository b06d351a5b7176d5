// Positions on a chain: there is no index of them, so the account's share is requested from each of the first pools.
import { useQueries } from '@tanstack/react-query';
import type { Calls, MillpondError } from '#client';
import { askFor, useCall } from '../../data/use.ts';
import { addText, isZero } from '../../exact/amount.ts';
import { Figure } from '../../exact/Figure.tsx';
import { useHold } from '../../parts/hold.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { t } from '../../words/words.ts';
import { type OnSheet, PositionList, PositionSection } from '../portfolio/holdings/PositionList.tsx';
import styles from '../portfolio/portfolio.module.css';
import { type ChainPool, useNamed } from './pools.ts';
import { pricesOf, worthIn } from './prices.ts';

type LpAccount = Calls['getLPAccountData']['output'];

const MOST_POOLS = 50;

export function usePositions(enabled: boolean) {
  const named = useNamed();
  const listed = useCall('getPools', { limit: MOST_POOLS }, { enabled });
  const { data } = listed;
  const pools = (data?.pools ?? []).map(named);
  const asked = useQueries({
    queries: pools.map(({ jetton0, jetton1 }) => ({
      queryKey: ['getLPAccountData', { jetton0, jetton1 }],
      queryFn: ({ signal }: { signal: AbortSignal }) => askFor('getLPAccountData', { jetton0, jetton1 }, signal),
    })),
  });
  const items = pools.flatMap((pool, at) => {
    const held = asked[at]?.data;
    return held === undefined || isZero(held.lpTokenBalance) ? [] : [{ pool, held }];
  });
  const isKnown = data !== undefined && asked.every(({ isPending }) => !isPending);
  // The account may have a position in a pool whose request failed, so the error is shown.
  const failed = [listed, ...asked].find(({ error }) => error !== null);
  const error = (failed?.error ?? null) as MillpondError | null;
  return {
    items,
    prices: pricesOf(pools),
    isKnown,
    error,
    retry: () => void failed?.refetch(),
    isCut: data !== undefined && data.nextCursor !== null,
  };
}

type PositionsProps = { readonly held: ReturnType<typeof usePositions>; readonly onSheet: OnSheet };

export function Positions({ held, onSheet }: PositionsProps) {
  const { items, prices, isKnown, error, isCut } = held;
  useHold(!isKnown && error === null);
  return (
    <PositionSection held={held}>
      {items.length > 0 && (
        <PositionList
          rows={items.map(({ pool, held }) => ({
            pool,
            share: held.sharePercentage,
            returns: [held.token1Balance, held.token2Balance],
            worth: positionWorth(prices, pool, held),
            isOpen: true,
            details: <Returns pool={pool} held={held} />,
          }))}
          symbol="TON"
          onSheet={onSheet}
        />
      )}
      {isCut && <p className={styles.share}>{t('chain.positions.cut', { count: MOST_POOLS })}</p>}
    </PositionSection>
  );
}

const Returns = ({ pool, held }: { readonly pool: ChainPool; readonly held: LpAccount }) => (
  <Rows>
    <Row name={t('portfolio.position.returns')}>
      <div>
        <Figure value={held.token1Balance} symbol={pool.symbol0} />
      </div>
      <div>
        <Figure value={held.token2Balance} symbol={pool.symbol1} />
      </div>
    </Row>
  </Rows>
);

/** The value of both sides of a position in TON; null if one has no price. */
export function positionWorth(prices: ReadonlyMap<string, string>, pool: ChainPool, held: LpAccount): string | null {
  const first = worthIn(prices, pool.jetton0, held.token1Balance);
  const second = worthIn(prices, pool.jetton1, held.token2Balance);
  return first === null || second === null ? null : addText(first, second);
}
