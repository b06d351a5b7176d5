// Limits a repeated message to once a minute.

const TOLD_AGAIN_MS = 60_000;

export function onceAMinute<Told extends readonly unknown[]>(tell: (...told: Told) => void): (...told: Told) => void {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (...told) => {
    if (performance.now() - toldMs < TOLD_AGAIN_MS) return;
    toldMs = performance.now();
    tell(...told);
  };
}
