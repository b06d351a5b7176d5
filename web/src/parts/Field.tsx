// A labelled input with its hint.
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import styles from './parts.module.css';

export function Field({
  label,
  hint,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { readonly label: string; readonly hint?: ReactNode }) {
  const id = useId();
  return (
    <div>
      <label className={styles.field}>
        <span>{label}</span>
        <input
          className={styles.input}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}hint`}
          {...rest}
        />
      </label>
      <div id={`${id}hint`} className={hint === undefined ? '' : styles.hint}>
        {hint}
      </div>
    </div>
  );
}
