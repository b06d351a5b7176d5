// A choice between a few values: tabs over a panel, and a segmented control.
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './parts.module.css';

type Choice<Value extends string> = { readonly value: Value; readonly label: ReactNode };
type Choosing<Value extends string> = {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  onChoose(value: Value): void;
};

/** The arrow keys move between tabs, as the ARIA tab pattern requires. */
export function Tabs<Value extends string>({
  label,
  choices,
  value,
  onChoose,
  children,
}: Choosing<Value> & { readonly children: ReactNode }) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = choices.findIndex((choice) => choice.value === value);
    const next = choices[(at + step + choices.length) % choices.length] as Choice<Value>;
    onChoose(next.value);
    document.getElementById(`${id}${next.value}`)?.focus();
    event.preventDefault();
  };
  return (
    <>
      <div className={styles.tabs} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {choices.map((choice) => (
          <button
            key={choice.value}
            id={`${id}${choice.value}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={choice.value === value}
            aria-controls={`${id}panel`}
            tabIndex={choice.value === value ? 0 : -1}
            onClick={() => onChoose(choice.value)}
          >
            {choice.label}
          </button>
        ))}
      </div>
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${value}`}>
        {children}
      </div>
    </>
  );
}

export function Segments<Value extends string>({
  label,
  choices,
  value,
  onChoose,
  isDisabled = false,
}: Choosing<Value> & { readonly isDisabled?: boolean }) {
  return (
    <fieldset className={styles.segments} aria-label={label} disabled={isDisabled}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={styles.segment}
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
