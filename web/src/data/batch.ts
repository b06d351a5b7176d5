// Groups lookups of single names that are made at the same time into one request.

/** The server's limit of names per request. */
const MOST = 100;

type Waiting<Found> = { resolve(found: Found | undefined): void; reject(error: unknown): void };

/** Returns a function that looks up one name; it resolves to undefined if the name was not found. */
export function batched<Found>(
  ask: (names: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (name: string) => Promise<Found | undefined> {
  let waiting = new Map<string, Waiting<Found>[]>();
  const send = () => {
    const all = [...waiting];
    waiting = new Map();
    for (let at = 0; at < all.length; at += MOST) void answer(all.slice(at, at + MOST));
  };
  const answer = async (some: readonly (readonly [string, readonly Waiting<Found>[]])[]) => {
    try {
      const found = await ask(some.map(([name]) => name));
      for (const [name, those] of some) for (const { resolve } of those) resolve(found.get(name));
    } catch (error) {
      for (const [, those] of some) for (const { reject } of those) reject(error);
    }
  };
  return (name) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setTimeout(send, 0);
      waiting.set(name, [...(waiting.get(name) ?? []), { resolve, reject }]);
    });
}
