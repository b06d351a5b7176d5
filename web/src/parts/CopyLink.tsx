// Copies a permanent link, and confirms it.
import { useState } from 'react';
import { t } from '../words/words.ts';
import { LinkButton } from './Button.tsx';

export function CopyLink({ path, label = t('parts.copyLink') }: { readonly path: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // Browsers offer no clipboard to pages over plain HTTP.
    await navigator.clipboard?.writeText(`${window.location.origin}${path}`);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <LinkButton onClick={copy} aria-live="polite">
      {isCopied ? t('parts.copied') : label}
    </LinkButton>
  );
}
