// Runs checks of the browser.
import { useEffect, useState } from 'react';
import { MillpondError } from '#client';

/** `unable`: this browser cannot verify signatures. The error tells why the exchange gave no proof. */
export type Unchecked = 'checking' | 'unable' | MillpondError;

/** Runs a check when a part of the page is first shown. */
export function useCheck<Result extends object>(check: () => Promise<Result | null>): Result | Unchecked {
  const [running] = useState(check);
  const [state, setState] = useState<Result | Unchecked>('checking');
  useEffect(() => {
    let isGone = false;
    outcomeOf(running).then((outcome) => isGone || setState(outcome));
    return () => {
      isGone = true;
    };
  }, [running]);
  return state;
}

/** The result of a check, or why there is none. */
export const outcomeOf = <Result extends object>(check: Promise<Result | null>): Promise<Result | Unchecked> =>
  check.then(
    (result) => result ?? 'unable',
    (error) => (error instanceof MillpondError ? error : new MillpondError(String(error), UNREAD)),
  );

const UNREAD = { code: 'unreadable' } as const;

export const isUnchecked = <Result extends object>(state: Result | Unchecked): state is Unchecked =>
  typeof state === 'string' || state instanceof MillpondError;
