// The first-run steps that are done; stored in the browser.
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

/** True if this page made the swap: the account's other swaps were made by a program. */
export const isOwnPress = (transactionId: string): boolean => ofTab.getItem(quoteName(transactionId)) !== null;
