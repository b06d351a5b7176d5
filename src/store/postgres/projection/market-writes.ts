// Writes the market's rows to a PostgreSQL database. Each write is a single statement, so that a lost connection cannot leave half of it.
import type { Fragment } from 'postgres';
import { type Claim, type MarketChanges, PROJECTION_VERSION } from '../../../ports/projection.ts';
import { inGroups, ordersInGroups, type RowToWrite } from '../../rows/market-groups.ts';
import { laterWins, MARKET_TABLES, ORDERS, type Table } from '../../rows/market-tables.ts';
import { CURSOR, DISCARD, REVOKE_LEASE } from '../../sql/market.ts';
import { LeaseLost } from '../../writer/lease-lost.ts';
import type { Connection } from '../connection.ts';
import type { TimedConnections } from '../timed-connections.ts';

/** Most rows of one statement, unless a single pool has more; also the most rows that one statement deletes from each table. */
const ROWS_AT_ONCE = 2000;

export const marketWrites = (connections: TimedConnections): MarketChanges => ({
  async save(pools, claim) {
    const numbers = await numbersOf(
      connections,
      pools.map(({ pool }) => pool),
    );
    const groups = inGroups(pools, ROWS_AT_ONCE, (pool) => numbers.get(pool));
    return write(connections, groups, POOL_TABLES, claim);
  },

  saveOrders: (orders, claim) => write(connections, ordersInGroups(orders, ROWS_AT_ONCE), [ORDERS], claim),

  async advance(claim) {
    const moved = await connections.ask(
      (sql) => sql`
        ${underClaim(sql, claim)}
        UPDATE projection SET sequence = greatest(sequence, ${claim.mark.sequence}) FROM held WHERE name = 'market'`,
    );
    return moved.count === 1;
  },

  async clear(fence) {
    const [row] = await connections.ask(
      (sql) => sql<{ version: number }[]>`
      ${underFence(sql, fence)} ${sql.unsafe(GONE)}
      -- The next audit must compare all rows, not only those that are newer than the last audit.
      , points_gone AS (DELETE FROM audit_points USING held)
      -- The remaining rows are ignored from here on.
      UPDATE projection SET sequence = 0, version = CASE WHEN ${sql.unsafe(NONE_LEFT)} THEN ${PROJECTION_VERSION} ELSE 0 END
      FROM held WHERE name = 'market' RETURNING version`,
    );
    if (!row) throw new LeaseLost();
    return row.version === PROJECTION_VERSION;
  },

  async discard() {
    // Locks the lease before the projection, as all other writes do, to avoid deadlocks.
    await connections.ask((sql) =>
      sql.unsafe(`WITH passed AS (${REVOKE_LEASE} RETURNING 1) ${DISCARD} AND EXISTS (SELECT 1 FROM passed)`),
    );
  },
});

const POOL_TABLES = MARKET_TABLES.filter((table) => table !== ORDERS);

async function write(
  connections: TimedConnections,
  groups: Iterable<readonly RowToWrite[]>,
  tables: readonly Table[],
  claim: Claim,
): Promise<boolean> {
  for (const ready of groups) {
    const [row] = await connections.ask(
      (sql) => sql<{ held: number }[]>`
        ${underClaim(sql, claim)} ${tables.map((table) => put(sql, table, ready))}
        SELECT count(*) AS held FROM held`,
    );
    if (row?.held !== 1) return false;
  }
  return true;
}

/** The start of a statement that writes only if the fence is valid: `held` then has a row, and locks the lease until the statement ends. */
const underFence = (sql: Connection, fence: number, and = sql`true`): Fragment => sql`
  WITH held AS (SELECT 1 FROM lease WHERE name = 'market' AND fence = ${fence} AND ${and} FOR SHARE)`;

const underClaim = (sql: Connection, { fence, mark, from }: Claim): Fragment =>
  underFence(
    sql,
    fence,
    sql`EXISTS (${sql.unsafe(CURSOR)} AND sequence >= ${from}) AND (${mark.sequence}::bigint = 0
      OR EXISTS (SELECT 1 FROM journal WHERE journal.sequence = ${mark.sequence} AND journal.id = ${mark.id}))`,
  );

async function numbersOf(
  connections: TimedConnections,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await connections.ask(
    (sql) => sql<{ address: string; number: number }[]>`
      SELECT address, number FROM pools WHERE address = ANY (${[...addresses]}::text[])`,
  );
  return new Map(rows.map(({ address, number }) => [address, number]));
}

/** Each column is one array parameter, so the text is the same for any number of rows. */
function put(sql: Connection, table: Table, ready: readonly RowToWrite[]): Fragment {
  const rows = ready.filter(([of]) => of === table).map(([, values]) => values);
  const columns = Object.values(table.types).map((type, index) => {
    const column = rows.map((values) => values[index]) as string[];
    return sql`${sql.unsafe(index === 0 ? '' : ',')} ${column}::${sql.unsafe(type)}[]`;
  });
  return sql`
    , ${sql(`${table.name}_put`)} AS (
      INSERT INTO ${sql(table.name)} (${sql.unsafe(table.list)})
      SELECT ready.* FROM held, unnest(${columns}) AS ready ${sql.unsafe(laterWins(table))})`;
}

const GONE = MARKET_TABLES.map(
  ({ name }) => `, ${name}_gone AS (
    DELETE FROM ${name} USING held
    WHERE ${name}.ctid = ANY (ARRAY (SELECT ctid FROM ${name} LIMIT ${ROWS_AT_ONCE})) RETURNING 1)`,
).join('');
const NONE_LEFT = MARKET_TABLES.map(({ name }) => `NOT EXISTS (SELECT 1 FROM ${name}_gone)`).join(' AND ');
