// The journal as it grows: what is told by the event stream, and what the page forgets because of it.
import { useSyncExternalStore } from 'react';
import { queries, server } from '../data/server.ts';
import { touches } from './touches.ts';

export type Live = {
  /** The last number of the journal that is known here. */
  readonly head: number;
  readonly state: 'connecting' | 'live' | 'lost';
};

let live: Live = { head: 0, state: 'connecting' };
const listeners = new Set<() => void>();

function tell(next: Partial<Live>): void {
  live = { ...live, ...next };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLive = (): Live => useSyncExternalStore(subscribe, () => live);

/** Follows the journal until the page is left. */
export async function follow(signal: AbortSignal): Promise<void> {
  const stream = server.events(
    { own: 'true' },
    {
      signal,
      onOpen: () => tell({ state: 'live' }),
      onHead: (head) => tell({ head: Math.max(head, live.head) }),
      onLost: () => tell({ state: 'lost' }),
      onRewound: (head) => {
        tell({ head });
        queries.invalidateQueries();
      },
    },
  );
  for await (const event of stream) {
    tell({ head: Math.max(event.sequence, live.head) });
    queries.invalidateQueries({ predicate: ({ queryKey }) => touches(event, queryKey) });
  }
}
