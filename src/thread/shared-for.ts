// Caches one answer for a fixed time.

/** Calls `ask` again only if its last call began at least `ms` ago. */
export function sharedFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let [answer, sinceMs] = [undefined as Promise<Answer> | undefined, 0];
  return () => {
    if (answer !== undefined && performance.now() - sinceMs < ms) return answer;
    sinceMs = performance.now();
    answer = ask();
    return answer;
  };
}
