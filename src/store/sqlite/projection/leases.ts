// Leases in an SQLite file: between processes of one machine, so by its clock.
import { type Lease, type Leases, LONGEST_LEASE_MS } from '../../../ports/lease.ts';
import type { Mark } from '../../../ports/records.ts';
import type { Prepared, ProjectionConnection } from './connection.ts';

export const leasesIn = (connection: ProjectionConnection): Leases => ({
  async takeLease({ name, holder, forMs, note = null }) {
    // Checked by a read first: usually another process holds it, and a write would disturb others.
    const longestMs = Math.max(forMs, LONGEST_LEASE_MS);
    if (connection.ask((sql) => isTaken(sql, name, holder, longestMs))) return undefined;
    const taken = await connection.write('counted again', (sql) => {
      const nowMs = Date.now();
      return sql(TAKE).get(name, holder, nowMs + forMs, note, nowMs, nowMs + longestMs) as
        | { fence: number }
        | undefined;
    });
    return taken?.fence;
  },

  async releaseLease({ name, holder }) {
    await connection.write('counted again', (sql) =>
      sql('UPDATE lease SET until_ms = 0 WHERE name = ? AND holder = ?').run(name, holder),
    );
  },
});

/** Must be asked in the transaction that makes the change. */
export const isHeld = (sql: Prepared, name: Lease['name'], fence: number): boolean =>
  sql('SELECT 1 FROM lease WHERE name = ? AND fence = ?').get(name, fence) !== undefined;

/** Must be asked in the transaction that makes the change. */
export const isPosted = (sql: Prepared, { sequence, id }: Mark): boolean =>
  sql('SELECT 1 FROM journal WHERE sequence = ? AND id = ?').get(sequence, id) !== undefined;

/** A lease that ends later than the longest possible was taken while the clock was ahead, and is ignored. */
function isTaken(sql: Prepared, name: string, holder: string, longestMs: number): boolean {
  const nowMs = Date.now();
  const taken = sql('SELECT 1 FROM lease WHERE name = ? AND holder <> ? AND until_ms > ? AND until_ms <= ?');
  return taken.get(name, holder, nowMs, nowMs + longestMs) !== undefined;
}

const TAKE = `
  INSERT INTO lease (name, holder, until_ms, note, fence) VALUES (?, ?, ?, ?, 1)
  ON CONFLICT (name) DO UPDATE SET
    holder = excluded.holder, until_ms = excluded.until_ms, note = excluded.note, fence = fence + (holder <> excluded.holder)
  WHERE until_ms <= ? OR until_ms > ? OR holder = excluded.holder RETURNING fence`;
