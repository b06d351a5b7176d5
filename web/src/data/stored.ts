// Browser storage for a tab or for good; if the browser refuses, values last as long as the page is open.

export type Stored = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Falls back to memory: with cookies blocked even reading `localStorage` throws, and full storage throws on write. */
export function guarded(open: () => Stored): Stored {
  const own = new Map<string, string>();
  const attempt = <Result>(use: (storage: Stored) => Result, otherwise: Result): Result => {
    try {
      return use(open());
    } catch {
      return otherwise;
    }
  };
  return {
    getItem: (name) => own.get(name) ?? attempt((storage) => storage.getItem(name), null),
    setItem(name, text) {
      own.set(name, text);
      attempt((storage) => {
        storage.setItem(name, text);
        own.delete(name);
      }, undefined);
    },
    removeItem(name) {
      own.delete(name);
      attempt((storage) => storage.removeItem(name), undefined);
    },
  };
}

export const ofTab = guarded(() => sessionStorage);
export const ofBrowser = guarded(() => localStorage);

/** The storage key of the quote at which this tab made a swap. */
export const quoteName = (transactionId: string): string => `millpond quoted ${transactionId}`;
