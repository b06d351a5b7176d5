// The stream of events, as the panels need to know it.
import { useSyncExternalStore } from 'react';
import { headNow, useLiveState } from '../../data/live/live.ts';
import type { Stream } from './panel/swap-state.ts';

/** The stream, and whether the machine has a network at all if it is lost. The head is that of the last change of state. */
export function useStream(): Stream {
  const state = useLiveState();
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  return { head: headNow(), state: (state === 'lost' || state === 'polled') && !isOnline ? 'offline' : state };
}

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
