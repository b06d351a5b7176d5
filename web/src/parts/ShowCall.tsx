// Shows the calls behind a screen, with this screen's values.
import { useState } from 'react';
import { t } from '../words/words.ts';
import { LinkButton } from './Button.tsx';
import type { ShownCall } from './CallSheet.tsx';
import { piece } from './piece.tsx';
import { inSheet } from './Sheet.tsx';
import styles from './show-call.module.css';

export type { ShownCall };

const CallSheet = piece(() => import('./CallSheet.tsx'), inSheet('parts.calls.title'));

export function ShowCall({ calls }: { readonly calls: readonly ShownCall[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.link}>
      <LinkButton onClick={() => setOpen(true)}>{t('parts.calls.show')}</LinkButton>
      {isOpen && <CallSheet calls={calls} onClose={() => setOpen(false)} />}
    </div>
  );
}
