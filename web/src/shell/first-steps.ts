// Which of the first steps were made; this browser remembers it.
type Step = 'receipt' | 'code' | 'over';

const listeners = new Set<() => void>();
const nameOf = (step: Step): string => `millpond step ${step}`;

export function isTicked(step: Step): boolean {
  try {
    return localStorage.getItem(nameOf(step)) !== null;
  } catch {
    return false;
  }
}

export function tick(step: Step): void {
  if (isTicked(step)) return;
  try {
    localStorage.setItem(nameOf(step), 'done');
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Swaps that this page made itself: one of the account that is not among them was made by a program. */
export const isOwnPress = (transactionId: string): boolean => {
  try {
    return sessionStorage.getItem(`millpond quoted ${transactionId}`) !== null;
  } catch {
    return false;
  }
};
