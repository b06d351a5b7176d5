// The quote token that the reader chose; stored in the browser for all tabs.
import { useSyncExternalStore } from 'react';
import { ofBrowser } from './stored.ts';
import { useToken } from './token.ts';

const NAME = 'millpond worth in';
const listeners = new Set<() => void>();

/** The chosen address, or '' for the exchange's own quote token. */
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

/** Input for calls that return values in the quote token. */
export type QuoteInput = { readonly quote?: string };
const OWN: QuoteInput = {};

/** Null while the chosen token is looked up; an unknown or hidden token falls back to the exchange's own. */
export function useQuoteInput(): QuoteInput | null {
  const address = useSyncExternalStore(subscribe, chosen);
  const token = useToken(address);
  if (address === '') return OWN;
  if (token === null) return null;
  return token === 'unknown' || token.status === 'hidden' ? OWN : { quote: token.address };
}
