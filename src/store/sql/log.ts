// The public log's hashes and checkpoints, and the journal's rows as texts.

import {
  LOG_KIND,
  type LogIdentity,
  type LogReads,
  type LogStanding,
  type LogStore,
  STATEMENT_KINDS,
  type StatementRow,
  type StoredCheckpoint,
} from '../../ports/public-log.ts';
import { NONCE_BYTES, ROW_VERSION } from '../../transparency/format/row.ts';
import { columnsOf, number, places, text } from '../rows/fields.ts';
import type { Database, SqlStep } from './database.ts';

/** The database joins the rows, which takes half as long as to return each by itself. Both databases add them up in the order of the subquery. */
const ROWS = `
  SELECT string_agg(bytes, '') AS bytes, string_agg(CAST(octet_length(bytes) AS TEXT), ',') AS lengths FROM (
    SELECT concat_ws('\n', '${' '.repeat(NONCE_BYTES)}${ROW_VERSION}', sequence, id, kind, actor, created_at_ms, receipt) AS bytes
    FROM journal WHERE sequence > ? ORDER BY sequence LIMIT ?) AS page`;

const CHECKPOINTS = columnsOf<StoredCheckpoint>({
  log: number(),
  size: number(),
  root: text(),
  madeAtMs: number(),
  vkey: text(),
  note: text(),
});

/** Runs steps in one transaction; false, after a rollback, if one that `mustHit` returned no row. */
export type Together = (steps: readonly SqlStep[]) => Promise<boolean>;

export function logReads({ ask, nowMs }: Pick<Database, 'ask' | 'nowMs'>): LogReads {
  const standing = `SELECT coalesce((SELECT sequence FROM projection WHERE name = 'log'), 0) AS size,
    (SELECT sequence FROM head) AS head, ${nowMs} AS "nowMs"`;
  const find = async (which: string, ...values: readonly number[]) =>
    (await ask(`SELECT ${CHECKPOINTS.list} FROM log_checkpoints ${which}`, ...values)).map(CHECKPOINTS.recordOf);
  return {
    async logs() {
      const rows = await ask<{ id: string; body: string }>(`SELECT id, body FROM records WHERE kind = '${LOG_KIND}'`);
      return rows
        .map(({ id, body }): LogIdentity => ({ number: Number(id), ...JSON.parse(body) }))
        .toSorted((a, b) => a.number - b.number);
    },

    async logStanding() {
      const [row] = await ask<LogStanding>(standing);
      if (!row) throw new Error('the database answered nothing');
      return { ...row, head: row.head ?? 0 };
    },

    async logRows(after, limit) {
      const [row] = await ask<{ bytes: string | null; lengths: string | null }>(ROWS, after, limit);
      return { bytes: Buffer.from(row?.bytes ?? ''), lengths: row?.lengths?.split(',').map(Number) ?? [] };
    },

    async logTiles(tiles) {
      const found: (Uint8Array | undefined)[] = [];
      for (const { level, index } of tiles) {
        const [row] = await ask<{ hashes: Uint8Array }>(
          'SELECT hashes FROM log_tiles WHERE level = ? AND number = ?',
          level,
          index,
        );
        found.push(row?.hashes);
      }
      return found;
    },

    statements({ order, kind = null, limit }) {
      const after = typeof order === 'object' && 'after' in order ? order.after : 0;
      const before = typeof order === 'object' && 'before' in order ? order.before : Number.MAX_SAFE_INTEGER;
      const direction = typeof order === 'object' && 'after' in order ? 'ASC' : 'DESC';
      return ask<StatementRow>(
        `SELECT sequence, kind, receipt FROM journal WHERE ${IS_STATEMENT} AND sequence > ? AND sequence < ? AND kind = coalesce(?, kind)
        ORDER BY sequence ${direction} LIMIT ?`,
        after,
        before,
        kind,
        limit,
      );
    },

    async lastCheckpoint(log) {
      if (log !== undefined) return (await find('WHERE log = ? ORDER BY size DESC LIMIT 1', log))[0];
      return (await ask(LAST_CHECKPOINT)).map(CHECKPOINTS.recordOf)[0];
    },

    checkpoints: ({ after: { log, size }, limit }) =>
      find('WHERE (size, log) > (?, ?) ORDER BY size, log LIMIT ?', size, log, limit),
  };
}

/** `lasting` must not lose a change in a power failure; `together` may, since hashes are computed again from the journal. */
export function logIn(
  database: Database,
  { together, lasting }: { readonly together: Together; readonly lasting: Together },
): Omit<LogStore, 'takeLease' | 'releaseLease' | 'databaseState'> {
  const { locked } = database;
  const underFence = (fence: number): SqlStep => ({
    text: `SELECT 1 FROM lease WHERE name = 'log' AND fence = ? ${locked}`,
    values: [fence],
    mustHit: true,
  });
  return {
    ...logReads(database),

    addToLog: (tiles, { fence, from, to, lastId }) =>
      together([
        underFence(fence),
        { text: 'SELECT 1 FROM journal WHERE sequence = ? AND id = ?', values: [to, lastId], mustHit: true },
        {
          text: `UPDATE projection SET sequence = ? WHERE name = 'log' AND sequence = ? RETURNING 1`,
          values: [to, from],
          mustHit: true,
        },
        ...tiles.map(({ level, index, nodes }) => ({
          text: `INSERT INTO log_tiles (level, number, hashes) VALUES (?, ?, ?)
            ON CONFLICT (level, number) DO UPDATE SET hashes = excluded.hashes`,
          values: [level, index, nodes],
        })),
      ]),

    restartLog: (fence) =>
      together([underFence(fence), { text: `UPDATE projection SET sequence = 0 WHERE name = 'log'`, values: [] }]),

    putCheckpoint: (checkpoint, fence) =>
      lasting([
        underFence(fence),
        {
          text: `INSERT INTO log_checkpoints (${CHECKPOINTS.list}) VALUES (${places(CHECKPOINTS)})
            ON CONFLICT (size, log) DO UPDATE SET note = excluded.note, vkey = excluded.vkey`,
          values: CHECKPOINTS.valuesOf(checkpoint),
        },
      ]),

    thinCheckpoints: (beforeMs, fence) => together([underFence(fence), { text: THIN, values: [beforeMs] }]),
  };
}

/** In the words of the index `journal_of_statements`, so that databases use it. */
const IS_STATEMENT = `kind IN (${STATEMENT_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

export const LAST_CHECKPOINT = `SELECT ${CHECKPOINTS.list} FROM log_checkpoints ORDER BY log DESC, size DESC LIMIT 1`;

const THIN = `
  DELETE FROM log_checkpoints WHERE (size, log) IN (
    SELECT size, log FROM (
      SELECT size, log, row_number() OVER (PARTITION BY log, made_at_ms / 86400000 ORDER BY size DESC) AS place
      FROM log_checkpoints WHERE made_at_ms < ?) AS dated
    WHERE place > 1)`;
