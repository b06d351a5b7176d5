// True if the page is so narrow that tables become cards.
import { useSyncExternalStore } from 'react';

/** A table of many columns needs a wider page than others. */
export type NarrowBelow = 720 | 1100;

/** Lists of pools and tokens have up to nine columns. */
export const CARDS_BELOW = 1100;

export const useNarrow = (below: NarrowBelow = 720): boolean => {
  const [subscribe, matches] = WATCHED[below];
  return useSyncExternalStore(subscribe, matches);
};

const watching = (below: NarrowBelow) => {
  const narrow = window.matchMedia(`(max-width: ${below - 1}px)`);
  const subscribe = (listener: () => void): (() => void) => {
    narrow.addEventListener('change', listener);
    return () => narrow.removeEventListener('change', listener);
  };
  return [subscribe, () => narrow.matches] as const;
};

const WATCHED = { 720: watching(720), 1100: watching(1100) };
