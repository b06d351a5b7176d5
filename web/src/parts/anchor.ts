// Scrolls to the part of a screen that the address names, also if it is loaded after the screen, and gives it the focus.
import { useCallback, useEffect, useRef } from 'react';

/** Browsers tell of the first two; wouter tells of the third. */
const MOVES = ['hashchange', 'popstate', 'pushState'] as const;

export function useAnchor(name: string): (element: HTMLElement | null) => void {
  const part = useRef<HTMLElement | null>(null);
  const go = useCallback(() => {
    if (location.hash === `#${name}` && part.current !== null) goTo(part.current);
  }, [name]);
  useEffect(() => {
    for (const move of MOVES) window.addEventListener(move, go);
    return () => {
      for (const move of MOVES) window.removeEventListener(move, go);
    };
  }, [go]);
  return useCallback(
    (element: HTMLElement | null) => {
      part.current = element;
      go();
    },
    [go],
  );
}

/** Scrolls to an element and focuses it: once the screen is shown, since what is hidden cannot have the focus. */
export function goTo(part: HTMLElement): void {
  if (!part.isConnected) return;
  if (!part.checkVisibility({ visibilityProperty: true })) {
    requestAnimationFrame(() => goTo(part));
    return;
  }
  part.focus({ preventScroll: true });
  part.scrollIntoView();
}
