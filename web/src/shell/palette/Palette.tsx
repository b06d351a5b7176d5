// The search palette: a dialog with a combobox; the arrow keys move through its list.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useMe } from '../../data/account.ts';
import { Pebble } from '../../parts/Pebble.tsx';
import { t } from '../../words/words.ts';
import type { Group, Item } from './items.ts';
import styles from './palette.module.css';
import { remember, useGroups } from './sources.tsx';

export default function Palette({ onClose }: { onClose(): void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [, navigate] = useLocation();
  const { account } = useMe();
  const [typed, setTyped] = useState('');
  // Kept by href, so that results arriving later do not move the selection.
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = useGroups(typed);
  const items = groups.flatMap(({ items }) => items);
  const found = items.findIndex(({ href }) => href === chosen);
  const active = items.length === 0 ? -1 : Math.max(0, found);
  const isSearching = groups.some(({ state }) => state === 'searching');
  useEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const go = (item: Item | undefined) => {
    if (!item) return;
    remember(account, item.href.replace(/#position$/, ''));
    dialog.current?.close();
    // The API reference is a separate page, outside the router.
    if (item.href.startsWith('/docs')) location.assign(item.href);
    else navigate(item.href);
  };
  // Enter pressed while searching waits for the results, rather than opening an outdated one.
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    if (!isEntered || isSearching) return;
    setEntered(false);
    go(items[active]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) setEntered(true);
    else if (step !== undefined && items.length > 0)
      setChosen(items[Math.max(0, Math.min(items.length - 1, active + step))]?.href ?? null);
    else return;
    event.preventDefault();
  };
  let at = 0;
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('palette.title')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <input
            ref={input}
            role="combobox"
            aria-label={t('palette.title')}
            aria-expanded="true"
            aria-controls={`${id}list`}
            aria-activedescendant={active < 0 ? undefined : `${id}${active}`}
            aria-autocomplete="list"
            placeholder={t('palette.placeholder')}
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setChosen(null);
              setEntered(false);
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" aria-label={t('palette.close')} onClick={() => dialog.current?.close()}>
            ×
          </button>
        </div>
        <div
          className={styles.list}
          id={`${id}list`}
          role="listbox"
          aria-label={t('palette.results')}
          aria-busy={isSearching}
        >
          {groups.map((group) => (
            <Options key={group.name} group={group}>
              {group.items.map((item) => {
                const index = at++;
                return (
                  <Option
                    key={item.href}
                    id={`${id}${index}`}
                    item={item}
                    isActive={index === active}
                    onChoose={() => go(item)}
                  />
                );
              })}
            </Options>
          ))}
        </div>
        <p className={styles.foot} role="status">
          {groups
            .filter(({ state }) => state === 'failed')
            .map(({ name }) => t('palette.failed', { area: name }))
            .join(' ')}
          {items.length === 0 && groups.length === 0 && t('palette.nothing', { text: typed.trim() })}
        </p>
      </div>
    </dialog>
  );
}

function Options({ group: { name, state, items }, children }: { readonly group: Group; readonly children: ReactNode }) {
  const id = useId();
  if (items.length === 0) {
    return state === 'searching' ? (
      <p className={styles.waiting} role="presentation">
        {name}: {t('palette.searching')}
      </p>
    ) : null;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list box
    <div role="group" aria-labelledby={id} className={styles.group} data-old={state === 'searching' || undefined}>
      <p id={id} role="presentation">
        {name}
      </p>
      {children}
    </div>
  );
}

function Option({
  id,
  item: { mark, title, detail, aside },
  isActive,
  onChoose,
}: {
  readonly id: string;
  readonly item: Item;
  readonly isActive: boolean;
  onChoose(): void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search above it, as the pattern of a combobox wants it
    <div id={id} role="option" tabIndex={-1} aria-selected={isActive} className={styles.option} onClick={onChoose}>
      {mark && <Pebble address={mark.address} symbol={mark.symbol} />}
      <span className={styles.what}>
        <strong>{title}</strong>
        {detail && <small>{detail}</small>}
      </span>
      {aside && <span className={styles.aside}>{aside}</span>}
    </div>
  );
}
