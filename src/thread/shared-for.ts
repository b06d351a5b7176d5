// Caches one answer for a fixed time.

/** Asks again only if the last question was asked at least `ms` ago. */
export function sharedFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let [answer, sinceMs] = [undefined as Promise<Answer> | undefined, 0];
  return () => {
    if (answer !== undefined && performance.now() - sinceMs < ms) return answer;
    sinceMs = performance.now();
    answer = ask();
    return answer;
  };
}
