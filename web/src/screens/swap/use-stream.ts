// The stream of events, as the panels need to know it.
import { useSyncExternalStore } from 'react';
import { useLive } from '../../data/live/live.ts';
import type { Stream } from './panel/swap-state.ts';

/** The stream, and whether the machine has a network at all where that is lost. */
export function useStream(): Stream {
  const { state, head } = useLive();
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  return { head, state: (state === 'lost' || state === 'polled') && !isOnline ? 'offline' : state };
}

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
