// A setting of the whole exchange, as a choice that takes effect at once on every node.
import { useState } from 'react';
import type { CallName, MillpondError } from '#client';
import { queries } from '../../../data/server.ts';
import { Segments } from '../../../parts/Choices.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import styles from '../operator.module.css';

type ModeSwitchProps<Mode extends string> = {
  readonly label: string;
  readonly modes: readonly Mode[];
  nameOf(mode: Mode): string;
  readonly value: Mode;
  /** Explains the current mode. */
  readonly hint: string;
  readonly isDisabled?: boolean;
  set(mode: Mode): Promise<unknown>;
  /** The API call whose answer contains the mode: it is requested again after a change. */
  readonly readBy: CallName;
};

export function ModeSwitch<Mode extends string>(props: ModeSwitchProps<Mode>) {
  const { label, modes, nameOf, value, hint, isDisabled = false, set, readBy } = props;
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ readonly mode: Mode; readonly error: MillpondError } | null>(null);
  const turn = async (mode: Mode) => {
    if (isBusy) return;
    setBusy(true);
    await set(mode).then(
      () => setFailed(null),
      (error) => setFailed({ mode, error }),
    );
    await queries.invalidateQueries({ queryKey: [readBy] });
    setBusy(false);
  };
  return (
    <div className={`${styles.choice} ${styles.switch}`}>
      <span>{label}</span>
      <Segments<Mode>
        label={label}
        choices={modes.map((mode) => ({ value: mode, label: nameOf(mode) }))}
        value={value}
        onChoose={turn}
        isDisabled={isDisabled}
      />
      <p className={styles.soft}>{hint}</p>
      {failed && <Failed error={failed.error} onRetry={() => turn(failed.mode)} />}
    </div>
  );
}
