// A secret that is shown only once, with a button to copy it.

import { useRef, useState } from 'react';
import { Button } from '../../../parts/Button.tsx';
import { t } from '../../../words/words.ts';
import styles from '../operator.module.css';

export function Once({ label, secret }: { readonly label: string; readonly secret: string }) {
  const [isCopied, setCopied] = useState(false);
  const code = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      // Without a clipboard (plain HTTP) the text is selected, to be copied by hand.
      if (code.current) window.getSelection()?.selectAllChildren(code.current);
    }
  };
  return (
    <div className={styles.once}>
      <p>
        {label} <strong>{t('operator.once')}</strong>
      </p>
      <code ref={code}>{secret}</code>
      <Button primary onClick={copy}>
        {t(isCopied ? 'parts.copied' : 'parts.copy')}
      </Button>
    </div>
  );
}
