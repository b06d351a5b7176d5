// Things that never move from their addresses, such as tokens: looked up when one is first needed, and kept from then on.
import { QueryObserver } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queries } from './server.ts';

/** `get` answers undefined while it is looked up, and null where there is none. */
type Book<Item> = { get(address: string): Item | null | undefined };

/** A hook: whoever uses it is drawn again when something is found that it asked for. */
export function bookOf<Item>(name: string, look: (address: string) => Promise<Item | null>): () => Book<Item> {
  const observers = new Map<string, QueryObserver<Item | null>>();
  const listeners = new Set<() => void>();
  let book: Book<Item> = { get };

  function get(address: string): Item | null | undefined {
    if (address === '') return null;
    const known = observers.get(address);
    if (known) return known.getCurrentResult().data;
    const observer = new QueryObserver<Item | null>(queries, {
      queryKey: [name, 'one', address],
      queryFn: () => look(address),
    });
    observers.set(address, observer);
    // Not while something is being drawn.
    queueMicrotask(() => observer.subscribe(tell));
    return observer.getCurrentResult().data;
  }
  function tell(): void {
    // Another object, so that what is remembered by it is worked out anew.
    book = { get };
    for (const listener of listeners) listener();
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return () => useSyncExternalStore(subscribe, () => book);
}
