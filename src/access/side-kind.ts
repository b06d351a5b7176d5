// Typed access to the side records of one kind: JSON under a kind and an id, with a version (see README.md).
import type { SideRecord, SideRecordChange, SideRecords } from '../ports/side-records.ts';
import type { SideKindName } from './side-kinds.ts';

export type StoredRecord<Body> = Omit<SideRecord, 'kind' | 'body'> & { readonly body: Body };

type Put<Body> = {
  readonly id: string;
  /** The stored version that the change is based on; 0 if there must be no record yet. */
  readonly version: number;
  /** Null removes the record. */
  readonly body: Body | null;
  readonly expiresAtMs?: number | null;
  /** See `SideRecordChange`. */
  readonly first?: number;
};

export class SideKind<Body> {
  readonly #records: SideRecords;
  readonly #kind: SideKindName;

  constructor(records: SideRecords, kind: SideKindName) {
    this.#records = records;
    this.#kind = kind;
  }

  async find(id: string): Promise<StoredRecord<Body> | undefined> {
    const found = await this.#records.find(this.#kind, id);
    return found && keptOf(found);
  }

  async list(page: { prefix?: string; after?: string; limit: number }): Promise<readonly StoredRecord<Body>[]> {
    return (await this.#records.list({ kind: this.#kind, ...page })).map((record) => keptOf(record));
  }

  /** Builds a change, and writes nothing: `SideRecords.change` commits one or several. */
  put({ body, ...put }: Put<Body>): SideRecordChange {
    return { kind: this.#kind, ...put, body: body === null ? null : JSON.stringify(body) };
  }
}

const keptOf = <Body>({ kind: _, body, ...record }: SideRecord): StoredRecord<Body> => ({
  ...record,
  body: JSON.parse(body),
});
