// True if the page is so narrow that tables become cards.
import { useSyncExternalStore } from 'react';

const narrow = window.matchMedia('(max-width: 719px)');

const subscribe = (listener: () => void): (() => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
