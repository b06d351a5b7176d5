// Writes the market's rows to an SQLite file, in transactions so short that no commit waits for them.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Claim, type MarketChanges, PROJECTION_VERSION } from '../../../ports/projection.ts';
import { inGroups, ordersInGroups, type Ready } from '../../rows/market-groups.ts';
import { CURSOR, DISCARD, PASS_ON } from '../../rows/market-questions.ts';
import { columnsOf, laterWins, MARKET_TABLES, type Table } from '../../rows/market-tables.ts';
import { LeaseLost } from '../../writer/lease-lost.ts';
import type { Prepared, ProjectionConnection } from './connection.ts';
import { isHeld, isPosted } from './leases.ts';

/** Rows of one transaction; a pool with more rows is still written at once. */
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
      if (!isHeld(sql, 'market', fence)) throw new LeaseLost();
      const become = sql(`UPDATE projection SET version = ?, sequence = 0 WHERE name = 'market'`);
      // The remaining rows are ignored from here on.
      become.run(0);
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
      sql(PASS_ON).run();
      sql(DISCARD).run();
    }),
});

async function write(
  connection: ProjectionConnection,
  groups: Iterable<readonly Ready[]>,
  claim: Claim,
): Promise<boolean> {
  for (const ready of groups) {
    let beganMs = 0;
    const isWritten = await connection.write('counted again', (sql) => {
      beganMs = performance.now();
      return mayWrite(sql, claim) && put(sql, ready);
    });
    if (!isWritten) return false;
    // Pauses as long as it wrote, since SQLite's lock has no queue and others need it too.
    await sleep(performance.now() - beganMs);
  }
  return true;
}

function mayWrite(sql: Prepared, { fence, mark, from }: Claim): boolean {
  if (!isHeld(sql, 'market', fence) || !(mark.sequence === 0 || isPosted(sql, mark))) return false;
  return sql(`${CURSOR} AND sequence >= ?`).get(from) !== undefined;
}

function put(sql: Prepared, ready: readonly Ready[]): true {
  for (const [table, values] of ready) sql(UPSERTS.get(table) as string).run(...values);
  return true;
}

const numberOf = (connection: ProjectionConnection, pool: string): number | undefined =>
  connection.ask((sql) => {
    const row = sql('SELECT number FROM pools WHERE address = ?').get(pool);
    return (row as { number: number } | undefined)?.number;
  });

const UPSERTS = new Map(
  MARKET_TABLES.map((table) => {
    const places = Object.keys(table.columns).map(() => '?');
    return [table, `INSERT INTO ${table.name} (${columnsOf(table)}) VALUES (${places.join(', ')}) ${laterWins(table)}`];
  }),
);

const deleteSome = ({ name, key }: Table): string =>
  `DELETE FROM ${name} WHERE (${key.join(', ')}) IN (SELECT ${key.join(', ')} FROM ${name} LIMIT ?)`;
