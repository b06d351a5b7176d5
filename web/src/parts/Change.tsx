// A percentage change, shown by sign, triangle and colour, never by colour alone.
import { percent } from '../exact/figures.ts';
import { t } from '../words/words.ts';
import styles from './change.module.css';
import { Spoken } from './Spoken.tsx';

export function Change({ fraction }: { readonly fraction: string | null | undefined }) {
  if (fraction === null || fraction === undefined) return <span className={styles.none}>{t('parts.change.new')}</span>;
  if (!/[1-9]/.test(fraction)) return <span className={styles.none}>{percent('0')}</span>;
  const isDown = fraction.startsWith('-');
  return (
    <span className={isDown ? styles.down : styles.up}>
      <span aria-hidden="true">{isDown ? '▼' : '▲'} </span>
      <Spoken>{t(isDown ? 'parts.change.down' : 'parts.change.up')} </Spoken>
      {percent(fraction.replace('-', ''))}
    </span>
  );
}
