// Further filter conditions: token, pool, days, reference, and for operators an account.
import { useEffect, useState } from 'react';
import { useFirstPools, useFirstTokens } from '../../data/first-tokens.ts';
import { Field } from '../../parts/Field.tsx';
import { Select } from '../../parts/Select.tsx';
import { t } from '../../words/words.ts';
import styles from './activity.module.css';
import { accountOf, type FiltersProps, whoOf } from './filter.ts';

/** The conditions set in this panel, which is open at first if the URL has one of them. */
const hidden = ['token', 'pool', 'from', 'to', 'reference'] as const;

export function Narrow({ filter, isOperator, onChange }: FiltersProps) {
  const [tokens, pools] = [useFirstTokens(), useFirstPools()];
  const [isOpen, setOpen] = useState(() => hidden.some((name) => filter[name] !== ''));
  const listed = [...tokens.items.values()].map(({ address, symbol }) => [address, symbol] as const);
  return (
    <details className={styles.narrow} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('activity.filter.more')}</summary>
      <div className={styles.fields}>
        {/* If there are more tokens than a list can show, the address is typed instead. */}
        {tokens.isCut ? (
          <Typed
            label={t('activity.filter.token.address')}
            value={filter.token}
            onTyped={(token) => onChange({ token })}
          />
        ) : (
          <Select
            label={t('activity.filter.token')}
            value={filter.token}
            options={[['', t('activity.filter.token.any')], ...known(listed, filter.token)]}
            onChoose={(token) => onChange({ token })}
          />
        )}
        {pools.isCut ? (
          <Typed label={t('activity.filter.pool.address')} value={filter.pool} onTyped={(pool) => onChange({ pool })} />
        ) : (
          <Select
            label={t('activity.filter.pool')}
            value={filter.pool}
            options={[['', t('activity.filter.pool.any')], ...known([...pools.items], filter.pool)]}
            onChoose={(pool) => onChange({ pool })}
          />
        )}
        <Field
          label={t('activity.filter.from')}
          type="date"
          value={filter.from}
          onChange={({ target }) => onChange({ from: target.value })}
        />
        <Field
          label={t('activity.filter.until')}
          type="date"
          value={filter.to}
          onChange={({ target }) => onChange({ to: target.value })}
        />
        <Typed
          label={t('activity.filter.reference')}
          value={filter.reference}
          onTyped={(reference) => onChange({ reference })}
        />
        {isOperator && (
          <Typed
            label={t('activity.filter.account')}
            value={accountOf(filter.who)}
            onTyped={(account) => onChange({ who: whoOf(account) })}
          />
        )}
      </div>
    </details>
  );
}

/** The options sorted by name; a chosen value that is not among them is added without a name. */
function known(options: readonly (readonly [string, string])[], chosen: string) {
  const sorted = options.toSorted(([, a], [, b]) => a.localeCompare(b));
  return chosen === '' || options.some(([value]) => value === chosen) ? sorted : [...sorted, [chosen, chosen] as const];
}

/** A text field that is applied on Enter or when it loses the focus: half a reference would match nothing. */
function Typed({
  label,
  value,
  onTyped,
}: {
  readonly label: string;
  readonly value: string;
  onTyped(text: string): void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const settle = () => text.trim() !== value && onTyped(text.trim());
  return (
    <Field
      label={label}
      value={text}
      maxLength={128}
      onChange={({ target }) => setText(target.value)}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  );
}
