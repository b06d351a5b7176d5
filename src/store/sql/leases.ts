// Leases: each gives a task to one of all processes of an exchange for a limited time, by the clock of the database.
import { type Leases, LONGEST_LEASE_MS } from '../../ports/lease.ts';
import type { Database } from './database.ts';

/** Takes all leases away from their holders, whose writes then fail because of the new fences. */
export const REVOKE_LEASES = "UPDATE lease SET holder = '', until_ms = 0, fence = fence + 1";

export function leasesIn({ ask, write, nowMs }: Database): Leases {
  // A lease that ends later than the longest possible was taken while the clock was ahead, and is ignored.
  const taken = `SELECT 1 FROM lease WHERE name = ? AND holder <> ? AND until_ms > ${nowMs} AND until_ms <= ${nowMs} + ?`;
  const take = `
    INSERT INTO lease (name, holder, until_ms, note, fence) VALUES (?, ?, ${nowMs} + ?, ?, 1)
    ON CONFLICT (name) DO UPDATE SET
      holder = excluded.holder, until_ms = excluded.until_ms, note = excluded.note,
      fence = lease.fence + CASE lease.holder WHEN excluded.holder THEN 0 ELSE 1 END
    WHERE lease.until_ms <= ${nowMs} OR lease.until_ms > ${nowMs} + ? OR lease.holder = excluded.holder RETURNING fence`;
  return {
    async takeLease({ name, holder, forMs, note = null }) {
      const longestMs = Math.max(forMs, LONGEST_LEASE_MS);
      // Reads first: usually another process holds the lease, and a write would make other writers wait.
      if ((await ask(taken, name, holder, longestMs)).length > 0) return undefined;
      const [row] = await write<{ fence: number }>(take, name, holder, forMs, note, longestMs);
      return row?.fence;
    },

    async releaseLease({ name, holder }) {
      await write('UPDATE lease SET until_ms = 0 WHERE name = ? AND holder = ?', name, holder);
    },
  };
}
