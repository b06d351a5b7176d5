// All pressers by place (the call and the thing it changes); each is kept while a form shows it or its press has not ended.
import type { Presser } from './press.ts';

/** A presser of any call: the place determines its types. */
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

  /** Called when a form closes: drops the presser unless another form shows it or its press is still open. */
  release(place: string): void {
    if (this.#byPlace.get(place)?.isUnused) this.#byPlace.delete(place);
  }
}
