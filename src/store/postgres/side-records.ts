// Small records beside the journal, in a PostgreSQL database.
import type { SideRecordChange, SideRecords } from '../../ports/side-records.ts';
import { endOf, firstVersion, REPLACED, SIDE_COLUMNS, type SideRow, toSideRecord } from '../rows/side-records.ts';
import type { Connection, Transaction } from './connection.ts';
import { keyRows } from './inserts.ts';

type Ask = <T>(work: (sql: Connection) => PromiseLike<T>) => Promise<T>;

/** Thrown to roll everything back. */
const OUTDATED = Symbol('outdated');

export const postgresSideRecords = ({ ask, transact }: { readonly ask: Ask; readonly transact: Ask }): SideRecords => ({
  async find(kind, id) {
    const [row] = await ask(
      (sql) => sql<SideRow[]>`SELECT ${sql.unsafe(SIDE_COLUMNS)} FROM records WHERE kind = ${kind} AND id = ${id}`,
    );
    return row && toSideRecord(row);
  },

  async list({ kind, prefix = '', after = '', limit }) {
    const end = endOf(prefix);
    const rows = await ask(
      (sql) => sql<SideRow[]>`
        SELECT ${sql.unsafe(SIDE_COLUMNS)} FROM records
        WHERE kind = ${kind} AND id > ${after} AND id >= ${prefix} ${end === undefined ? sql`` : sql`AND id < ${end}`}
        ORDER BY id LIMIT ${limit}`,
    );
    return rows.map(toSideRecord);
  },

  async change(changes, { nowMs, keys = [], revokes = [] }) {
    // In one order on every node, so that no two wait for each other.
    const inOrder = changes.toSorted((a, b) => compare(a.kind, b.kind) || compare(a.id, b.id));
    try {
      await transact((sql) =>
        sql.begin('isolation level read committed', async (one) => {
          for (const change of inOrder) await apply(one, change, nowMs);
          await one`
            DELETE FROM records WHERE (kind, id) IN (
              SELECT kind, id FROM records WHERE expires_at_ms <= ${nowMs} FOR UPDATE SKIP LOCKED)`;
          if (keys.length > 0) await one`INSERT INTO keys ${keyRows(one, keys)}`;
          if (revokes.length > 0)
            await one`UPDATE keys SET revoked_at_ms = ${nowMs} WHERE id IN ${one(revokes)} AND revoked_at_ms IS NULL`;
        }),
      );
      return true;
    } catch (error) {
      if (error === OUTDATED) return false;
      throw error;
    }
  },
});

async function apply(
  sql: Transaction,
  { kind, id, version, body, expiresAtMs = null }: SideRecordChange,
  nowMs: number,
): Promise<void> {
  const { count } =
    body === null
      ? await sql`DELETE FROM records WHERE kind = ${kind} AND id = ${id} AND version = ${version}`
      : version === 0
        ? await sql`
            INSERT INTO records (${sql.unsafe(SIDE_COLUMNS)})
            VALUES (${kind}, ${id}, ${firstVersion(expiresAtMs, nowMs)}, ${body}, ${expiresAtMs})
            ON CONFLICT (kind, id) DO UPDATE SET ${sql.unsafe(REPLACED)} WHERE records.expires_at_ms <= ${nowMs}`
        : await sql`
            UPDATE records SET body = ${body}, expires_at_ms = ${expiresAtMs}, version = version + 1
            WHERE kind = ${kind} AND id = ${id} AND version = ${version}`;
  if (count !== 1) throw OUTDATED;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
