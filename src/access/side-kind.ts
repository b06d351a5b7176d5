// Side records of one kind, with the type that their bodies have, and what is tallied by the day.
import type { SideRecord, SideRecordChange, SideRecords } from '../ports/side-records.ts';

export type Kept<Body> = Omit<SideRecord, 'kind' | 'body'> & { readonly body: Body };

type Put<Body> = {
  readonly id: string;
  /** Of the record that the change was decided on; 0 where there must be none. */
  readonly version: number;
  /** Null removes it. */
  readonly body: Body | null;
  readonly expiresAtMs?: number | null;
};

export class SideKind<Body> {
  readonly #records: SideRecords;
  readonly #kind: string;

  constructor(records: SideRecords, kind: string) {
    this.#records = records;
    this.#kind = kind;
  }

  async find(id: string): Promise<Kept<Body> | undefined> {
    const found = await this.#records.find(this.#kind, id);
    return found && keptOf(found);
  }

  async list(page: { prefix?: string; after?: string; limit: number }): Promise<readonly Kept<Body>[]> {
    return (await this.#records.list({ kind: this.#kind, ...page })).map((record) => keptOf(record));
  }

  /** To be given to `SideRecords.change`, with others or alone. */
  put({ body, ...put }: Put<Body>): SideRecordChange {
    return { kind: this.#kind, ...put, body: body === null ? null : JSON.stringify(body) };
  }
}

const keptOf = <Body>({ kind: _, body, ...record }: SideRecord): Kept<Body> => ({ ...record, body: JSON.parse(body) });

const DAY_MS = 86_400_000;

/** Adds to what is counted under a name on this day (UTC), unless that would be more than may be. */
export async function tally(
  records: SideRecords,
  name: string,
  { add, most, nowMs }: { readonly add: bigint; readonly most: bigint; readonly nowMs: number },
): Promise<boolean> {
  const day = Math.floor(nowMs / DAY_MS);
  const kind = new SideKind<string>(records, 'tally');
  const id = `${day} ${name}`;
  for (;;) {
    const found = await kind.find(id);
    const total = BigInt(found?.body ?? 0) + add;
    if (total > most) return false;
    // A day longer than it counts, for clocks that differ.
    const put = kind.put({ id, version: found?.version ?? 0, body: `${total}`, expiresAtMs: (day + 2) * DAY_MS });
    if (await records.change([put], { nowMs })) return true;
  }
}
