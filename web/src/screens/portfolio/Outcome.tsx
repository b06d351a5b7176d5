// What became of a press: asking again, not known, refused; what is done has a screen of its own.
import type { Press } from '../../data/press.ts';
import type { Pressing } from '../../data/use-press.ts';
import { Button, LinkButton } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { words } from '../../words/errors.ts';

type Pressed = Pick<Pressing<never>, 'other' | 'askAgain' | 'giveUp'> & { readonly state: Press<unknown> };

/** Nothing where there is nothing to say. */
export function Outcome({ pressing: { state, other, askAgain, giveUp } }: { readonly pressing: Pressed }) {
  if (state.kind === 'refused') {
    const { title, body } = words(state.failure.code, state.failure.message);
    return (
      <Notice tone="oxide" title={title}>
        {body} The preview is new.
      </Notice>
    );
  }
  if (state.kind === 'unknown') {
    return (
      <>
        <Notice tone="wheat" title="Not known yet what became of it">
          {other === null
            ? 'The connection broke after you pressed. '
            : `You pressed as ${other}: sign in as that account to ask. `}
          The same key has one effect, so asking again is safe.{' '}
          <LinkButton onClick={giveUp}>Leave it, and look into the activity</LinkButton>
        </Notice>
        <Button wide primary disabled={other !== null} onClick={askAgain}>
          Ask again
        </Button>
      </>
    );
  }
  if (state.kind === 'asking' && state.attempt > 1) {
    return (
      <Notice tone="wheat" title="Asking again what became of it">
        The connection broke after you pressed. The same key has one effect, so asking again is safe.
      </Notice>
    );
  }
  return null;
}

/** What the button says while nothing can be pressed; null where it can. */
export function pressWords(state: Press<unknown>): string | null {
  if (state.kind !== 'asking') return null;
  return state.attempt > 1 ? `Asking, try ${state.attempt}` : 'Writing';
}
