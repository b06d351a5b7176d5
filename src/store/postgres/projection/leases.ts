// Leases in a PostgreSQL database: between all nodes, so by its clock.
import type { Fragment } from 'postgres';
import { type Lease, type Leases, LONGEST_LEASE_MS } from '../../../ports/lease.ts';
import type { Mark } from '../../../ports/records.ts';
import type { Connection } from '../connection.ts';
import type { TimedConnections } from '../timed-connections.ts';

export const leasesIn = (connections: TimedConnections): Leases => ({
  async takeLease({ name, holder, forMs, note = null }) {
    // A lease that ends later than the longest possible was taken while the clock was ahead, and is ignored.
    const longestMs = Math.max(forMs, LONGEST_LEASE_MS);
    const [taken] = await connections.ask(
      (sql) => sql<{ fence: number }[]>`
        INSERT INTO lease (name, holder, until_ms, note, fence)
        VALUES (${name}, ${holder}, ${sql.unsafe(NOW_MS)} + ${forMs}::bigint, ${note}::text, 1)
        ON CONFLICT (name) DO UPDATE SET
          holder = excluded.holder, until_ms = excluded.until_ms, note = excluded.note,
          fence = lease.fence + CASE lease.holder WHEN excluded.holder THEN 0 ELSE 1 END
        WHERE lease.until_ms <= ${sql.unsafe(NOW_MS)}
          OR lease.until_ms > ${sql.unsafe(NOW_MS)} + ${longestMs}::bigint OR lease.holder = excluded.holder RETURNING fence`,
    );
    return taken?.fence;
  },

  async releaseLease({ name, holder }) {
    await connections.ask((sql) => sql`UPDATE lease SET until_ms = 0 WHERE name = ${name} AND holder = ${holder}`);
  },
});

export const NOW_MS = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

export const isPosted = (sql: Connection, { sequence, id }: Mark): Fragment =>
  sql`EXISTS (SELECT 1 FROM journal WHERE journal.sequence = ${sequence} AND journal.id = ${id})`;

/** The start of a statement that writes under a fence: `held` has a row if the fence is valid, and locks the lease until it ends. */
export const underFence = (sql: Connection, name: Lease['name'], fence: number, and = sql`true`): Fragment => sql`
  WITH held AS (SELECT 1 FROM lease WHERE name = ${name} AND fence = ${fence} AND ${and} FOR SHARE)`;
