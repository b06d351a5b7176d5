// The event stream's state for the panels.
import { useSyncExternalStore } from 'react';
import { headNow, useLiveState } from '../../data/live/live.ts';
import type { Stream } from './panel/swap-state.ts';

/** The stream's state, `offline` if the machine has no network. The head is that of the last change of state. */
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
