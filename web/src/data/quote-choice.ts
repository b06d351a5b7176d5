// The token that the reader wants worth told in; this browser remembers it, for all of its tabs.
import { useSyncExternalStore } from 'react';
import { ofBrowser } from './stored.ts';
import { useToken } from './token.ts';

const NAME = 'millpond worth in';
const listeners = new Set<() => void>();

/** Its address; '' for the quote token of the exchange. */
const chosen = (): string => ofBrowser.getItem(NAME) ?? '';

export function chooseQuote(address: string): void {
  if (address === '') ofBrowser.removeItem(NAME);
  else ofBrowser.setItem(NAME, address);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => key === NAME && listener();
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** What questions about worth are asked with. */
export type QuoteInput = { readonly quote?: string };
const OWN: QuoteInput = {};

/** Null while the chosen token is looked up: one that the exchange does not have, or hides, is no choice. */
export function useQuoteInput(): QuoteInput | null {
  const address = useSyncExternalStore(subscribe, chosen);
  const token = useToken(address);
  if (address === '') return OWN;
  if (token === null) return null;
  return token === 'unknown' || token.status === 'hidden' ? OWN : { quote: token.address };
}
