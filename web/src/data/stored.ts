// What this browser keeps for the page, for a tab or for good; where it may not, it lasts as long as the page is open.

export type Stored = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A browser that blocks cookies refuses even to be asked for its storage, and a full one refuses what is put in. */
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

/** Where a tab keeps what a swap of its own was quoted at. */
export const quoteName = (transactionId: string): string => `millpond quoted ${transactionId}`;
