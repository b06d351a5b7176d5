// An exact decimal: every digit, the tail in softer ink. Copying it gives all of it.
import styles from './figure.module.css';
import { partsOf } from './figures.ts';

export function Figure({
  value,
  symbol,
  signed = false,
  className,
}: {
  readonly value: string;
  readonly symbol?: string | undefined;
  readonly signed?: boolean;
  readonly className?: string | undefined;
}) {
  const { sign, head, tail } = partsOf(value, { signed });
  return (
    <span className={`${styles.figure} ${className ?? ''}`}>
      {sign}
      {head}
      {tail && <span className={styles.tail}>{tail}</span>}
      {symbol !== undefined && <span className={styles.symbol}> {symbol}</span>}
    </span>
  );
}
