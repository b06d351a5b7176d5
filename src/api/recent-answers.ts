// Questions that many ask before anything has changed: their answer is worked out and printed once.

// Both bound what someone can make the server remember.
const MAX_ANSWERS = 1000;
const MAX_LENGTH = 4096;

/** Answers that depend on nothing but the question and the state of the venue. */
export class RecentAnswers {
  readonly #headNow: () => Promise<number>;
  #head = -1;
  readonly #texts = new Map<string, string>();

  constructor(headNow: () => Promise<number>) {
    this.#headNow = headNow;
  }

  /** The head is looked at after the question came in, so that no answer is older than the question. */
  async answer(question: string, workOut: () => Promise<string>): Promise<string> {
    const head = await this.#headNow();
    if (head !== this.#head) this.#texts.clear();
    this.#head = head;
    const known = this.#texts.get(question);
    if (known !== undefined) return known;
    const text = await workOut();
    // Unless something has changed since: then it may not hold any more.
    if (head === this.#head && question.length + text.length <= MAX_LENGTH) this.#keep(question, text);
    return text;
  }

  #keep(question: string, text: string): void {
    if (this.#texts.size >= MAX_ANSWERS) this.#texts.clear();
    this.#texts.set(question, text);
  }
}
