// A select inside a line of text: as wide as its choice, and underlined like a link.
import styles from './parts.module.css';

type InlineSelectProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Value[];
  nameOf(value: Value): string;
  onChoose(value: Value): void;
};

export const InlineSelect = <Value extends string>(props: InlineSelectProps<Value>) => (
  <select
    className={styles.inline}
    aria-label={props.label}
    value={props.value}
    onChange={({ target }) => props.onChoose(target.value as Value)}
  >
    {props.options.map((value) => (
      <option key={value} value={value}>
        {props.nameOf(value)}
      </option>
    ))}
  </select>
);
