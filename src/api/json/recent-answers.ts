// Questions that many ask before anything has changed: their answer is worked out and printed once.

/** Bounds what someone can make the server remember, questions and answers together. */
const MAX_CHARACTERS = 1_000_000;

/** Answers that depend on nothing but the question and the state of the venue. */
export class RecentAnswers {
  readonly #headNow: () => Promise<number>;
  #head = -1;
  readonly #texts = new Map<string, string>();
  #characters = 0;
  /** What the head was for each request whose answer must be worked out. */
  readonly #headAt = new WeakMap<object, number>();

  constructor(headNow: () => Promise<number>) {
    this.#headNow = headNow;
  }

  /** The answer that still holds; the head is looked at after the question came in, so that none is older than that. */
  async find(request: object, question: string): Promise<string | undefined> {
    const head = await this.#headNow();
    if (head !== this.#head) this.#forget();
    this.#head = head;
    const known = this.#texts.get(question);
    if (known === undefined) this.#headAt.set(request, head);
    return known;
  }

  /** Unless something has changed since the question came in: then the answer may not hold any more. */
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
