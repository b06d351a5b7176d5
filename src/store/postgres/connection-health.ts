// Whether a pool of connections is merely full: its answers come late, but they come, and in the order of the questions.

export class ConnectionHealth {
  readonly #timeoutMs: number;
  #lastAnswerMs = Number.NEGATIVE_INFINITY;
  /** When the latest question was asked that has an answer. */
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

  /** For a question without an answer in time: if one that was asked much later has its answer, it took another connection. */
  isOnlyBusy(askedMs: number): boolean {
    return this.hasAnsweredSince(askedMs) && this.#answeredUpToMs < askedMs + this.#timeoutMs / 2;
  }
}
