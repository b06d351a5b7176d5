// What narrows down the console's lists of tokens and pools: a status or a search, of which one resets the other.
import { useState } from 'react';
import { isOnChain } from '../../../data/chain.ts';
import { Segments } from '../../../parts/Choices.tsx';
import { Field } from '../../../parts/Field.tsx';
import { t } from '../../../words/words.ts';
import styles from '../operator.module.css';
import { shown } from './statuses.ts';

export type Filter = { readonly status: string; readonly search: string };

/** A chain has no search. */
export function ListFilters({ filter, onChange }: { readonly filter: Filter; onChange(filter: Filter): void }) {
  const [typed, setTyped] = useState(filter.search);
  return (
    <div className={styles.filters}>
      <Segments
        label={t('operator.status.filter')}
        choices={shown()}
        value={filter.status}
        onChoose={(status) => {
          setTyped('');
          onChange({ status, search: '' });
        }}
      />
      {!isOnChain && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onChange({ status: '', search: typed.trim() });
          }}
        >
          <Field
            label={t('operator.list.search')}
            type="search"
            maxLength={128}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </form>
      )}
    </div>
  );
}
