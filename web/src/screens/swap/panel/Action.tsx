// The swap's messages and its button.
import type { ReactNode, Ref } from 'react';
import { useSilentS } from '../../../data/live/live.ts';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import { Done } from './Done.tsx';
import { labelIn } from './labels.ts';
import { PanelAction } from './PanelAction.tsx';
import { SwapMessages } from './SwapMessages.tsx';
import { mayPress, type SwapState } from './swap-state.ts';
import type { Swapping } from './use-swap.ts';

type ActionProps = Swapping & { readonly ref: Ref<HTMLButtonElement>; readonly children: ReactNode };

export function Action({ children, ref, ...swapping }: ActionProps) {
  const { state } = swapping;
  return (
    <PanelAction
      ref={ref}
      kind={state.kind}
      label={state.kind === 'signed-out' ? t('swap.button.signIn') : labelIn(state)}
      isDanger={state.kind === 'over-limit' && state.isTyped}
      act={actOf(state, swapping)}
      foot={<Foot state={state} />}
    >
      {children}
      {state.kind === 'done' ? <Done swap={state} onSwapBack={swapping.swapBack} /> : <SwapMessages {...swapping} />}
    </PanelAction>
  );
}

function actOf(state: SwapState, { other, press, renew, askAgain }: Swapping): (() => void) | null {
  if (state.kind === 'refused' || state.kind === 'failed') return renew;
  if (state.kind === 'unknown') return other === null ? askAgain : null;
  return mayPress(state) ? press : null;
}

function Foot({ state: { foot } }: { readonly state: SwapState }) {
  const silentS = useSilentS();
  if (foot.kind === 'none') return null;
  const isQuiet = foot.kind === 'still' && silentS > 0;
  return (
    <p className={styles.foot} data-live={(foot.kind !== 'not-live' && !isQuiet) || undefined} role="status">
      <span className={styles.dot} aria-hidden="true" />
      {foot.kind === 'polled'
        ? t('chain.polled')
        : isQuiet
          ? t('swap.foot.quiet', { number: foot.sequence, seconds: silentS })
          : t(foot.kind === 'still' ? 'swap.foot.still' : 'swap.foot.lost', { number: foot.sequence })}
    </p>
  );
}
