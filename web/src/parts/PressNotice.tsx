// What is said of a press that is not over: that it is asked about again, or that nobody knows what became of it.
import type { ReactNode } from 'react';
import { ONE_EFFECT, type Press } from '../data/press/press.ts';
import type { Pressing } from '../data/press/use-presser.ts';
import { LinkButton } from './Button.tsx';
import { Notice } from './Notice.tsx';

export function PressNotice({
  state,
  other,
  giveUp,
  children,
}: Pick<Pressing<unknown, unknown>, 'other' | 'giveUp'> & {
  readonly state: Press<unknown, unknown> | { readonly kind: string };
  /** What else is known of it, told to who pressed. */
  readonly children?: ReactNode;
}) {
  if (state.kind === 'asking-again') {
    return (
      <Notice tone="wheat" title="Asking again what became of it">
        The connection broke after you pressed. The same key has one effect, so asking again is safe.
      </Notice>
    );
  }
  if (state.kind !== 'unknown' || !('failure' in state)) return null;
  return (
    <Notice tone="wheat" title="Not known yet what became of it">
      {other === null ? `${state.failure.message} ` : `You pressed as ${other}: sign in as that account to ask. `}
      {other === null && children}
      {ONE_EFFECT} <LinkButton onClick={giveUp}>Leave it, and look into the activity</LinkButton>
    </Notice>
  );
}

/** What the button says while nothing can be pressed; null where it can. */
export function pressWords(state: Press<unknown, unknown>): string | null {
  if (state.kind === 'sending') return 'Writing';
  return state.kind === 'asking-again' ? `Asking, try ${state.attempt}` : null;
}
