// The exchange's name, logo, accent and links: set by an operator, else Millpond's.
import { SideKind, type StoredRecord } from '../access/side-kind.ts';
import { update } from '../access/update.ts';
import type { SideRecords } from '../ports/side-records.ts';
import type { BrandFields } from './fields.ts';

const MILLPOND: BrandFields = { name: 'Millpond', logo: '', accent: '', termsUrl: '', helpUrl: '' };
const ID = 'brand';

export class Brand {
  readonly #records: SideRecords;
  readonly #kind: SideKind<Partial<BrandFields>>;
  #asked: Promise<BrandFields> | undefined;
  #last: { readonly version: number; readonly fields: BrandFields } = { version: 0, fields: MILLPOND };

  constructor(records: SideRecords) {
    this.#records = records;
    this.#kind = new SideKind(records, 'brand');
  }

  /** The current fields, set by this node or another; the same object until they change. Concurrent callers share the lookup. */
  now(): Promise<BrandFields> {
    this.#asked ??= this.#look().finally(() => {
      this.#asked = undefined;
    });
    return this.#asked;
  }

  /** Sets the fields given: an empty one becomes Millpond's again, and an absent one stays as it is. */
  set(change: Partial<BrandFields>): Promise<BrandFields> {
    return update(this.#records, Date.now(), async () => {
      const found = await this.#kind.find(ID);
      const body = withoutEmpty({ ...found?.body, ...change });
      const put = this.#kind.put({ id: ID, version: found?.version ?? 0, body });
      return { changes: [put], result: { ...MILLPOND, ...body } };
    });
  }

  async #look(): Promise<BrandFields> {
    let found: StoredRecord<Partial<BrandFields>> | undefined;
    try {
      found = await this.#kind.find(ID);
    } catch {
      // If the database is unavailable, the page still shows the last known brand.
      return this.#last.fields;
    }
    const version = found?.version ?? 0;
    if (version !== this.#last.version) this.#last = { version, fields: { ...MILLPOND, ...found?.body } };
    return this.#last.fields;
  }
}

const withoutEmpty = (fields: Partial<BrandFields>): Partial<BrandFields> =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '' && text !== undefined));
