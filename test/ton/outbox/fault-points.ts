// Points at which a program may end: before and after every call to its store and the chain.

/** Calls `onPoint` with the name of each point as it is reached. */
export function withPoints<T extends object>(target: T, onPoint: (name: string) => void): T {
  return new Proxy(target, {
    get(_, name) {
      const method = (target as Record<string | symbol, unknown>)[name];
      if (typeof method !== 'function') return method;
      return async (...asked: unknown[]) => {
        onPoint(`before ${String(name)}`);
        const answer = await method.apply(target, asked);
        onPoint(`after ${String(name)}`);
        return answer;
      };
    },
  });
}

/** Every call after the end fails with this, as if the process were gone. */
export class Ended extends Error {
  override name = 'Ended';
}

/** Throws `Ended` at the point with this number and at all later ones; `reached` lists the points before it. */
export function endingAt(number: number): { readonly reached: string[]; readonly onPoint: (name: string) => void } {
  const reached: string[] = [];
  const onPoint = (name: string) => {
    if (reached.length >= number) throw new Ended(name);
    reached.push(name);
  };
  return { reached, onPoint };
}
