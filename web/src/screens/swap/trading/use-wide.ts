// True if the page is wide enough to show the market beside the form.
import { useSyncExternalStore } from 'react';

const wide = window.matchMedia('(min-width: 1100px)');

const subscribe = (listener: () => void): (() => void) => {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
};

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
