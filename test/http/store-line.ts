// A store whose commits the test controls; everything else goes to the real one.
import type { Store } from '../../src/ports/store.ts';

export type Batch = Parameters<Store['commit']>[0];

export const withCommit = (store: Store, commit: Store['commit']): Store =>
  new Proxy(store, {
    get(target, name) {
      if (name === 'commit') return commit;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

/** A gate that can be closed: commits then wait until it is opened again. */
export function gate() {
  let open = Promise.withResolvers<void>();
  open.resolve();
  let arrived = Promise.withResolvers<void>();
  return {
    wrap: (store: Store) =>
      withCommit(store, async (batch) => {
        arrived.resolve();
        await open.promise;
        return store.commit(batch);
      }),
    shut() {
      open = Promise.withResolvers();
      arrived = Promise.withResolvers();
    },
    open: () => open.resolve(),
    /** Resolves when a batch waits at the gate. */
    reached: () => arrived.promise,
  };
}
