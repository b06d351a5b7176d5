// A dialog with a search field and the list it finds; the arrow keys move through the list, as in a combobox.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../words/words.ts';
import { showModal } from './modal.ts';
import styles from './search-dialog.module.css';

type SearchDialogProps = {
  readonly className: string | undefined;
  /** A visible title; without one the field stands in its place. */
  readonly title?: string;
  /** Names the field, and the dialog if it has no title. */
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  onType(text: string): void;
  /** The number of items found, and the index of the selected one. */
  readonly count: number;
  readonly active: number;
  onMove(to: number): void;
  onChoose(at: number): void;
  /** True while the items still belong to the previous text. */
  readonly isPending: boolean;
  readonly list: { readonly role: 'grid' | 'listbox'; readonly label: string };
  readonly foot: ReactNode;
  onClose(): void;
  /** Renders the list; `itemOf` returns the element id and the click handler of the item at a position. */
  children(itemOf: (at: number) => { readonly id: string; onChoose(): void }): ReactNode;
};

export function SearchDialog(props: SearchDialogProps) {
  const { title, label, text, count, active, isPending, list } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // Calls the dialog's own `close`, so that the browser returns the focus to where it was.
  const close = () => dialog.current?.close();
  const choose = (at: number) => {
    props.onChoose(at);
    close();
  };
  useEffect(() => {
    showModal(dialog.current);
    input.current?.focus();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  // Enter pressed while searching waits for the results, rather than choosing an outdated one.
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    if (!isEntered || isPending) return;
    setEntered(false);
    if (active >= 0) choose(active);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) setEntered(true);
    else if (step !== undefined) props.onMove(Math.max(0, Math.min(count - 1, active + step)));
    else return;
    event.preventDefault();
  };
  const field = (
    <input
      ref={input}
      role="combobox"
      aria-label={label}
      aria-expanded="true"
      aria-haspopup={list.role}
      aria-controls={`${id}list`}
      aria-activedescendant={active < 0 ? undefined : `${id}${active}`}
      aria-autocomplete="list"
      placeholder={props.placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={128}
      value={text}
      onChange={({ target }) => {
        setEntered(false);
        props.onType(target.value);
      }}
      onKeyDown={onKeyDown}
    />
  );
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${props.className}`}
      {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': `${id}title` })}
      onClose={props.onClose}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          {title === undefined ? field : <h2 id={`${id}title`}>{title}</h2>}
          <button type="button" aria-label={t('parts.close')} onClick={close}>
            ×
          </button>
        </div>
        {title !== undefined && field}
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a grid and a list box both have a name and a state */}
        <div className={styles.list} id={`${id}list`} role={list.role} aria-label={list.label} aria-busy={isPending}>
          {props.children((at) => ({ id: `${id}${at}`, onChoose: () => choose(at) }))}
        </div>
        <p className={styles.foot} role="status">
          {props.foot}
        </p>
      </div>
    </dialog>
  );
}
