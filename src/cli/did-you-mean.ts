// Suggests a known word for an unknown one.

/** Suggests the most similar word, as the end of a sentence; empty if none is similar enough. */
export function didYouMean(word: string, words: readonly string[]): string {
  const distances = words.map((known) => [distance(word, known), known] as const);
  const [nearest] = distances.toSorted(([a], [b]) => a - b);
  return nearest && nearest[0] <= Math.max(1, Math.floor(word.length / 3)) ? `; did you mean ${nearest[1]}?` : '';
}

/** Number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment distance). */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i || j));
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      (rows[i] as number[])[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(a.length, b.length);
}
