// The swap's messages and its button, which stays visible while the panel scrolls.
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Button } from '../../../parts/Button.tsx';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import { Done } from './Done.tsx';
import { labelIn } from './labels.ts';
import { SwapMessages } from './SwapMessages.tsx';
import { mayPress, type SwapState } from './swap-state.ts';
import type { Swapping } from './use-swap.ts';

type ActionProps = Swapping & { readonly ref: Ref<HTMLButtonElement>; readonly children: ReactNode };

export function Action({ children, ...swapping }: ActionProps) {
  const { state, ref } = swapping;
  if (state.kind === 'done')
    return (
      <div className={styles.below}>
        <Done swap={state} onSwapBack={swapping.swapBack} />
      </div>
    );
  const press = actOf(state, swapping);
  return (
    <>
      <div className={styles.below}>
        {children}
        <SwapMessages {...swapping} />
      </div>
      <div className={styles.press}>
        {state.kind === 'signed-out' ? (
          <Button ref={ref} primary wide popoverTarget="account">
            {t('swap.button.signIn')}
          </Button>
        ) : (
          <Button
            ref={ref}
            primary={press !== null}
            danger={state.kind === 'over-limit' && state.isTyped}
            wide
            aria-disabled={press === null}
            onClick={() => press?.()}
            onKeyDown={withoutRepeat}
          >
            {labelIn(state)}
          </Button>
        )}
        <Foot state={state} />
      </div>
    </>
  );
}

/** A held key presses once. */
const withoutRepeat = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault();
};

function actOf(state: SwapState, { other, press, renew, askAgain }: Swapping): (() => void) | null {
  if (state.kind === 'refused' || state.kind === 'failed') return renew;
  if (state.kind === 'unknown') return other === null ? askAgain : null;
  return mayPress(state) ? press : null;
}

function Foot({ state: { foot } }: { readonly state: SwapState }) {
  if (foot.kind === 'none') return null;
  return (
    <p className={styles.foot} data-live={foot.kind !== 'not-live' || undefined} role="status">
      <span className={styles.dot} aria-hidden="true" />
      {foot.kind === 'polled'
        ? t('chain.polled')
        : t(foot.kind === 'still' ? 'swap.foot.still' : 'swap.foot.lost', { number: foot.sequence })}
    </p>
  );
}
