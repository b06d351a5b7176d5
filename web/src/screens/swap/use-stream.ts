// The event stream's state for the panels.
import { useSyncExternalStore } from 'react';
import { headNow, useLiveState } from '../../data/live/live.ts';
import type { Stream } from './panel/swap-state.ts';

/** `offline` if the machine has no network. `head`, the journal's last sequence number, may be old: a new one causes no render. */
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
