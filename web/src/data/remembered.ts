// Short lists that this browser remembers for each account, such as what was used last; bounded, and read with care.
import { useSyncExternalStore } from 'react';
import { ofBrowser, type Stored } from './stored.ts';

const MOST_LETTERS = 256;

/** Whatever is there: texts that are not too long, each once, no more than so many. */
export function readList(text: string | null, most: number): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(list)) return [];
    const texts = list.filter((each) => typeof each === 'string' && each !== '' && each.length <= MOST_LETTERS);
    return [...new Set(texts as string[])].slice(0, most);
  } catch {
    return [];
  }
}

/** The one that was used last comes first; the oldest makes room. */
export const used = (list: readonly string[], item: string, most: number): readonly string[] =>
  [item, ...list.filter((each) => each !== item)].slice(0, most);

/** Adds it at the end, or takes it away; a full list stays as it is. */
export const toggled = (list: readonly string[], item: string, most: number): readonly string[] =>
  list.includes(item) ? list.filter((each) => each !== item) : list.length < most ? [...list, item] : list;

type Remembered = {
  useList(account: string | null): readonly string[];
  change(account: string | null, change: (list: readonly string[], most: number) => readonly string[]): void;
};

/** By a name that begins as all do that the page stores. */
export function remembered(name: string, most: number, storage: Stored = ofBrowser): Remembered {
  const listeners = new Set<() => void>();
  // The same list for the same text, or React would draw without end.
  let known: { readonly text: string | null; readonly list: readonly string[] } = { text: null, list: [] };
  const nameOf = (account: string | null) => `${name} ${account ?? ''}`;
  const read = (account: string | null): readonly string[] => {
    const text = storage.getItem(nameOf(account));
    if (text !== known.text) known = { text, list: readList(text, most) };
    return known.list;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  };
  return {
    useList: (account) => useSyncExternalStore(subscribe, () => read(account)),
    change(account, change) {
      storage.setItem(nameOf(account), JSON.stringify(change(read(account), most)));
      for (const listener of listeners) listener();
    },
  };
}
