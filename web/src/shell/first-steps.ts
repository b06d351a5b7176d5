// Which of the first steps were made; this browser remembers it.
import { ofBrowser, ofTab, quoteName } from '../data/stored.ts';

type Step = 'receipt' | 'code' | 'over';

const listeners = new Set<() => void>();
const nameOf = (step: Step): string => `millpond step ${step}`;

export const isTicked = (step: Step): boolean => ofBrowser.getItem(nameOf(step)) !== null;

export function tick(step: Step): void {
  if (isTicked(step)) return;
  ofBrowser.setItem(nameOf(step), 'done');
  for (const listener of listeners) listener();
}

export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Swaps that this page made itself: one of the account that is not among them was made by a program. */
export const isOwnPress = (transactionId: string): boolean => ofTab.getItem(quoteName(transactionId)) !== null;
