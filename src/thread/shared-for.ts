// One answer for all who ask within a while.

/** Asks again only when the last question was asked at least so long ago. */
export function sharedFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let [answer, sinceMs] = [undefined as Promise<Answer> | undefined, 0];
  return () => {
    if (answer !== undefined && performance.now() - sinceMs < ms) return answer;
    sinceMs = performance.now();
    answer = ask();
    return answer;
  };
}
