// The end of the forms to add and withdraw: what changed since the first preview, the cost, the outcome, the button, the ledger entries.
import type { ReactNode } from 'react';
import { isOpen } from '../../../data/press/press.ts';
import { Button } from '../../../parts/Button.tsx';
import { pressWords } from '../../../parts/press-words.ts';
import type { Adding } from './adding.ts';
import { CostNotice } from './CostNotice.tsx';
import { Moved } from './Moved.tsx';
import { Outcome } from './Outcome.tsx';
import { PreviewEntries } from './Preview.tsx';
import type { Withdrawing } from './withdrawing.ts';

type FormEndProps = {
  readonly of: Adding | Withdrawing;
  readonly verb: 'add' | 'get';
  /** False while something has to be corrected or confirmed. */
  readonly isReady: boolean;
  readonly button: string;
  onPress(): void;
  /** Switches the form from one token to both. */
  onBoth(): void;
  /** A confirmation above the button. */
  readonly children?: ReactNode;
};

export function FormEnd({ of, verb, isReady, button, onPress, onBoth, children }: FormEndProps) {
  const { quote, pair, isOld, moved, only, costly, pressing } = of;
  const isBusy = isOpen(pressing.state);
  const isAgreed = costly.kind !== 'over' || costly.isTyped;
  return (
    <>
      {quote && moved && !isBusy && <Moved before={moved} now={quote} pair={pair} verb={verb} only={only} />}
      {quote && (
        <CostNotice
          costly={costly}
          quote={quote}
          pair={pair}
          typed={of.typedCost}
          isDisabled={isBusy}
          onType={of.typeCost}
          onBoth={onBoth}
        />
      )}
      <Outcome pressing={pressing} />
      {pressing.state.kind !== 'unknown' && (
        <>
          {children}
          <Button wide primary disabled={isBusy || !quote || isOld || !isReady || !isAgreed} onClick={onPress}>
            {pressWords(pressing.state) ?? button}
          </Button>
        </>
      )}
      {quote && <PreviewEntries quote={quote} pair={pair} isOld={isOld} />}
    </>
  );
}
