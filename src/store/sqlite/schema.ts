// The schema in an SQLite file: PRAGMA user_version is its version, `oldest_program` says which programs may use it.
import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  broughtUp,
  excludesPrograms,
  type Migration,
  MigrationFailed,
  missingIn,
  newestVersion,
  oldestProgram,
  refusalOf,
  refusalOfOld,
} from '../migrations.ts';
import { REVOKE_LEASES } from '../sql/leases.ts';
import { firstRows, migrationsIn } from '../sql/schema.ts';
import { inTransaction } from './transaction.ts';

/** "MILL" in ASCII, in the file's header, so that another program's database is never written to. */
const APPLICATION_ID = 0x4d494c4c;

/** The expression of an index: statements that use it must repeat it as it is. */
export const CLIENT_ID = "CASE WHEN json_valid(receipt) THEN json_extract(receipt, '$.clientId') END";

export const MIGRATIONS = migrationsIn({
  types: { NAME: 'TEXT', TEXT: 'TEXT', INTEGER: 'INTEGER', SMALL: 'INTEGER', BYTES: 'BLOB' },
  table: 'STRICT',
  keyedTable: 'STRICT, WITHOUT ROWID',
  number: '',
  balances: `
  CREATE TABLE balances (
    account NAME NOT NULL,
    token   NAME NOT NULL,
    balance TEXT NOT NULL,
    PRIMARY KEY (account, token),
    CHECK (length(balance) <= 38 AND balance NOT GLOB '*[^-0-9]*'),
    CHECK (balance NOT LIKE '-%' OR account = 'the issuer')
  ) STRICT, WITHOUT ROWID`,
  auditId: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  isOpen: "(status = 'open')",
  clientId: CLIENT_ID,
});

const KNOWN = newestVersion(MIGRATIONS);

/** A file cannot be used as an exchange; the message says why. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch';
}

/** Throws unless the file is empty or an exchange that a program of this version may run on; changes nothing. */
export function refuseForeign(db: DatabaseSync, known = KNOWN): void {
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (isEmpty) return;
  // The id is read after the tables, with which it is committed: another process may be creating the exchange right now.
  if (pragma(db, 'application_id') !== APPLICATION_ID) {
    throw new SchemaMismatch('it is a database of another program');
  }
  const version = versionOf(db);
  const tooOld = refusalOfOld(version, startAnew(db));
  if (tooOld !== undefined) throw new SchemaMismatch(tooOld);
  if (version <= known) return;
  const { oldest } = db.prepare('SELECT version AS oldest FROM oldest_program').get() as { oldest: number };
  refuseNewer(oldest, known);
}

/** Throws if a newer program has upgraded the schema meanwhile, so that this one may not write any more. */
export function refuseExcluded(sql: (text: string) => StatementSync): void {
  const { oldest } = sql('SELECT version AS oldest FROM oldest_program').get() as { oldest: number };
  refuseNewer(oldest);
}

/** Throws if only newer programs may now use the schema. */
export function refuseNewer(oldest: number, known = KNOWN): void {
  const refusal = refusalOf(oldest, known);
  if (refusal !== undefined) throw new SchemaMismatch(refusal);
}

/** The files named after the database are its write-ahead log and the key of its public log. */
const startAnew = (db: DatabaseSync): string =>
  `move ${basename(db.location() ?? '')}* to another folder, and the next start creates a new exchange`;

/** Upgrades the file to the program's schema in one transaction, and returns a message about it; several processes may try at once. */
export function migrate(db: DatabaseSync, migrations = MIGRATIONS): string | undefined {
  const newest = newestVersion(migrations);
  refuseForeign(db, newest);
  if (versionOf(db) >= newest) return undefined;
  const sinceMs = performance.now();
  const from = inTransaction(db, () => {
    refuseForeign(db, newest);
    const version = versionOf(db);
    if (version < newest) runMigrations(db, migrations);
    return version;
  });
  return from < newest ? broughtUp(from, newest, sinceMs) : undefined;
}

function runMigrations(db: DatabaseSync, migrations: readonly Migration[]): void {
  if (excludesPrograms(versionOf(db), migrations)) db.exec(REVOKE_LEASES);
  try {
    for (const { sql } of missingIn(versionOf(db), migrations)) db.exec(sql);
  } catch (error) {
    throw new MigrationFailed(error);
  }
  db.exec(`
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = ${newestVersion(migrations)};
    CREATE TABLE IF NOT EXISTS oldest_program (version INTEGER NOT NULL) STRICT;
    DELETE FROM oldest_program;
    INSERT INTO oldest_program (version) VALUES (${oldestProgram(migrations)});
    ${firstRows(randomBytes(32).toString('hex'))}`);
}

/** The version of the schema; 0 if the file is not an exchange. */
const versionOf = (db: DatabaseSync): number =>
  pragma(db, 'application_id') === APPLICATION_ID ? Number(pragma(db, 'user_version')) : 0;

const pragma = (db: DatabaseSync, name: string): unknown => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
