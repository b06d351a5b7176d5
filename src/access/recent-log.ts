// Keeps the last entries under each name, such as the requests of a key: buffered in memory and stored at intervals, one record per name.
import type { SideRecords } from '../ports/side-records.ts';
import { SideKind } from './side-kind.ts';
import type { SideKindName } from './side-kinds.ts';
import { update } from './update.ts';

export type RecentOptions = {
  readonly kind: SideKindName;
  /** Most entries per name. */
  readonly most: number;
  /** How long a record is kept after its last entry. */
  readonly keptMs: number;
  readonly everyMs?: number;
  readonly nowMs?: () => number;
  /** Called for each name whose entries were stored, with the last of them. */
  readonly onStored?: (name: string, last: Noted) => void;
};

type Noted = { readonly atMs: number };

/** Most names with unstored entries; beyond that, entries are dropped. */
const MOST_NAMES = 1000;
const EVERY_MS = 5000;
/** How many names are stored in one change. */
const TOGETHER = 50;

export class RecentLog<Entry extends Noted> {
  readonly #records: SideRecords;
  readonly #kind: SideKind<readonly Entry[]>;
  readonly #options: RecentOptions;
  readonly #nowMs: () => number;
  readonly #rings = new Map<string, Ring<Entry>>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(records: SideRecords, options: RecentOptions) {
    this.#records = records;
    this.#kind = new SideKind(records, options.kind);
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
  }

  note(name: string, entry: Entry): void {
    let ring = this.#rings.get(name);
    if (!ring) {
      if (this.#rings.size >= MOST_NAMES) return;
      ring = new Ring(this.#options.most);
      this.#rings.set(name, ring);
    }
    ring.add(entry);
    this.#timer ??= setTimeout(() => this.store(), this.#options.everyMs ?? EVERY_MS).unref();
  }

  /** The time of the last entry that is not stored yet; undefined if there is none. */
  pendingMs(name: string): number | undefined {
    return this.#rings.get(name)?.entries().at(-1)?.atMs;
  }

  /** Newest first: the entries that any node has stored, and those of this node that are not stored yet. */
  async find(name: string): Promise<readonly Entry[]> {
    const pending = this.#rings.get(name)?.entries() ?? [];
    const stored = await this.#kind.find(name);
    const isKept = stored !== undefined && (stored.expiresAtMs ?? Number.POSITIVE_INFINITY) > this.#nowMs();
    return this.#together(isKept ? stored.body : [], pending).toReversed();
  }

  /** Never throws: entries that cannot be stored are kept for the next attempt. */
  store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#storing = this.#storing.then(() => this.#storeAll());
    return this.#storing;
  }

  #together(stored: readonly Entry[], pending: readonly Entry[]): readonly Entry[] {
    const known = new Set(stored.map((entry) => JSON.stringify(entry)));
    const all = [...stored, ...pending.filter((entry) => !known.has(JSON.stringify(entry)))];
    return all.toSorted((a, b) => a.atMs - b.atMs).slice(-this.#options.most);
  }

  async #storeAll(): Promise<void> {
    const names = [...this.#rings.keys()];
    for (let at = 0; at < names.length; at += TOGETHER) {
      try {
        await this.#storeNamed(names.slice(at, at + TOGETHER));
      } catch {
        return;
      }
    }
  }

  async #storeNamed(names: readonly string[]): Promise<void> {
    const nowMs = this.#nowMs();
    const taken = names.flatMap((name) => {
      const ring = this.#rings.get(name);
      return ring ? [{ name, ring, entries: ring.entries(), added: ring.added }] : [];
    });
    await update(this.#records, nowMs, async () => ({
      changes: await Promise.all(taken.map((one) => this.#put(one, nowMs + this.#options.keptMs))),
      result: undefined,
    }));
    for (const { name, ring, entries, added } of taken) {
      ring.forget(added);
      if (ring.isEmpty) this.#rings.delete(name);
      this.#options.onStored?.(name, entries.at(-1) as Entry);
    }
  }

  async #put({ name, entries }: { name: string; entries: readonly Entry[] }, expiresAtMs: number) {
    const stored = await this.#kind.find(name);
    const body = this.#together(stored?.body ?? [], entries);
    return this.#kind.put({ id: name, version: stored?.version ?? 0, body, expiresAtMs });
  }
}

/** A ring buffer of the last entries that are not stored. */
class Ring<Entry> {
  readonly #places: Entry[] = [];
  readonly #most: number;
  /** The number of entries ever added, and how many of them are stored. */
  added = 0;
  #stored = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.added === this.#stored;
  }

  add(entry: Entry): void {
    this.#places[this.added % this.#most] = entry;
    this.added += 1;
  }

  /** Oldest first. */
  entries(): readonly Entry[] {
    const first = Math.max(this.#stored, this.added - this.#most);
    return Array.from({ length: this.added - first }, (_, at) => this.#places[(first + at) % this.#most] as Entry);
  }

  forget(added: number): void {
    this.#stored = added;
  }
}
