// The pools that a swap passed, and what each of them charged.

import { Link } from 'wouter';
import type { GetTransactionOutput } from '#client';
import type { PoolNames } from '../../data/pools.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Card } from '../../parts/Card.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import styles from './transaction.module.css';

type Hop = NonNullable<GetTransactionOutput['route']>[number];

export function RouteRows({
  done,
  symbolOf,
  pools,
}: {
  readonly done: GetTransactionOutput;
  symbolOf(token: string): string;
  readonly pools: PoolNames;
}) {
  const hops = hopsOf(done);
  return (
    <Card title={hops.length > 1 ? 'The route, and its fees' : 'Fees'}>
      <Rows>
        {hops.map(({ poolAddress, tokenA, tokenB, amountA, amountB, fees }) => (
          <Row
            key={poolAddress}
            name={<Link href={`/pool/${encodeURIComponent(poolAddress)}`}>{pools.get(poolAddress) ?? 'Pool'}</Link>}
            note={
              hops.length > 1 && (
                <>
                  <Figure value={amountA} symbol={symbolOf(tokenA)} /> for{' '}
                  <Figure value={amountB} symbol={symbolOf(tokenB)} />
                </>
              )
            }
          >
            <Fee amount={fees.lp} symbol={symbolOf(tokenA)} to="to providers" />
            <Fee amount={fees.protocol} symbol={symbolOf(tokenB)} to="to the protocol" />
            {/[1-9]/.test(fees.ref) && <Fee amount={fees.ref} symbol={symbolOf(tokenB)} to="to the referrer" />}
          </Row>
        ))}
      </Rows>
    </Card>
  );
}

const Fee = ({ amount, symbol, to }: { readonly amount: string; readonly symbol: string; readonly to: string }) => (
  <span className={styles.line}>
    <Figure value={amount} symbol={symbol} /> {to}
  </span>
);

/** A swap over one pool tells it beside the route. */
function hopsOf({ route, poolAddress, tokenA, tokenB, amountA, amountB, fees }: GetTransactionOutput): readonly Hop[] {
  if (route !== undefined) return route;
  if (!poolAddress || !tokenA || !tokenB || !amountA || !amountB || !fees) return [];
  return [{ poolAddress, tokenA, tokenB, amountA, amountB, fees }];
}
