// What a transaction did to its pools: reserves and price right before and right after.
import { Link } from 'wouter';
import type { Decimal, GetTransactionOutput } from '#client';
import { subtractText } from '../../exact/amount.ts';
import { Figure } from '../../exact/Figure.tsx';
import { divide } from '../../exact/figures.ts';
import { Card } from '../../parts/Card.tsx';
import { Change } from '../../parts/Change.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import styles from './transaction.module.css';

type Moves = NonNullable<GetTransactionOutput['pools']>;

export function PoolMoves({ moves, symbolOf }: { readonly moves: Moves; symbolOf(token: string): string }) {
  return moves.map(({ poolAddress, jetton0, jetton1, before, after }) => {
    const [symbol0, symbol1] = [symbolOf(jetton0), symbolOf(jetton1)];
    return (
      <Card key={poolAddress} title={`What it did to ${symbol0}/${symbol1}`}>
        <Rows>
          <Row name={symbol0}>
            <FromTo from={before.reserve0} to={after.reserve0} />
          </Row>
          <Row name={symbol1}>
            <FromTo from={before.reserve1} to={after.reserve1} />
          </Row>
          <Row
            name={`${symbol1} for 1 ${symbol0}`}
            {...(before.price !== null &&
              after.price !== null && {
                note: <Change fraction={subtractText(divide(after.price, before.price), '1')} />,
              })}
          >
            <FromTo from={before.price} to={after.price} />
          </Row>
        </Rows>
        <p className={styles.open}>
          <Link href={`/pool/${encodeURIComponent(poolAddress)}`}>Open the pool</Link>
        </p>
      </Card>
    );
  });
}

/** An empty pool has no price. */
function FromTo({ from, to }: { readonly from: Decimal | null; readonly to: Decimal | null }) {
  const figure = (value: Decimal | null) => (value === null ? 'none' : <Figure value={value} />);
  if (from === to) return figure(to);
  return (
    <>
      <span className={styles.line}>
        <span className={styles.soft}>from</span> {figure(from)}
      </span>
      <span className={styles.line}>
        <span className={styles.soft}>to</span> {figure(to)}
      </span>
    </>
  );
}
