// Answers that all callers share: each is made at most once a second, and seldom enough to leave most of the time to other work.
type Kept = { readonly answer: Promise<unknown>; isMaking: boolean; untilMs: number };

const LEAST_MS = 1000;
/** An answer that takes long to make is kept for this many times as long. */
const REST_FACTOR = 9;

export class SharedAnswers {
  readonly #kept = new Map<string, Kept>();

  /** The answer of this name; `make` is called if there is none that is recent enough. */
  get<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#kept.get(name);
    if (known && (known.isMaking || performance.now() < known.untilMs)) return known.answer as Promise<Value>;
    const sinceMs = performance.now();
    const answer = make();
    const kept: Kept = { answer, isMaking: true, untilMs: 0 };
    this.#kept.set(name, kept);
    answer.then(
      () => {
        const nowMs = performance.now();
        kept.untilMs = Math.max(sinceMs + LEAST_MS, nowMs + REST_FACTOR * (nowMs - sinceMs));
        kept.isMaking = false;
      },
      // A failure is not kept.
      () => this.#kept.delete(name),
    );
    return answer;
  }
}
