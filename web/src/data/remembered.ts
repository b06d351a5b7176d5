// Short lists stored in the browser per account, such as what was used last; bounded, and validated when read.
import { useSyncExternalStore } from 'react';
import { ofBrowser, type Stored } from './stored.ts';

const MOST_LETTERS = 256;

/** Parses a stored list: non-empty texts of bounded length, without duplicates, at most `most`. Invalid content gives an empty list. */
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

/** Moves the item to the front; the oldest is dropped if the list is full. */
export const used = (list: readonly string[], item: string, most: number): readonly string[] =>
  [item, ...list.filter((each) => each !== item)].slice(0, most);

/** Appends or removes the item; nothing is added to a full list. */
export const toggled = (list: readonly string[], item: string, most: number): readonly string[] =>
  list.includes(item) ? list.filter((each) => each !== item) : list.length < most ? [...list, item] : list;

type Remembered = {
  useList(account: string | null): readonly string[];
  change(account: string | null, change: (list: readonly string[], most: number) => readonly string[]): void;
};

/** `name` is the storage key without the account; it starts with `millpond`, like all keys of the page. */
export function remembered(name: string, most: number, storage: Stored = ofBrowser): Remembered {
  const listeners = new Set<() => void>();
  // The same array for the same text, or React would render in a loop.
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
