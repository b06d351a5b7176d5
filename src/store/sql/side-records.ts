// Side records: small records that are stored outside the journal, such as invitations and passkeys.
import type { SideRecord, SideRecordChange, SideRecords } from '../../ports/side-records.ts';
import { endOf, firstVersion, isSweeping, SIDE_RECORDS } from '../rows/side-records.ts';
import { insertKey, revokeKey } from './access.ts';
import type { Database, SqlStep, Transact } from './database.ts';

/** A row that a change returns: the new version of a record, and the database transaction that wrote it. */
type Written = Pick<SideRecord, 'kind' | 'id' | 'version'> & { readonly written_by: string };

export const sideRecordsIn = ({ ask, unlocked, writtenBy }: Database, transact: Transact): SideRecords => ({
  async find(kind, id) {
    const [row] = await ask(`SELECT ${SIDE_RECORDS.list} FROM records WHERE kind = ? AND id = ?`, kind, id);
    return row && SIDE_RECORDS.recordOf(row);
  },

  async list({ kind, prefix = '', after = '', limit }) {
    const end = endOf(prefix);
    const [before, values] = end === undefined ? ['', []] : ['AND id < ?', [end]];
    const rows = await ask(
      `SELECT ${SIDE_RECORDS.list} FROM records WHERE kind = ? AND id > ? AND id >= ? ${before} ORDER BY id LIMIT ?`,
      ...[kind, after, prefix, ...values, limit],
    );
    return rows.map(SIDE_RECORDS.recordOf);
  },

  async change(changes, { nowMs, keys = [], revokes = [] }) {
    // Every node changes records in the same order, to avoid deadlocks.
    const inOrder = changes.toSorted((a, b) => compare(a.kind, b.kind) || compare(a.id, b.id));
    const sweep = {
      text: `DELETE FROM records WHERE (kind, id) IN (SELECT kind, id FROM records WHERE expires_at_ms <= ? ${unlocked})`,
      values: [nowMs],
    };
    const steps = [
      ...inOrder.map((change) => stepOf(change, nowMs, writtenBy)),
      ...(isSweeping(changes) ? [sweep] : []),
      ...keys.map((key) => insertKey(key)),
      ...revokes.map((id) => revokeKey(id, nowMs)),
    ];
    const done = await transact(steps, (results) => {
      // The transaction is atomic, so one changed record or added key shows whether it was committed.
      const [first] = results.flat().filter((row) => 'written_by' in row) as Written[];
      if (!first) return { text: 'SELECT 1 FROM keys WHERE id = ?', values: [keys[0]?.id ?? null] };
      return {
        text: `SELECT 1 FROM records WHERE kind = ? AND id = ? AND version = ? AND ${writtenBy} = ?`,
        values: [first.kind, first.id, first.version, first.written_by],
      };
    });
    return done !== undefined;
  },
});

function stepOf(
  { kind, id, version, body, expiresAtMs = null, ...change }: SideRecordChange,
  nowMs: number,
  writtenBy: string,
): SqlStep {
  const which = 'kind = ? AND id = ? AND version = ?';
  const returning = `RETURNING kind, id, version, ${writtenBy} AS written_by`;
  if (body === null)
    return {
      text: `DELETE FROM records WHERE ${which} RETURNING 1 AS removed`,
      values: [kind, id, version],
      mustHit: true,
    };
  if (version > 0)
    return {
      text: `UPDATE records SET body = ?, expires_at_ms = ?, version = version + 1 WHERE ${which} ${returning}`,
      values: [body, expiresAtMs, kind, id, version],
      mustHit: true,
    };
  const { first = firstVersion(expiresAtMs, nowMs) } = change;
  return {
    text: `
      INSERT INTO records (${SIDE_RECORDS.list}) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (kind, id) DO UPDATE SET
        version = excluded.version, body = excluded.body, expires_at_ms = excluded.expires_at_ms
      WHERE records.expires_at_ms <= ? ${returning}`,
    values: [kind, id, first, body, expiresAtMs, nowMs],
    mustHit: true,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
