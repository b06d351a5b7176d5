// The pools of a swap's route, and the fees each charged.

import { Link } from 'wouter';
import type { GetTransactionOutput } from '#client';
import type { PoolNames } from '../../data/pools.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Card } from '../../parts/Card.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
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
    <Card title={t(hops.length > 1 ? 'transaction.route' : 'transaction.fees')}>
      <Rows>
        {hops.map(({ poolAddress, tokenA, tokenB, amountA, amountB, fees }) => (
          <Row
            key={poolAddress}
            name={
              <Link href={`/pool/${encodeURIComponent(poolAddress)}`}>
                {pools.get(poolAddress) ?? t('transaction.pool')}
              </Link>
            }
            note={
              hops.length > 1 && (
                <T
                  id="transaction.hop"
                  values={{
                    pay: <Figure value={amountA} symbol={symbolOf(tokenA)} />,
                    receive: <Figure value={amountB} symbol={symbolOf(tokenB)} />,
                  }}
                />
              )
            }
          >
            <Fee amount={fees.lp} symbol={symbolOf(tokenA)} to="lp" />
            <Fee amount={fees.protocol} symbol={symbolOf(tokenB)} to="protocol" />
            {/[1-9]/.test(fees.ref) && <Fee amount={fees.ref} symbol={symbolOf(tokenB)} to="referrer" />}
          </Row>
        ))}
      </Rows>
    </Card>
  );
}

type FeeProps = { readonly amount: string; readonly symbol: string; readonly to: 'lp' | 'protocol' | 'referrer' };

const Fee = ({ amount, symbol, to }: FeeProps) => (
  <span className={styles.line}>
    <T id={`transaction.fee.${to}`} values={{ amount: <Figure value={amount} symbol={symbol} /> }} />
  </span>
);

/** A swap over one pool has no `route`: its fields describe the only hop. */
function hopsOf({ route, poolAddress, tokenA, tokenB, amountA, amountB, fees }: GetTransactionOutput): readonly Hop[] {
  if (route !== undefined) return route;
  if (!poolAddress || !tokenA || !tokenB || !amountA || !amountB || !fees) return [];
  return [{ poolAddress, tokenA, tokenB, amountA, amountB, fees }];
}
