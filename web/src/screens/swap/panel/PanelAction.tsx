// The messages of a panel and its button, which stays visible while the panel scrolls.
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Button } from '../../../parts/Button.tsx';
import styles from '../swap.module.css';

type PanelActionProps = {
  readonly ref: Ref<HTMLButtonElement>;
  /** The kind of the panel's state: `done` has no button, and `signed-out` one that opens the account menu. */
  readonly kind: string;
  readonly label: string;
  readonly isDanger?: boolean;
  /** Null if the button cannot be pressed. */
  readonly act: (() => void) | null;
  /** Shown above the button, wherever the panel is scrolled to. */
  readonly warning?: ReactNode;
  /** Shown below the button. */
  readonly foot: ReactNode;
  readonly children: ReactNode;
};

export const PanelAction = ({ ref, kind, label, isDanger = false, act, warning, foot, children }: PanelActionProps) => (
  <>
    <div className={styles.below}>{children}</div>
    {kind !== 'done' && (
      <>
        <div className={styles.press}>
          {warning}
          {kind === 'signed-out' ? (
            <Button ref={ref} primary wide popoverTarget="account">
              {label}
            </Button>
          ) : (
            <Button
              ref={ref}
              primary={act !== null}
              danger={isDanger}
              wide
              aria-disabled={act === null}
              onClick={() => act?.()}
              onKeyDown={withoutRepeat}
            >
              {label}
            </Button>
          )}
        </div>
        {foot}
      </>
    )}
  </>
);

/** A key that is held down presses the button once. */
const withoutRepeat = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault();
};
