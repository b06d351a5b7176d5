// The controls over a list: search, quote token, and on narrow screens the sort column.

import { type Id, t } from '../../words/words.ts';
import { QuoteSelect } from '../figures/QuoteSelect.tsx';
import styles from '../market.module.css';
import type { ListState, Sort } from './list-state.ts';
import { CARDS_BELOW, useNarrow } from './use-narrow.ts';

export function ListTools({
  label,
  state,
  sorts,
}: {
  readonly label: string;
  readonly state: ListState;
  readonly sorts: readonly (readonly [Sort, Id])[];
}) {
  const isNarrow = useNarrow(CARDS_BELOW);
  return (
    <search className={styles.tools}>
      <SearchField label={label} state={state} />
      {isNarrow && <SortField state={state} sorts={sorts} />}
      <QuoteSelect />
    </search>
  );
}

function SearchField({ label, state }: { readonly label: string; readonly state: ListState }) {
  return (
    <label className={styles.search}>
      <span>{label}</span>
      <input
        type="search"
        placeholder={t('market.search.placeholder')}
        autoComplete="off"
        spellCheck={false}
        value={state.search}
        onChange={({ target }) => state.setSearch(target.value)}
      />
    </label>
  );
}

function SortField({ state, sorts }: { readonly state: ListState; readonly sorts: readonly (readonly [Sort, Id])[] }) {
  return (
    <div className={styles.choose}>
      <label>
        <span>{t('market.sort')}</span>
        <select value={state.sort} onChange={({ target }) => state.sortBy(target.value as Sort)}>
          {sorts.map(([sort, name]) => (
            <option key={sort} value={sort}>
              {t(name)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className={styles.turn}
        aria-label={t(`market.sort.${state.order}`)}
        onClick={() => state.sortBy(state.sort)}
      >
        <span aria-hidden="true">{state.order === 'asc' ? '↑' : '↓'}</span>
      </button>
    </div>
  );
}
