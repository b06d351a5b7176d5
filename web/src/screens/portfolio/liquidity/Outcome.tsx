// What became of a press: asking again, not known, refused; what is done has a screen of its own.
import type { Calls } from '#client';
import { LEFT, ONE_EFFECT, type Press, type Pressed as PressedOf } from '../../../data/press/press.ts';
import type { Pressing } from '../../../data/press/use-press.ts';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { SameSince } from '../../../parts/SameSince.tsx';
import type { Like } from '../../../parts/same-since.ts';
import { words } from '../../../words/errors.ts';

type Liquidity = 'provideLiquidity' | 'refundLiquidity';
type Pressed = Pick<Pressing<Liquidity>, 'other' | 'askAgain' | 'giveUp' | 'pressed'> & {
  readonly state: Press<unknown>;
};

/** Nothing where there is nothing to say. */
export function Outcome({ pressing: { state, other, askAgain, giveUp, pressed } }: { readonly pressing: Pressed }) {
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
            ? `${state.failure === LEFT ? LEFT.message : 'The connection broke after you pressed.'} `
            : `You pressed as ${other}: sign in as that account to ask. `}
          {other === null && pressed !== null && (
            <SameSince call={pressed.call} head={pressed.head ?? 0} like={likeOf(pressed)} />
          )}
          {ONE_EFFECT} <LinkButton onClick={giveUp}>Leave it, and look into the activity</LinkButton>
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

function likeOf({ call, input }: Pick<PressedOf<Liquidity>, 'call' | 'input'>): Like {
  if (call === 'refundLiquidity') {
    const { lpTokens } = input as Calls['refundLiquidity']['input'];
    return { ...(lpTokens !== undefined && { lpTokens: String(lpTokens) }) };
  }
  const { Pair, amount } = input as Calls['provideLiquidity']['input'];
  return { ...Pair, amountA: String(amount.tokenA), amountB: String(amount.tokenB) };
}

/** What the button says while nothing can be pressed; null where it can. */
export function pressWords(state: Press<unknown>): string | null {
  if (state.kind !== 'asking') return null;
  return state.attempt > 1 ? `Asking, try ${state.attempt}` : 'Writing';
}
