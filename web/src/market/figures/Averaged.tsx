// Says once on a screen at which prices its values are; opens to explain it.
import { t } from '../../words/words.ts';
import styles from './amount-worth.module.css';

/** Renders nothing while the quote token is unknown. */
export function Averaged({ of, symbol }: { readonly of: 'prices' | 'values'; readonly symbol: string | undefined }) {
  if (symbol === undefined) return null;
  return (
    <details className={styles.worth}>
      <summary>{t(`worth.average.${of}`, { symbol })}</summary>
      <p>{t('worth.average.text')}</p>
    </details>
  );
}
