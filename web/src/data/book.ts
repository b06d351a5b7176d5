// Caches items by address, such as tokens: each is looked up on first use and kept while the page is open.
import { QueryObserver } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queries } from './server.ts';

/** `get` returns undefined while the item is being looked up, and null if there is none. */
type Book<Item> = { get(address: string): Item | null | undefined };

/** A hook that renders its component again when an item it asked for arrives. */
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
    // Deferred: subscribing must not set state during a render.
    queueMicrotask(() => observer.subscribe(notify));
    return observer.getCurrentResult().data;
  }
  function notify(): void {
    // A new object, so that values memoised on it are computed again.
    book = { get };
    for (const listener of listeners) listener();
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return () => useSyncExternalStore(subscribe, () => book);
}
