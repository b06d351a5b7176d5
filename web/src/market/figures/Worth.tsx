// An overview figure: abbreviated, with all digits in its title.
import { rough, written } from '../../exact/figures.ts';
import { t } from '../../words/words.ts';
import styles from '../market.module.css';

export function Worth({ value, symbol }: { readonly value: string | null; readonly symbol?: string | undefined }) {
  if (value === null) return <span className={styles.unknown}>{t('worth.none')}</span>;
  return (
    <span className={styles.worth} title={`${written(value)}${symbol === undefined ? '' : ` ${symbol}`}`}>
      {rough(value)}
      {symbol !== undefined && ' '}
      {symbol !== undefined && <span className={styles.symbol}>{symbol}</span>}
    </span>
  );
}
