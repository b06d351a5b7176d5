// The error of a typed amount or rate, with buttons for the numbers that may be meant.

import type { ReactNode } from 'react';
import type { Reading } from '../../../exact/amount.ts';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { Instead } from './ActField.tsx';
import type { Rate } from './percent.ts';

/** Undefined if the input is valid or still empty. */
export function amountFault(
  name: string,
  reading: Reading | Rate,
  /** `what`: the token's symbol; null for a fee in percent. */
  { what, decimals }: { readonly what: string | null; readonly decimals: number },
): ReactNode | undefined {
  switch (reading.kind) {
    case 'too-fine':
      return (
        <T
          id={what === null ? 'operator.fault.tooFine.fee' : 'operator.fault.tooFine'}
          values={{ what, decimals, use: <Instead name={name} readings={[reading.nearest]} /> }}
        />
      );
    case 'ambiguous':
      return <T id="operator.fault.ambiguous" values={{ use: <Instead name={name} readings={reading.readings} /> }} />;
    case 'too-large':
      return t('operator.fault.tooLarge');
    case 'rubbish':
      return t('operator.fault.noNumber');
    default:
      return undefined;
  }
}
