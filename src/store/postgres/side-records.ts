// Small records beside the journal, in a PostgreSQL database.
import type { SideRecordChange, SideRecords } from '../../ports/side-records.ts';
import {
  endOf,
  firstVersion,
  isSweeping,
  REPLACED,
  SIDE_COLUMNS,
  type SideRow,
  toSideRecord,
} from '../rows/side-records.ts';
import type { Transaction } from './connection.ts';
import { keyRows } from './inserts.ts';
import { type Ask, transactOnce } from './transact-once.ts';

/** A version of a record, and the id of the transaction that wrote it. */
type Written = Pick<SideRecordChange, 'kind' | 'id'> & { readonly version: number; readonly transaction: string };

/** Thrown to roll back. */
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
    // In the same order on every node, to avoid deadlocks.
    const inOrder = changes.toSorted((a, b) => compare(a.kind, b.kind) || compare(a.id, b.id));
    const work = async (one: Transaction) => {
      const written: Written[] = [];
      for (const change of inOrder) written.push(...(await apply(one, change, nowMs)));
      if (isSweeping(changes))
        await one`
        DELETE FROM records WHERE (kind, id) IN (
          SELECT kind, id FROM records WHERE expires_at_ms <= ${nowMs} FOR UPDATE SKIP LOCKED)`;
      if (keys.length > 0) await one`INSERT INTO keys ${keyRows(one, keys)}`;
      if (revokes.length > 0)
        await one`UPDATE keys SET revoked_at_ms = ${nowMs} WHERE id IN ${one(revokes)} AND revoked_at_ms IS NULL`;
      return written;
    };
    // Everything was committed or nothing, so one record or key shows which.
    const hasLanded = async ([first]: readonly Written[]) => {
      const [key] = keys;
      const found = await ask((sql) =>
        first
          ? sql`SELECT FROM records WHERE kind = ${first.kind} AND id = ${first.id} AND version = ${first.version}
              AND xmin::text = ${first.transaction}`
          : sql`SELECT FROM keys WHERE id = ${key?.id ?? null}`,
      );
      return found.count === 1;
    };
    try {
      await transactOnce(transact, work, hasLanded);
      return true;
    } catch (error) {
      if (error === OUTDATED) return false;
      throw error;
    }
  },
});

/** The written version; empty if the record was removed. */
async function apply(
  sql: Transaction,
  { kind, id, version, body, expiresAtMs = null }: SideRecordChange,
  nowMs: number,
): Promise<readonly Written[]> {
  if (body === null) {
    const { count } = await sql`DELETE FROM records WHERE kind = ${kind} AND id = ${id} AND version = ${version}`;
    if (count !== 1) throw OUTDATED;
    return [];
  }
  const written =
    version === 0
      ? await sql<Written[]>`
          INSERT INTO records (${sql.unsafe(SIDE_COLUMNS)})
          VALUES (${kind}, ${id}, ${firstVersion(expiresAtMs, nowMs)}, ${body}, ${expiresAtMs})
          ON CONFLICT (kind, id) DO UPDATE SET ${sql.unsafe(REPLACED)} WHERE records.expires_at_ms <= ${nowMs}
          RETURNING kind, id, version, xmin::text AS transaction`
      : await sql<Written[]>`
          UPDATE records SET body = ${body}, expires_at_ms = ${expiresAtMs}, version = version + 1
          WHERE kind = ${kind} AND id = ${id} AND version = ${version}
          RETURNING kind, id, version, xmin::text AS transaction`;
  if (written.length !== 1) throw OUTDATED;
  return written;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
