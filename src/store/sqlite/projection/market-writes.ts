// Writes the market's rows to an SQLite file, in short transactions, so that no commit of the journal waits long for the write lock.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Claim, type MarketChanges, PROJECTION_VERSION } from '../../../ports/projection.ts';
import type { JournalMark } from '../../../ports/records.ts';
import { inGroups, ordersInGroups, type RowToWrite } from '../../rows/market-groups.ts';
import { laterWins, MARKET_TABLES, type Table } from '../../rows/market-tables.ts';
import { CURSOR, DISCARD, REVOKE_LEASE } from '../../sql/market.ts';
import { LeaseLost } from '../../writer/lease-lost.ts';
import type { Prepared } from '../database.ts';
import type { ProjectionConnection } from './connection.ts';

/** Most rows of one transaction, except that a pool with more rows is still written in one. */
const ROWS_AT_ONCE = 200;

export const marketWrites = (connection: ProjectionConnection): MarketChanges => ({
  save: (pools, claim) =>
    write(
      connection,
      inGroups(pools, ROWS_AT_ONCE, (pool) => numberOf(connection, pool)),
      claim,
    ),

  saveOrders: (orders, claim) => write(connection, ordersInGroups(orders, ROWS_AT_ONCE), claim),

  advance: (claim) =>
    connection.write('counted again', (sql) => {
      if (!mayWrite(sql, claim)) return false;
      sql(`UPDATE projection SET sequence = max(sequence, ?) WHERE name = 'market'`).run(claim.mark.sequence);
      return true;
    }),

  clear: (fence) =>
    connection.write('counted again', (sql) => {
      if (!isHeld(sql, fence)) throw new LeaseLost();
      const become = sql(`UPDATE projection SET version = ?, sequence = 0 WHERE name = 'market'`);
      // Version 0 makes readers ignore the rows that remain after this transaction.
      become.run(0);
      // The next audit must compare all rows, not only those that are newer than the last audit.
      sql('DELETE FROM audit_points').run();
      let left = ROWS_AT_ONCE;
      for (const table of MARKET_TABLES) {
        left -= Number(sql(deleteSome(table)).run(left).changes);
        if (left === 0) return false;
      }
      become.run(PROJECTION_VERSION);
      return true;
    }),

  discard: () =>
    connection.write('lasting', (sql) => {
      sql(REVOKE_LEASE).run();
      sql(DISCARD).run();
    }),
});

async function write(
  connection: ProjectionConnection,
  groups: Iterable<readonly RowToWrite[]>,
  claim: Claim,
): Promise<boolean> {
  for (const ready of groups) {
    let beganMs = 0;
    const isWritten = await connection.write('counted again', (sql) => {
      beganMs = performance.now();
      return mayWrite(sql, claim) && put(sql, ready);
    });
    if (!isWritten) return false;
    // Pauses for as long as the write took, since SQLite's write lock has no queue and other writers need it too.
    await sleep(performance.now() - beganMs);
  }
  return true;
}

function mayWrite(sql: Prepared, { fence, mark, from }: Claim): boolean {
  if (!isHeld(sql, fence) || !(mark.sequence === 0 || isPosted(sql, mark))) return false;
  return sql(`${CURSOR} AND sequence >= ?`).get(from) !== undefined;
}

function put(sql: Prepared, ready: readonly RowToWrite[]): true {
  for (const [table, values] of ready) sql(UPSERTS.get(table) as string).run(...values);
  return true;
}

/** True if this process still holds the lease. Must be asked in the transaction that makes the change. */
const isHeld = (sql: Prepared, fence: number): boolean =>
  sql(`SELECT 1 FROM lease WHERE name = 'market' AND fence = ?`).get(fence) !== undefined;

/** True if the journal still contains the transaction. Must be asked in the transaction that makes the change. */
const isPosted = (sql: Prepared, { sequence, id }: JournalMark): boolean =>
  sql('SELECT 1 FROM journal WHERE sequence = ? AND id = ?').get(sequence, id) !== undefined;

const numberOf = (connection: ProjectionConnection, pool: string): number | undefined =>
  connection.ask((sql) => {
    const row = sql('SELECT number FROM pools WHERE address = ?').get(pool);
    return (row as { number: number } | undefined)?.number;
  });

const UPSERTS = new Map(
  MARKET_TABLES.map((table) => {
    const places = Object.keys(table.types).map(() => '?');
    return [table, `INSERT INTO ${table.name} (${table.list}) VALUES (${places.join(', ')}) ${laterWins(table)}`];
  }),
);

const deleteSome = ({ name, key }: Table): string =>
  `DELETE FROM ${name} WHERE (${key.join(', ')}) IN (SELECT ${key.join(', ')} FROM ${name} LIMIT ?)`;
