// A list sorted by one figure, kept sorted while items change, and read page by page.
import { refused } from '../../ports/venue.ts';

/** A figure, a text, or null for none, which always comes last. */
export type Key = bigint | string | null;

export type Order<Item> = {
  readonly order: 'asc' | 'desc';
  readonly keyOf: (item: Item) => Key;
  readonly idOf: (item: Item) => number;
};

type Ranked<Item> = { readonly item: Item; readonly key: Key; readonly id: number };

export class Ranking<Item> {
  readonly #name: string;
  readonly #keyOf: (item: Item) => Key;
  readonly #idOf: (item: Item) => number;
  readonly #isDescending: boolean;
  #sorted: Ranked<Item>[];
  /** Items whose place may have changed. */
  readonly #moved = new Set<Item>();

  /** Cursors begin with `name`, so that a cursor of another list is rejected. */
  constructor(name: string, items: readonly Item[], { order, keyOf, idOf }: Order<Item>) {
    this.#name = name;
    this.#keyOf = keyOf;
    this.#idOf = idOf;
    this.#isDescending = order === 'desc';
    this.#sorted = items.map((item) => this.#rank(item)).sort(this.#compare);
  }

  move(items: Iterable<Item>): void {
    for (const item of items) this.#moved.add(item);
  }

  get size(): number {
    return this.#sorted.length;
  }

  /** In no particular order. */
  *items(): Generator<Item> {
    for (const { item } of this.#sorted) yield item;
  }

  /** The items after a cursor, or from the first without one. */
  *after(
    cursor: string | undefined,
    isWanted: (item: Item) => boolean = () => true,
  ): Generator<{ readonly item: Item; readonly cursor: string }> {
    this.#settle();
    const from = cursor === undefined ? 0 : this.#placeOf(cursor);
    for (let at = from; at < this.#sorted.length; at++) {
      const { item, key, id } = this.#sorted[at] as Ranked<Item>;
      if (isWanted(item))
        yield { item, cursor: `${this.#name}.${typeof key === 'string' ? 'name' : (key ?? 'none')}.${id}` };
    }
  }

  /** Removes changed items and merges them in again; all others are still sorted. */
  #settle(): void {
    if (this.#moved.size === 0) return;
    const moved = [...this.#moved].map((item) => this.#rank(item)).sort(this.#compare);
    const merged: Ranked<Item>[] = [];
    let next = 0;
    for (const each of this.#sorted) {
      if (this.#moved.has(each.item)) continue;
      for (let one = moved[next]; one && this.#compare(one, each) < 0; one = moved[++next]) merged.push(one);
      merged.push(each);
    }
    this.#sorted = [...merged, ...moved.slice(next)];
    this.#moved.clear();
  }

  /** The number of items up to the cursor's place, even if its item has moved since. */
  #placeOf(cursor: string): number {
    const [, name, text = '', idText] = CURSOR.exec(cursor) ?? [];
    if (name !== this.#name) return refused({ code: 'bad_cursor' });
    const id = Number(idText);
    const place = { key: text === 'none' ? null : text === 'name' ? this.#nameOf(id) : BigInt(text), id };
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.#sorted[middle] as Ranked<Item>, place) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The name of an item; not part of the cursor, since a name may be too long and hardly ever changes. */
  #nameOf(id: number): Key {
    return this.#sorted.find((ranked) => ranked.id === id)?.key ?? refused({ code: 'bad_cursor' });
  }

  #rank(item: Item): Ranked<Item> {
    return { item, key: this.#keyOf(item), id: this.#idOf(item) };
  }

  /** The older of two equal items comes first, in both directions. */
  readonly #compare = (a: Omit<Ranked<Item>, 'item'>, b: Omit<Ranked<Item>, 'item'>): number => {
    if (a.key === b.key) return a.id - b.id;
    if (a.key === null || b.key === null) return a.key === null ? 1 : -1;
    return a.key < b.key === this.#isDescending ? 1 : -1;
  };
}

const CURSOR = /^([a-z-]+)\.(-?\d{1,90}|none|name)\.(\d{1,15})$/;
