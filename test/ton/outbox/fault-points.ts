// Places at which a program may end: before and after everything that it asks of its store and of the chain.

/** Calls `onPoint` with the name of each place as it is reached. */
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

/** Nothing gets past the point at which it ended, as if the process were gone. */
export class Ended extends Error {
  override name = 'Ended';
}

/** Ends at the point of a number, for good. */
export function endingAt(number: number): { readonly reached: string[]; readonly onPoint: (name: string) => void } {
  const reached: string[] = [];
  const onPoint = (name: string) => {
    if (reached.length >= number) throw new Ended(name);
    reached.push(name);
  };
  return { reached, onPoint };
}
