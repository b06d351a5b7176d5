// A labelled native select.
import styles from './parts.module.css';

export const Select = ({
  label,
  value,
  options,
  onChoose,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  onChoose(value: string): void;
}) => (
  <label className={styles.field}>
    <span>{label}</span>
    <select className={styles.input} value={value} onChange={({ target }) => onChoose(target.value)}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  </label>
);
