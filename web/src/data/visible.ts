// Whether anybody can see the page: its tab is in front and its window not minimised.
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

export const useVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
