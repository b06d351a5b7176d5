// Runs a check of the browser when a part of the page is first shown.
import { useEffect, useState } from 'react';
import { MillpondError } from '#client';

/** `unable`: this browser cannot verify signatures. The error tells why the exchange gave no proof. */
export type Unchecked = 'checking' | 'unable' | MillpondError;

export function useCheck<Result extends object>(check: () => Promise<Result | null>): Result | Unchecked {
  const [running] = useState(check);
  const [state, setState] = useState<Result | Unchecked>('checking');
  useEffect(() => {
    let isGone = false;
    running.then(
      (result) => isGone || setState(result ?? 'unable'),
      (error) => isGone || setState(error instanceof MillpondError ? error : new MillpondError(String(error), UNREAD)),
    );
    return () => {
      isGone = true;
    };
  }, [running]);
  return state;
}

const UNREAD = { code: 'unreadable' } as const;

export const isUnchecked = (state: object | Unchecked): state is Unchecked =>
  typeof state === 'string' || state instanceof MillpondError;
