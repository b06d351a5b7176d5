// An address in full, to be copied.
import { useState } from 'react';
import { t } from '../../words/words.ts';
import styles from '../market.module.css';

export function Address({ value, what }: { readonly value: string; readonly what: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard?.writeText(value).then(() => setCopied(true));
  return (
    <span className={styles.address}>
      <code>{value}</code>
      <button type="button" className={styles.copy} aria-label={t('market.copy', { what })} onClick={copy}>
        {t(isCopied ? 'market.copied.short' : 'market.copy.short')}
      </button>
    </span>
  );
}
