// The fields of an operator's form: text, token, account, choice, role, checkbox.

import { type ReactNode, useId } from 'react';
import { useCall } from '../../../data/use.ts';
import { asTyped } from '../../../exact/amount.ts';
import { ungrouped } from '../../../exact/figures.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Check } from '../../../parts/Check.tsx';
import { Segments } from '../../../parts/Choices.tsx';
import { Field } from '../../../parts/Field.tsx';
import { t } from '../../../words/words.ts';
import { useEveryToken } from '../lists/every-token.ts';
import { namedToken } from '../lists/named-token.ts';
import styles from '../operator.module.css';
import { useField } from './act-context.ts';

type Common = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** True for the field that gets the focus when the sheet with the form opens. */
  readonly isFirst?: boolean;
};

export function TextField({
  name,
  label,
  hint,
  isFirst = false,
  ...rest
}: Common & { readonly placeholder?: string; readonly list?: string; readonly inputMode?: 'decimal' | 'url' }) {
  const { value, set, fault } = useField(name);
  return (
    <Field
      label={label}
      value={value}
      data-first={isFirst || undefined}
      onChange={(event) => set(event.target.value)}
      aria-invalid={fault !== undefined}
      hint={fault === undefined ? hint : <span className={styles.fault}>{fault}</span>}
      {...rest}
    />
  );
}

/** Accepts an address or symbol; the server resolves tokens that this page has not loaded. */
export function TokenField({ name, label, isFirst = false }: Common) {
  const id = useId();
  const { value } = useField(name);
  const tokens = useEveryToken();
  const token = namedToken(tokens, value);
  const hint =
    token === null
      ? value.trim() === ''
        ? t('operator.field.token.hint')
        : t('operator.field.token.unknown')
      : t('operator.field.token.known', {
          token: token.name ? `${token.symbol}, ${token.name}` : token.symbol,
          decimals: token.decimals,
          status: token.status ?? 'listed',
        });
  return (
    <>
      <TextField name={name} label={label} hint={hint} list={id} isFirst={isFirst} />
      <datalist id={id}>
        {[...tokens.values()].map(({ address, symbol, name: full }) => (
          <option key={address} value={address}>
            {full ? `${symbol}, ${full}` : symbol}
          </option>
        ))}
      </datalist>
    </>
  );
}

export function AccountField({ name, label, hint, isFirst = false }: Common) {
  const id = useId();
  const { data } = useCall('getAccounts', { limit: 200 });
  return (
    <>
      <TextField name={name} label={label} hint={hint} list={id} isFirst={isFirst} />
      <datalist id={id}>
        {data?.accounts.map(({ account }) => (
          <option key={account} value={account} />
        ))}
      </datalist>
    </>
  );
}

export function ChoiceField<Value extends string>({
  name,
  label,
  choices,
  hint,
}: Common & { readonly choices: readonly { readonly value: Value; readonly label: string }[] }) {
  const { value, set, fault } = useField(name);
  return (
    <div className={styles.choice}>
      <span>{label}</span>
      <Segments<Value> label={label} choices={choices} value={value as Value} onChoose={set} />
      {(fault ?? hint) !== undefined && (
        <p className={fault === undefined ? styles.soft : styles.fault}>{fault ?? hint}</p>
      )}
    </div>
  );
}

export const RoleField = () => (
  <ChoiceField
    name="role"
    label={t('operator.field.role')}
    choices={(['trader', 'operator'] as const).map((value) => ({ value, label: t(`operator.role.${value}`) }))}
  />
);

export function CheckField({ name, label }: Common) {
  const { value, set } = useField(name);
  return <Check label={label} isChecked={value === 'yes'} onCheck={(isChecked) => set(isChecked ? 'yes' : '')} />;
}

/** Buttons that replace the text of a field by a suggested number. */
export function Instead({ name, readings }: { readonly name: string; readonly readings: readonly string[] }) {
  const { set } = useField(name);
  return readings.map((reading) => (
    <LinkButton key={reading} onClick={() => set(asTyped(reading))}>
      {t('operator.use', { amount: ungrouped(reading) })}
    </LinkButton>
  ));
}
