// The schema in a PostgreSQL database: the table `schema_version` counts the migrations applied and says which programs may use it.
import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { StoreUnavailable } from '../../ports/store.ts';
import { broughtUp, MigrationFailed, oldestProgram, refusalOf } from '../migrations.ts';
import { migrationsIn } from '../sql/schema.ts';

export const MIGRATIONS = migrationsIn({
  types: {
    NAME: 'text COLLATE "C"',
    TEXT: 'text',
    INTEGER: 'bigint',
    SMALL: 'integer',
    REAL: 'double precision',
    BYTES: 'bytea',
  },
  table: '',
  keyedTable: '',
  bytewise: 'COLLATE "C"',
  nowMs: 'floor(extract(epoch FROM now()) * 1000)',
  number: 'number bigint GENERATED ALWAYS AS IDENTITY,',
  balances: `
  CREATE TABLE balances (
    account NAME NOT NULL,
    token   NAME NOT NULL,
    amount  numeric(37, 0) NOT NULL,
    PRIMARY KEY (account, token),
    CHECK (amount >= 0 OR account = 'the issuer')
  ) WITH (fillfactor = 50)`,
  oldestProgram: 'ALTER TABLE schema_version ADD COLUMN oldest integer NOT NULL DEFAULT 1',
  completeReceipts: `
  UPDATE journal SET
    transfers = replace(replace(transfers,
      '"pool ' || number || '"', to_json('pool ' || address)::text),
      '"pool ' || number || ' fees"', to_json('pool ' || address || ' fees')::text),
    -- As text, so that every digit of an amount stays.
    receipt = CASE WHEN kind = 'collectFees' THEN receipt ELSE left(receipt, -1)
      || ',"account":' || (transfers::json #> '{0,0}')
      || CASE WHEN kind = 'provide' THEN ',"locked":'
           || CASE json_array_length(transfers::json) WHEN 4 THEN 1000 ELSE 0 END ELSE '' END
      || CASE WHEN (receipt::json #>> '{fees,ref}')::numeric > 0
           THEN ',"referrer":' || (transfers::json #> '{-1,1}') ELSE '' END || '}' END
  FROM pools WHERE kind IN ('swap', 'provide', 'refund', 'collectFees') AND address = receipt::json ->> 'pool'`,
  fillParties: `
  -- A receipt with a reference is not read as JSON, because the reference may hold what a text cannot.
  INSERT INTO parties (account, sequence)
    SELECT DISTINCT party, sequence FROM journal,
      LATERAL (VALUES
        (CASE kind WHEN 'deposit' THEN transfers::json #>> '{0,1}' WHEN 'withdraw' THEN transfers::json #>> '{0,0}'
          WHEN 'collectFees' THEN receipt::json ->> 'to' ELSE receipt::json ->> 'account' END),
        (CASE WHEN kind = 'swap' AND (receipt::json #>> '{fees,ref}')::numeric > 0
          THEN receipt::json ->> 'referrer' END)) AS named (party)
    WHERE party <> actor`,
  fillMovements: `
  INSERT INTO movements (kind, account, token, reference, sequence)
    SELECT kind, transfers::json #>> CASE kind WHEN 'deposit' THEN '{0,1}'::text[] ELSE '{0,0}' END,
      transfers::json #>> '{0,2}', substring(receipt FROM '"reference":("(?:[^"\\\\]|\\\\.)*")'), sequence
    FROM journal WHERE kind IN ('deposit', 'withdraw')`,
  auditId: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  isOpen: "(status = 'open')::int",
  // The constraint keeps an older program that is still running from ending requests without an event.
  checkEnds: `
  ALTER TABLE chain_orders ADD CHECK ((status = 'pending') = (event IS NULL) AND (event IS NULL) = (ended_at_ms IS NULL));`,
});

/** The oldest program that may use the schema: read with every head, since a newer program may upgrade the schema while this one runs. */
export const OLDEST = '(SELECT oldest FROM schema_version) AS oldest';

/** The advisory lock under which nodes that start at the same time migrate one after the other: "MILL" in ASCII. */
const MIGRATION_LOCK = 0x4d494c4c;

/** Upgrades the database to this program's schema in one transaction, and returns a message about it; keeps a newer schema as it is. */
export async function migrate(sql: Sql): Promise<string | undefined> {
  const sinceMs = performance.now();
  const from = await sql.begin('isolation level read committed', async (transaction) => {
    await transaction`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await transaction`CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)`;
    const [row] = await transaction<{ version: number }[]>`SELECT version FROM schema_version`;
    const version = row?.version ?? 0;
    if (version > MIGRATIONS.length) {
      const [{ oldest }] = await transaction<[{ oldest: number }]>`SELECT oldest FROM schema_version`;
      refuseNewer(oldest);
    }
    if (version >= MIGRATIONS.length) return version;
    // A batch of an older program is either committed before this lock, or finds the new version when it gets the lock afterwards.
    if (version > 0) await transaction`SELECT FROM head WHERE id = 1 FOR UPDATE`;
    try {
      for (const { sql: statements } of MIGRATIONS.slice(version)) await transaction.unsafe(statements);
    } catch (error) {
      throw new MigrationFailed(error);
    }
    await transaction`DELETE FROM schema_version`;
    await transaction`
      INSERT INTO schema_version (version, oldest) VALUES (${MIGRATIONS.length}, ${oldestProgram(MIGRATIONS)})`;
    const factory = randomBytes(32).toString('hex');
    await transaction`INSERT INTO head (id, factory, sequence) VALUES (1, ${factory}, 0) ON CONFLICT DO NOTHING`;
    return version;
  });
  return from < MIGRATIONS.length ? broughtUp(from, MIGRATIONS.length, sinceMs) : undefined;
}

/** Throws if the schema is, or has become, one that only newer programs may use. */
export function refuseNewer(oldest: number): void {
  const refusal = refusalOf(oldest, MIGRATIONS.length);
  if (refusal !== undefined) throw new StoreUnavailable('failed', refusal);
}
