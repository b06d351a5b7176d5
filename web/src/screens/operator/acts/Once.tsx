// A secret that is shown this once, with a way to take it along.

import { useState } from 'react';
import { Button } from '../../../parts/Button.tsx';
import { t } from '../../../words/words.ts';
import styles from '../operator.module.css';

export function Once({ label, secret }: { readonly label: string; readonly secret: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(secret);
    setCopied(true);
  };
  return (
    <div className={styles.once}>
      <p>
        {label} <strong>{t('operator.once')}</strong>
      </p>
      <code>{secret}</code>
      <Button primary onClick={copy}>
        {t(isCopied ? 'parts.copied' : 'parts.copy')}
      </Button>
    </div>
  );
}
