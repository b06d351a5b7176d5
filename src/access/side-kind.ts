// Side records of one kind, with the type that their bodies have, and what is tallied by the day.
import type { SideRecord, SideRecordChange, SideRecords } from '../ports/side-records.ts';
import { endOfTurn } from '../thread/shared-turn.ts';

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

type Adding = { readonly add: bigint; readonly most: bigint };
type Waiting = Adding & { readonly told: PromiseWithResolvers<boolean> };

/** By what is counted, those of this process who wait to add to it. */
const queues = new WeakMap<SideRecords, Map<string, Waiting[]>>();

/** Adds to what is counted under a name on this day (UTC), unless that would be more than may be. */
export function tally(
  records: SideRecords,
  name: string,
  { nowMs, ...adding }: Adding & { readonly nowMs: number },
): Promise<boolean> {
  const id = `${dayOf(nowMs)} ${name}`;
  const byId = queues.get(records) ?? new Map<string, Waiting[]>();
  queues.set(records, byId);
  const queue = byId.get(id);
  const waiting = { ...adding, told: Promise.withResolvers<boolean>() };
  if (queue) queue.push(waiting);
  else {
    byId.set(id, [waiting]);
    addAll(records, byId, id, nowMs);
  }
  return waiting.told.promise;
}

/** What is counted under a name on this day. */
export const tallied = async (records: SideRecords, name: string, nowMs: number): Promise<bigint> =>
  BigInt((await talliesIn(records).find(`${dayOf(nowMs)} ${name}`))?.body ?? 0);

/** One change for all who wait: each on its own would be in the way of all others. */
async function addAll(records: SideRecords, byId: Map<string, Waiting[]>, id: string, nowMs: number): Promise<void> {
  for (;;) {
    // Whoever comes in this turn goes along.
    await endOfTurn();
    const waiting = byId.get(id) ?? [];
    if (waiting.length === 0) return void byId.delete(id);
    byId.set(id, []);
    try {
      const granted = await addSome(records, id, waiting, nowMs);
      waiting.forEach(({ told }, at) => {
        told.resolve(granted[at] === true);
      });
    } catch (error) {
      for (const { told } of waiting) told.reject(error);
    }
  }
}

async function addSome(
  records: SideRecords,
  id: string,
  waiting: readonly Adding[],
  nowMs: number,
): Promise<readonly boolean[]> {
  const kind = talliesIn(records);
  for (;;) {
    const found = await kind.find(id);
    let total = BigInt(found?.body ?? 0);
    const granted = waiting.map(({ add, most }) => {
      if (total + add > most) return false;
      total += add;
      return true;
    });
    if (!granted.includes(true)) return granted;
    // A day longer than it counts, for clocks that differ.
    const expiresAtMs = (dayOf(nowMs) + 2) * DAY_MS;
    const put = kind.put({ id, version: found?.version ?? 0, body: `${total}`, expiresAtMs });
    if (await records.change([put], { nowMs })) return granted;
  }
}

const talliesIn = (records: SideRecords) => new SideKind<string>(records, 'tally');
const dayOf = (nowMs: number): number => Math.floor(nowMs / DAY_MS);
