// The pressers of all forms by what they change: each is kept while a form shows it or its outcome is not known.
import type { Presser } from './press.ts';

/** Of any call: who asks for a place knows what it changes. */
// biome-ignore lint/suspicious/noExplicitAny: pressers of different calls in one list
type AnyPresser = Presser<any, any>;

export class Pressers {
  readonly #byPlace = new Map<string, AnyPresser>();

  get size(): number {
    return this.#byPlace.size;
  }

  at<Of extends AnyPresser>(place: string, make: () => Of): Of {
    const presser = this.#byPlace.get(place) ?? make();
    this.#byPlace.set(place, presser);
    return presser as Of;
  }

  /** A form was closed: its presser is forgotten unless another form shows it or its press is still open. */
  release(place: string): void {
    if (this.#byPlace.get(place)?.isUnused) this.#byPlace.delete(place);
  }
}
