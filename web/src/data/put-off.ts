// Calls that are being retried, and why, so that the page can explain a slow answer.
import { useSyncExternalStore } from 'react';
import type { CallName, FailureCode } from '#client';

const causes = new Map<CallName, FailureCode>();
const listeners = new Set<() => void>();

export function putOff(call: CallName, cause: FailureCode | null): void {
  if ((causes.get(call) ?? null) === cause) return;
  if (cause === null) causes.delete(call);
  else causes.set(call, cause);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** True while some call waits for the market history to be computed. */
export const useIsCounting = (): boolean =>
  useSyncExternalStore(subscribe, () => [...causes.values()].includes('catching_up'));
