// Saves a text as a file, and copies it.
import { useState } from 'react';
import { t } from '../words/words.ts';
import { Button, LinkButton } from './Button.tsx';

export function SaveText({
  name,
  text,
  label,
}: {
  readonly name: string;
  readonly text: string;
  readonly label: string;
}) {
  const save = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = name;
    link.click();
    // The browser reads the file after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  return <Button onClick={save}>{label}</Button>;
}

export function CopyText({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  // Browsers offer no clipboard to pages over plain HTTP.
  if (navigator.clipboard === undefined) return null;
  return (
    <LinkButton onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))} aria-live="polite">
      {isCopied ? t('parts.copied') : label}
    </LinkButton>
  );
}
