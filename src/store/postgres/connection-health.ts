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

  /** Of a question that had no answer in time: one that was asked much later and has its answer took another connection. */
  isOnlyBusy(askedMs: number): boolean {
    return this.#lastAnswerMs > askedMs && this.#answeredUpToMs < askedMs + this.#timeoutMs / 2;
  }
}
