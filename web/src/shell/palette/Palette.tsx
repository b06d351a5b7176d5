// The search palette: finds screens, tokens, pools, positions and transactions.
import { type ReactNode, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { useMe } from '../../data/account.ts';
import { Pebble } from '../../parts/Pebble.tsx';
import { SearchDialog } from '../../parts/SearchDialog.tsx';
import { t } from '../../words/words.ts';
import type { Group, Item } from './items.ts';
import styles from './palette.module.css';
import { remember, useGroups } from './sources.tsx';

export default function Palette({ onClose }: { onClose(): void }) {
  const [, navigate] = useLocation();
  const { account } = useMe();
  const [typed, setTyped] = useState('');
  // The selection is kept by href, so that results arriving later do not move it.
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = useGroups(typed);
  const items = groups.flatMap(({ items }) => items);
  const found = items.findIndex(({ href }) => href === chosen);
  const active = items.length === 0 ? -1 : Math.max(0, found);
  const go = ({ href, run }: Item) => {
    if (run) return run();
    remember(account, href.replace(/#position$/, ''));
    // The API reference is a separate page, outside the router.
    if (href.startsWith('/docs')) location.assign(href);
    else navigate(href);
  };
  return (
    <SearchDialog
      className={styles.palette}
      label={t('palette.title')}
      placeholder={t('palette.placeholder')}
      text={typed}
      onType={(text) => {
        setTyped(text);
        setChosen(null);
      }}
      count={items.length}
      active={active}
      onMove={(to) => setChosen(items[to]?.href ?? null)}
      onChoose={(at) => go(items[at] as Item)}
      isPending={groups.some(({ state }) => state === 'searching')}
      list={{ role: 'listbox', label: t('palette.results') }}
      foot={
        <>
          {groups
            .filter(({ state }) => state === 'failed')
            .map(({ name }) => t('palette.failed', { area: name }))
            .join(' ')}
          {items.length === 0 && groups.length === 0 && t('palette.nothing', { text: typed.trim() })}
        </>
      }
      onClose={onClose}
    >
      {(itemOf) =>
        groups.map((group) => (
          <Options key={group.name} group={group}>
            {group.items.map((item) => {
              const index = items.indexOf(item);
              return <Option key={item.href} {...itemOf(index)} item={item} isActive={index === active} />;
            })}
          </Options>
        ))
      }
    </SearchDialog>
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
