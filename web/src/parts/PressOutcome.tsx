// The state of a press that has not succeeded: refused, unknown (with a button to ask again), or under way.
import type { ReactNode } from 'react';
import type { Press } from '../data/press/press.ts';
import type { Pressing } from '../data/press/use-presser.ts';
import { t } from '../words/words.ts';
import { Button } from './Button.tsx';
import { PressNotice } from './PressNotice.tsx';
import { Refused } from './Refused.tsx';

type OutcomeProps = {
  readonly pressing: Pick<Pressing<never, unknown>, 'other' | 'askAgain' | 'giveUp'> & {
    readonly state: Press<unknown, unknown>;
  };
  /** Shown after the reason of a refusal. */
  readonly afterRefusal?: ReactNode;
  readonly children?: ReactNode;
};

export function PressOutcome({ pressing, afterRefusal, children }: OutcomeProps) {
  const { state, other, askAgain } = pressing;
  if (state.kind === 'refused') return <Refused failure={state.failure}>{afterRefusal}</Refused>;
  if (state.kind !== 'unknown') return <PressNotice {...pressing} />;
  return (
    <>
      <PressNotice {...pressing}>{children}</PressNotice>
      <Button wide primary disabled={other !== null} onClick={askAgain}>
        {t('portfolio.checkAgain')}
      </Button>
    </>
  );
}
