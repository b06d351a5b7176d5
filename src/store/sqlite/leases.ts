// Leases in an SQLite file, between processes of one machine and so by its clock.
import type { Lease, Leases } from '../../exchange/lease.ts';
import type { Mark } from '../../exchange/store.ts';
import type { Beside, Prepared } from './beside.ts';

export const leasesIn = (beside: Beside): Leases => ({
  async takeLease({ name, holder, forMs }) {
    // Most often another has it, who is not to be disturbed.
    if (beside.ask((sql) => isTaken(sql, name, holder))) return undefined;
    const taken = await beside.write('counted again', (sql) => {
      const nowMs = Date.now();
      return sql(TAKE).get(name, holder, nowMs + forMs, nowMs) as { fence: number } | undefined;
    });
    return taken?.fence;
  },

  async releaseLease({ name, holder }) {
    await beside.write('counted again', (sql) =>
      sql('UPDATE lease SET until_ms = 0 WHERE name = ? AND holder = ?').run(name, holder),
    );
  },
});

/** To be asked in the transaction that changes something. */
export const isHeld = (sql: Prepared, name: Lease['name'], fence: number): boolean =>
  sql('SELECT 1 FROM lease WHERE name = ? AND fence = ?').get(name, fence) !== undefined;

/** Likewise. */
export const isPosted = (sql: Prepared, { sequence, id }: Mark): boolean =>
  sql('SELECT 1 FROM journal WHERE sequence = ? AND id = ?').get(sequence, id) !== undefined;

const isTaken = (sql: Prepared, name: string, holder: string): boolean =>
  sql('SELECT 1 FROM lease WHERE name = ? AND holder <> ? AND until_ms > ?').get(name, holder, Date.now()) !==
  undefined;

const TAKE = `
  INSERT INTO lease (name, holder, until_ms, fence) VALUES (?, ?, ?, 1)
  ON CONFLICT (name) DO UPDATE SET
    holder = excluded.holder, until_ms = excluded.until_ms, fence = fence + (holder <> excluded.holder)
  WHERE until_ms <= ? OR holder = excluded.holder RETURNING fence`;
