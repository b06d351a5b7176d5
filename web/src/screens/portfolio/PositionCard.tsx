// One position with the truth: what it returns, what it has cost, what it has earned, and what holding had come to.
import { Link } from 'wouter';
import { worthIn } from '../../data/prices.ts';
import { tokenOf, useTokens } from '../../data/tokens.ts';
import { useCall } from '../../data/use.ts';
import { Figure } from '../../exact/Figure.tsx';
import { divide, percent } from '../../exact/figures.ts';
import { sumOf } from '../../exact/worth.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { useHold } from '../../parts/hold.tsx';
import { PebblePair } from '../../parts/Pebble.tsx';
import type { PositionProps } from './Positions.tsx';
import styles from './portfolio.module.css';
import { againstHolding, becauseOf, earnedOf, isOpen, type Position } from './truth.ts';

export function PositionCard({ position, prices, onSheet }: PositionProps & { readonly position: Position }) {
  const { jetton0, jetton1, poolAddress } = position;
  const tokens = useTokens();
  const [token0, token1] = [tokenOf(tokens, jetton0), tokenOf(tokens, jetton1)];
  const name = `${token0.symbol} / ${token1.symbol}`;
  const open = isOpen(position);
  const row = (label: string, [first, second]: readonly [string, string]) => {
    const worth = [worthIn(prices, jetton0, first), worthIn(prices, jetton1, second)].filter((one) => one !== null);
    return (
      <div className={styles.both}>
        <dt>
          {label}
          {worth.length === 2 && prices?.quote && /[1-9]/.test(sumOf(worth)) && (
            <small>
              worth <Figure value={sumOf(worth)} symbol={prices.quote.symbol} />
            </small>
          )}
        </dt>
        <dd>
          <Figure value={first} symbol={token0.symbol} />
        </dd>
        <dd>
          <Figure value={second} symbol={token1.symbol} />
        </dd>
      </div>
    );
  };
  return (
    <Card own={open} className={styles.position}>
      <header className={styles.pool}>
        <PebblePair a={token0} b={token1} size={32} />
        <h2>
          <Link href={`/pool/${encodeURIComponent(poolAddress)}`}>{name}</Link>
        </h2>
        {open && <Share position={position} />}
      </header>
      <dl className={styles.truth}>
        {open && row('Returns now', [position.returns0, position.returns1])}
        {row('Put in', [position.provided0, position.provided1])}
        {row('Taken out', [position.withdrawn0, position.withdrawn1])}
        {row('Earned in fees', earnedOf(position))}
      </dl>
      {open && (
        <p className={styles.against}>
          <strong>{againstHolding(position, token1.symbol)}</strong> {becauseOf(position, token1.symbol)}
        </p>
      )}
      <div className={styles.actions}>
        <Button primary={open} aria-label={`Add to ${name}`} onClick={() => onSheet('add', position)}>
          Add
        </Button>
        {open && (
          <Button aria-label={`Withdraw from ${name}`} onClick={() => onSheet('withdraw', position)}>
            Withdraw
          </Button>
        )}
      </div>
    </Card>
  );
}

function Share({ position: { jetton0, jetton1 } }: { readonly position: Position }) {
  const { data, isPending } = useCall('getLPAccountData', { jetton0, jetton1 });
  useHold(isPending);
  return data && <p className={styles.share}>{percent(divide(data.sharePercentage, '100', 20))} of the pool</p>;
}
