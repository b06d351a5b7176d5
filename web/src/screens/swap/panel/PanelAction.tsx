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
  /** What the button will do in words, and what it risks: shown above it, wherever the panel is scrolled to. */
  readonly says?: ReactNode;
  /** Shown below the button. */
  readonly foot: ReactNode;
  readonly children: ReactNode;
};

export const PanelAction = ({ ref, kind, label, isDanger = false, act, says, foot, children }: PanelActionProps) => (
  <>
    <div className={styles.below}>{children}</div>
    {kind !== 'done' && (
      <>
        <div ref={keepClear} className={styles.press}>
          {says}
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

/** Tells the page how much of its end the button covers, so that it scrolls what gets the focus clear of it. */
function keepClear(press: HTMLDivElement | null) {
  if (press === null) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--stuck', `${press.offsetHeight}px`));
  observer.observe(press);
  return () => {
    observer.disconnect();
    style.removeProperty('--stuck');
  };
}

/** A key that is held down presses the button once. */
const withoutRepeat = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault();
};
