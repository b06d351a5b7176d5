// Tells whether an unanswered question waits for a busy pool, which answers late but in order, or for a connection that is silent.

export class ConnectionHealth {
  readonly #timeoutMs: number;
  #lastAnswerMs = Number.NEGATIVE_INFINITY;
  /** The time at which the latest of all answered questions was asked. */
  #answeredUpToMs = Number.NEGATIVE_INFINITY;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  answered(askedMs: number, nowMs = performance.now()): void {
    this.#lastAnswerMs = nowMs;
    this.#answeredUpToMs = Math.max(this.#answeredUpToMs, askedMs);
  }

  hasAnsweredSince(askedMs: number): boolean {
    return this.#lastAnswerMs > askedMs;
  }

  /** For an unanswered question: false if no question was answered since, or if one asked much later was, on another connection. */
  isOnlyBusy(askedMs: number): boolean {
    return this.hasAnsweredSince(askedMs) && this.#answeredUpToMs < askedMs + this.#timeoutMs / 2;
  }
}
