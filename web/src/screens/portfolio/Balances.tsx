// What is held of each token, the dearest first, and what it is worth.
import { Link } from 'wouter';
import type { Holding } from '../../data/balances.ts';
import { type Prices, worthIn } from '../../data/prices.ts';
import { Figure } from '../../exact/Figure.tsx';
import { compareWorth } from '../../exact/worth.ts';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Pebble } from '../../parts/Pebble.tsx';
import styles from './portfolio.module.css';

export function Balances({ held, prices }: { readonly held: readonly Holding[]; readonly prices: Prices | undefined }) {
  const rows = held
    .map((holding) => ({ ...holding, worth: worthIn(prices, holding.address, holding.balance) }))
    .sort((a, b) => compareWorth(b.worth, a.worth) || a.symbol.localeCompare(b.symbol));
  return (
    <Card title="Balances">
      {rows.length === 0 ? (
        <Empty title="Still water.">What you are paid or swap for will lie here.</Empty>
      ) : (
        <ul className={styles.balances}>
          {rows.map(({ address, symbol, balance, worth }) => (
            <li key={address}>
              <Link href={`/token/${encodeURIComponent(address)}`} className={styles.token}>
                <Pebble address={address} symbol={symbol} size={36} />
                {symbol}
              </Link>
              <span className={styles.held}>
                <Figure value={balance} />
                {address !== prices?.quote?.address && (
                  <small>
                    {worth === null || !prices?.quote ? (
                      'no price'
                    ) : (
                      <Figure value={worth} symbol={prices.quote.symbol} />
                    )}
                  </small>
                )}
              </span>
              <Link href={`/?pay=${encodeURIComponent(address)}`} className={styles.swap} aria-label={`Swap ${symbol}`}>
                Swap
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
