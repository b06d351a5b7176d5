// What is wrong with a typed amount or rate, and what to take instead.
import type { ReactNode } from 'react';
import type { Reading } from '../../../exact/amount.ts';
import { Instead } from './ActField.tsx';
import type { Rate } from './percent.ts';

/** Nothing where it is right or still empty. */
export function amountFault(
  name: string,
  reading: Reading | Rate,
  { what, decimals }: { readonly what: string; readonly decimals: number },
): ReactNode | undefined {
  switch (reading.kind) {
    case 'too-fine':
      return (
        <>
          {what} has {decimals} decimals. <Instead name={name} readings={[reading.nearest]} />
        </>
      );
    case 'ambiguous':
      return (
        <>
          This may mean two things. <Instead name={name} readings={reading.readings} />
        </>
      );
    case 'too-large':
      return 'This is more than there can be.';
    case 'rubbish':
      return 'This is no number.';
    default:
      return undefined;
  }
}
