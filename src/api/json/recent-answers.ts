// Caches the printed answers to frequent questions until the state of the venue changes.

/** Most characters of all cached questions and answers, which bounds the memory that clients can fill. */
const MAX_CHARACTERS = 1_000_000;

/** For answers that depend only on the question and the state of the venue. */
export class RecentAnswers {
  readonly #headNow: () => Promise<number>;
  #head = -1;
  readonly #texts = new Map<string, string>();
  #characters = 0;
  /** The head of the venue (a number that changes with every change) when a request found no cached answer. */
  readonly #headAt = new WeakMap<object, number>();

  constructor(headNow: () => Promise<number>) {
    this.#headNow = headNow;
  }

  /** The cached answer, if still valid. The head is read after the question arrived, so that no answer is older than its question. */
  async find(request: object, question: string): Promise<string | undefined> {
    const head = await this.#headNow();
    if (head !== this.#head) this.#forget();
    this.#head = head;
    const known = this.#texts.get(question);
    if (known === undefined) this.#headAt.set(request, head);
    return known;
  }

  /** Caches an answer, unless the state of the venue has changed since its question arrived. */
  keep(request: object, question: string, text: string): void {
    const length = question.length + text.length;
    if (this.#headAt.get(request) !== this.#head || length > MAX_CHARACTERS || this.#texts.has(question)) return;
    if (this.#characters + length > MAX_CHARACTERS) this.#forget();
    this.#texts.set(question, text);
    this.#characters += length;
  }

  #forget(): void {
    this.#texts.clear();
    this.#characters = 0;
  }
}
