// Questions that many ask before anything has changed: their answer is worked out and printed once.

/** Bounds what someone can make the server remember, questions and answers together. */
const MAX_CHARACTERS = 1_000_000;

/** Answers that depend on nothing but the question and the state of the venue. */
export class RecentAnswers {
  readonly #headNow: () => Promise<number>;
  #head = -1;
  readonly #texts = new Map<string, string>();
  #characters = 0;

  constructor(headNow: () => Promise<number>) {
    this.#headNow = headNow;
  }

  /** The head is looked at after the question came in, so that no answer is older than the question. */
  async answer(question: string, workOut: () => Promise<string>): Promise<string> {
    const head = await this.#headNow();
    if (head !== this.#head) this.#forget();
    this.#head = head;
    const known = this.#texts.get(question);
    if (known !== undefined) return known;
    const text = await workOut();
    // Unless something has changed since: then it may not hold any more.
    if (head === this.#head) this.#keep(question, text);
    return text;
  }

  #keep(question: string, text: string): void {
    const length = question.length + text.length;
    if (length > MAX_CHARACTERS || this.#texts.has(question)) return;
    if (this.#characters + length > MAX_CHARACTERS) this.#forget();
    this.#texts.set(question, text);
    this.#characters += length;
  }

  #forget(): void {
    this.#texts.clear();
    this.#characters = 0;
  }
}
