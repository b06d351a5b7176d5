// Whether somebody looks at any tab of the page: each tab in view holds a lock together with the others.
const NAME = 'millpond in view';

const locks = (): LockManager | null => ('locks' in navigator ? navigator.locks : null);

export const isInView = (): boolean => document.visibilityState === 'visible';

/** Holds the lock while this tab is in view. */
export function tellInView(): () => void {
  let release = () => {};
  const follow = () => {
    release();
    release = () => {};
    if (!isInView()) return;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // A browser that blocks cookies refuses locks too.
    locks()
      ?.request(NAME, { mode: 'shared' }, () => held)
      .catch(() => {});
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    release();
  };
}

/** Without locks only this tab is known. */
export const isAnyInView = async (): Promise<boolean> =>
  isInView() ||
  ((await locks()
    ?.request(NAME, { ifAvailable: true }, async (lock) => lock === null)
    .catch(() => false)) ??
    false);
