// A full address with a button to copy it.
import { useState } from 'react';
import { t } from '../../words/words.ts';
import styles from '../market.module.css';

export function Address({ value, label }: { readonly value: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard?.writeText(value).then(() => setCopied(true));
  return (
    <span className={styles.address}>
      <code>{value}</code>
      <button type="button" className={styles.copy} aria-label={label} onClick={copy}>
        {t(isCopied ? 'market.copied.short' : 'market.copy.short')}
      </button>
    </span>
  );
}
