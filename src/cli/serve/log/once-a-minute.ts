// Limits a repeated message to once a minute.

const LOG_EVERY_MS = 60_000;

export function onceAMinute<Values extends readonly unknown[]>(
  log: (...values: Values) => void,
): (...values: Values) => void {
  let loggedMs = Number.NEGATIVE_INFINITY;
  return (...values) => {
    if (performance.now() - loggedMs < LOG_EVERY_MS) return;
    loggedMs = performance.now();
    log(...values);
  };
}
