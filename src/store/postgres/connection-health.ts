// Tells a busy pool of connections from a silent one: a busy pool answers late, but in the order of the questions.

export class ConnectionHealth {
  readonly #timeoutMs: number;
  #lastAnswerMs = Number.NEGATIVE_INFINITY;
  /** When the latest answered question was asked. */
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

  /** For an unanswered question: false if one asked much later is answered, since that took another connection. */
  isOnlyBusy(askedMs: number): boolean {
    return this.hasAnsweredSince(askedMs) && this.#answeredUpToMs < askedMs + this.#timeoutMs / 2;
  }
}
