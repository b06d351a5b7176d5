// A labelled checkbox.
import styles from './parts.module.css';

export const Check = ({
  label,
  isChecked,
  onCheck,
}: {
  readonly label: string;
  readonly isChecked: boolean;
  onCheck(isChecked: boolean): void;
}) => (
  <label className={styles.check}>
    <input type="checkbox" checked={isChecked} onChange={(event) => onCheck(event.target.checked)} />
    <span>{label}</span>
  </label>
);
