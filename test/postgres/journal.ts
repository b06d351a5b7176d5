// Reads the journal from the database itself, independently of the nodes.
import postgres from 'postgres';
import { expect } from 'vitest';
import { type Sent, transactionIdOf } from '../crash/client.ts';
import { KINDS } from '../crash/orders.ts';

type Entry = { readonly sequence: number; readonly id: string; readonly kind: string; readonly key: string };

/** Every entry of the journal with each idempotency key that is answered with it. */
export async function readJournal(url: string): Promise<readonly Entry[]> {
  const sql = postgres(url, { max: 1 });
  try {
    const entries = await sql<Entry[]>`
      SELECT journal.sequence::int, id, kind, coalesce(key, '') AS key
      FROM journal LEFT JOIN replies USING (sequence) ORDER BY sequence`;
    const [head] = await sql`SELECT sequence::int FROM head`;
    expect(entries.map(({ sequence }) => sequence)).toEqual(Array.from({ length: head?.sequence }, (_, at) => at + 1));
    return entries;
  } finally {
    await sql.end();
  }
}

/** Checks that the journal contains the demo market and each of these orders once, and nothing else. */
export async function expectEachOnce(url: string, done: readonly Sent[]): Promise<void> {
  const entries = (await readJournal(url)).filter(({ key }) => !key.startsWith('demo-'));
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  expect(entries.length).toBe(done.length);
  expect(byKey.size).toBe(done.length);
  for (const { order, answer } of done) {
    const entry = byKey.get(order.key);
    expect(entry?.kind).toBe(KINDS[order.call]);
    if (answer && order.call === 'createSwap') expect(transactionIdOf(answer)).toBe(entry?.id);
  }
}
