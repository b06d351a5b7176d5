// The schema in a PostgreSQL database: the table `schema_version` has its version and says which programs may use it.
import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { StoreUnavailable } from '../../ports/store.ts';
import {
  broughtUp,
  excludesPrograms,
  MigrationFailed,
  missingIn,
  newestVersion,
  oldestProgram,
  refusalOf,
  refusalOfOld,
} from '../migrations.ts';
import { REVOKE_LEASES } from '../sql/leases.ts';
import { firstRows, migrationsIn } from '../sql/schema.ts';
import type { Statements } from './connection.ts';

/** The expression of an index: statements that use it must repeat it as it is. A quote within a text of the receipt has a backslash before it. */
export const CLIENT_ID = `substring(receipt, '"clientId":"([^"]+)"')`;

export const MIGRATIONS = migrationsIn({
  types: { NAME: 'text COLLATE "C"', TEXT: 'text', INTEGER: 'bigint', SMALL: 'integer', BYTES: 'bytea' },
  table: '',
  keyedTable: '',
  number: 'number bigint GENERATED ALWAYS AS IDENTITY,',
  balances: `
  CREATE TABLE balances (
    account NAME NOT NULL,
    token   NAME NOT NULL,
    balance numeric(37, 0) NOT NULL,
    PRIMARY KEY (account, token),
    CHECK (balance >= 0 OR account = 'the issuer')
  ) WITH (fillfactor = 50)`,
  auditId: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  isOpen: "(status = 'open')::int",
  clientId: CLIENT_ID,
});

/** The oldest program that may use the schema: read with every head, since a newer program may upgrade the schema while this one runs. */
export const OLDEST = '(SELECT oldest FROM schema_version) AS oldest';

/** The advisory lock under which nodes that start at the same time migrate one after the other: "MILL" in ASCII. */
const MIGRATION_LOCK = 0x4d494c4c;

/** Upgrades the database to the program's schema in one transaction, and returns a message about it; keeps a newer schema as it is. */
export async function migrate(sql: Sql, migrations = MIGRATIONS): Promise<string | undefined> {
  const sinceMs = performance.now();
  const newest = newestVersion(migrations);
  const from = await sql.begin('isolation level read committed', async (transaction) => {
    // The server ends the transaction of a node that is frozen between two statements: the others wait for it.
    await transaction`SELECT set_config('idle_in_transaction_session_timeout', '10s', true), pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await transaction`CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL, oldest integer NOT NULL)`;
    const [row] = await transaction<{ version: number }[]>`SELECT version FROM schema_version`;
    const version = row?.version ?? 0;
    refuseOld(version);
    if (version > newest) {
      const [{ oldest }] = await transaction<[{ oldest: number }]>`SELECT oldest FROM schema_version`;
      refuseNewer(oldest, newest);
    }
    if (version >= newest) return version;
    // A batch of an older program is either committed before this lock, or finds the new version when it gets the lock afterwards.
    if (version > 0) await transaction`SELECT FROM head WHERE id = 1 FOR UPDATE`;
    // Before the tables are changed: all others lock a lease before what they write under it.
    if (excludesPrograms(version, migrations)) await transaction.unsafe(REVOKE_LEASES);
    try {
      for (const { sql: statements } of missingIn(version, migrations)) await transaction.unsafe(statements);
    } catch (error) {
      throw new MigrationFailed(error);
    }
    await transaction`DELETE FROM schema_version`;
    await transaction`INSERT INTO schema_version (version, oldest) VALUES (${newest}, ${oldestProgram(migrations)})`;
    await transaction.unsafe(firstRows(randomBytes(32).toString('hex')));
    return version;
  });
  return from < newest ? broughtUp(from, newest, sinceMs) : undefined;
}

function refuseOld(version: number): void {
  const refusal = refusalOfOld(version, 'create an empty database and use that one (DATABASE_URL)');
  if (refusal !== undefined) throw new StoreUnavailable('failed', refusal);
}

/** Throws if a newer program has upgraded the schema meanwhile, so that this one may not write any more. */
export async function refuseExcluded(sql: Statements): Promise<void> {
  const [{ oldest }] = await sql.unsafe<[{ oldest: number }]>(`SELECT ${OLDEST}`);
  refuseNewer(oldest);
}

/** Throws if the schema is, or has become, one that only newer programs may use. */
export function refuseNewer(oldest: number, known = newestVersion(MIGRATIONS)): void {
  const refusal = refusalOf(oldest, known);
  if (refusal !== undefined) throw new StoreUnavailable('failed', refusal);
}
