// Which calls are being asked again, and why: an answer that takes its time is explained.
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

/** Whether some question waits until the history of the market is counted. */
export const useIsCounting = (): boolean =>
  useSyncExternalStore(subscribe, () => [...causes.values()].includes('catching_up'));
