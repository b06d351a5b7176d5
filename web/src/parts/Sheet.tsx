// A side sheet: the browser's own dialog, so that focus, Escape and the ground behind it are right.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type Id, t } from '../words/words.ts';
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
    dialog.current?.showModal();
    // What is to be typed first, rather than the way out.
    dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, []);
  // A sheet that was opened from this one tells its parents too.
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

/** What stands in for a sheet that could not be loaded. */
export const inSheet =
  (title: Id) =>
  (notice: ReactNode, { onClose }: { onClose(): void }): ReactNode => (
    <Sheet title={t(title)} onClose={onClose}>
      {notice}
    </Sheet>
  );
