// Reads the journal from the file itself, independently of the server.
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { type Sent, transactionIdOf } from './client.ts';
import { KINDS } from './orders.ts';

type Entry = { readonly sequence: number; readonly id: string; readonly kind: string; readonly key: string };

/** Every entry of the journal with each idempotency key that is answered with it. */
export function readJournal(database: string): readonly Entry[] {
  const db = new DatabaseSync(database, { readOnly: true, timeout: 60_000 });
  try {
    // One snapshot for both, since a server may be writing.
    db.exec('BEGIN');
    const sql = `SELECT journal.sequence, id, kind, key FROM journal LEFT JOIN replies USING (sequence) ORDER BY sequence`;
    const entries = db.prepare(sql).all() as unknown as Entry[];
    const { head } = db.prepare('SELECT sequence AS head FROM head').get() as { head: number };
    expect(entries.map(({ sequence }) => sequence)).toEqual(Array.from({ length: head }, (_, index) => index + 1));
    return entries;
  } finally {
    db.close();
  }
}

/** Checks that the journal contains the demo market and each of these orders once, and nothing else. */
export function expectEachOnce(database: string, done: readonly Sent[]): void {
  const entries = readJournal(database).filter(({ key }) => !key.startsWith('demo-'));
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  expect(entries.length).toBe(done.length);
  expect(byKey.size).toBe(done.length);
  for (const { order, answer } of done) {
    const entry = byKey.get(order.key);
    expect(entry?.kind).toBe(KINDS[order.call]);
    if (answer && order.call === 'createSwap') expect(transactionIdOf(answer)).toBe(entry?.id);
  }
}
