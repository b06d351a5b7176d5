// A side sheet: the browser's own <dialog>, which handles focus, Escape and the backdrop.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type Id, t } from '../words/words.ts';
import { showModal } from './modal.ts';
import styles from './parts.module.css';

export function Sheet({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  onClose(): void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const sheet = dialog.current;
    if (sheet === null) return;
    showModal(sheet);
    // Focuses the first field rather than the close button, also if the field is rendered later, when its data has arrived.
    const focusFirst = () => {
      const first = sheet.querySelector<HTMLElement>('[data-first]');
      if (first === null) return;
      observer.disconnect();
      if (!/^(INPUT|SELECT)$/.test(document.activeElement?.tagName ?? '')) first.focus();
    };
    const observer = new MutationObserver(focusFirst);
    observer.observe(sheet, { childList: true, subtree: true });
    focusFirst();
    return () => observer.disconnect();
  }, []);
  // The close event of a nested sheet reaches its parents too.
  const closed = ({ target }: { target: EventTarget }) => target === dialog.current && onClose();
  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby={id} onClose={closed}>
      <div className={styles.sheetHead}>
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className={styles.close}
          aria-label={t('parts.close')}
          onClick={() => dialog.current?.close()}
        >
          ×
        </button>
      </div>
      {children}
    </dialog>
  );
}

/** Returns a `frame` for `piece` that shows the notice of a failed load in a sheet. */
export const inSheet =
  (title: Id) =>
  (notice: ReactNode, { onClose }: { onClose(): void }): ReactNode => (
    <Sheet title={t(title)} onClose={onClose}>
      {notice}
    </Sheet>
  );
