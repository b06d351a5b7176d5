// What is counted of the market, written to an SQLite file in transactions so short that no commit waits for them.
import { setTimeout as sleep } from 'node:timers/promises';
import { type PoolRows, PROJECTION_VERSION, type Projection } from '../../exchange/projection.ts';
import { IS_OURS } from '../market-questions.ts';
import { rowsOf } from '../market-rows.ts';
import { columnsOf, laterWins, MARKET_TABLES, type Table, type Values } from '../market-tables.ts';
import { PassedOn } from '../passed-on.ts';
import type { Beside, Prepared } from './beside.ts';
import { isHeld } from './leases.ts';

/** Rows that are written in one transaction, but for those of a pool that has more. */
const ROWS_AT_ONCE = 200;

type Ready = readonly (readonly [Table, Values])[];

export const marketWrites = (beside: Beside): Pick<Projection, 'save' | 'advance' | 'clear'> => ({
  async save(pools, fence) {
    for (const ready of inGroups(beside, pools)) {
      let beganMs = 0;
      const isWritten = await beside.write('counted again', (sql) => {
        beganMs = performance.now();
        return mayWrite(sql, fence) && put(sql, ready);
      });
      if (!isWritten) return false;
      // Half of the time is for others, since nobody queues for the lock.
      await sleep(performance.now() - beganMs);
    }
    return true;
  },

  advance: (sequence, fence) =>
    beside.write('counted again', (sql) => {
      if (!mayWrite(sql, fence)) return false;
      sql(`UPDATE projection SET sequence = ? WHERE name = 'market'`).run(sequence);
      return true;
    }),

  clear: (fence) =>
    beside.write('counted again', (sql) => {
      if (!isHeld(sql, 'market', fence)) throw new PassedOn();
      const become = sql(`UPDATE projection SET version = ?, sequence = 0 WHERE name = 'market'`);
      // What is left of the rows counts no more.
      become.run(0);
      let left = ROWS_AT_ONCE;
      for (const table of MARKET_TABLES) {
        left -= Number(sql(deleteSome(table)).run(left).changes);
        if (left === 0) return false;
      }
      become.run(PROJECTION_VERSION);
      return true;
    }),
});

const mayWrite = (sql: Prepared, fence: number): boolean =>
  isHeld(sql, 'market', fence) && sql(`SELECT 1 WHERE ${IS_OURS}`).get() !== undefined;

function put(sql: Prepared, ready: Ready): true {
  for (const [table, values] of ready) sql(UPSERTS.get(table) as string).run(...values);
  return true;
}

/** The rows of as many whole pools as are written at once, made ready when they are asked for. */
function* inGroups(beside: Beside, pools: readonly PoolRows[]): Generator<Ready> {
  let group: (readonly [Table, Values])[] = [];
  for (const rows of pools) {
    const found = beside.ask((sql) => sql('SELECT number FROM pools WHERE address = ?').get(rows.pool));
    // A pool that a rewind has taken back has no rows.
    if (!found) continue;
    const ready = rowsOf(rows, (found as { number: number }).number);
    if (group.length > 0 && group.length + ready.length > ROWS_AT_ONCE) {
      yield group;
      group = [];
    }
    group.push(...ready);
  }
  if (group.length > 0) yield group;
}

const UPSERTS = new Map(
  MARKET_TABLES.map((table) => {
    const places = Object.keys(table.columns).map(() => '?');
    return [table, `INSERT INTO ${table.name} (${columnsOf(table)}) VALUES (${places.join(', ')}) ${laterWins(table)}`];
  }),
);

const deleteSome = ({ name, key }: Table): string =>
  `DELETE FROM ${name} WHERE (${key.join(', ')}) IN (SELECT ${key.join(', ')} FROM ${name} LIMIT ?)`;
