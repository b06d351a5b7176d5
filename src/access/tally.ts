// Daily counters with a limit, such as the spending of a key.
import type { SideRecords } from '../ports/side-records.ts';
import { endOfTurn } from '../thread/shared-turn.ts';
import { SideKind } from './side-kind.ts';
import { update } from './update.ts';

const DAY_MS = 86_400_000;

type Adding = { readonly add: bigint; readonly most: bigint };
type Waiting = Adding & { readonly told: PromiseWithResolvers<boolean> };

/** Additions of this process that are not stored yet, by the id of the counter. */
const queues = new WeakMap<SideRecords, Map<string, Waiting[]>>();

/** Adds to a counter of this day (UTC); if that would exceed `most`, adds nothing and resolves to false. */
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

/** The value of a counter on this day. */
export const tallied = async (records: SideRecords, name: string, nowMs: number): Promise<bigint> =>
  BigInt((await talliesIn(records).find(`${dayOf(nowMs)} ${name}`))?.body ?? 0);

/** Stores all waiting additions in one change: separate changes would conflict with each other. */
async function addAll(records: SideRecords, byId: Map<string, Waiting[]>, id: string, nowMs: number): Promise<void> {
  for (;;) {
    // Waits for all additions of this turn of the event loop.
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

function addSome(
  records: SideRecords,
  id: string,
  waiting: readonly Adding[],
  nowMs: number,
): Promise<readonly boolean[]> {
  const kind = talliesIn(records);
  return update(records, nowMs, async () => {
    const found = await kind.find(id);
    let total = BigInt(found?.body ?? 0);
    const granted = waiting.map(({ add, most }) => {
      if (total + add > most) return false;
      total += add;
      return true;
    });
    if (!granted.includes(true)) return { changes: [], result: granted };
    // Kept until a day after the day that it counts, in case the clock of another node is behind.
    const expiresAtMs = (dayOf(nowMs) + 2) * DAY_MS;
    const put = kind.put({ id, version: found?.version ?? 0, body: `${total}`, expiresAtMs });
    return { changes: [put], result: granted };
  });
}

const talliesIn = (records: SideRecords) => new SideKind<string>(records, 'tally');
const dayOf = (nowMs: number): number => Math.floor(nowMs / DAY_MS);
