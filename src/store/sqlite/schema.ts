// The schema in an SQLite file: PRAGMA user_version counts the migrations applied, `oldest_program` says which programs may use it.
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { broughtUp, MigrationFailed, oldestProgram, refusalOf } from '../migrations.ts';
import { migrationsIn } from '../sql/schema.ts';
import { inTransaction } from './transaction.ts';

/** "MILL" in ASCII, in the file's header, so that another program's database is never written to. */
const APPLICATION_ID = 0x4d494c4c;

export const MIGRATIONS = migrationsIn({
  types: { NAME: 'TEXT', TEXT: 'TEXT', INTEGER: 'INTEGER', SMALL: 'INTEGER', REAL: 'REAL', BYTES: 'BLOB' },
  table: 'STRICT',
  keyedTable: 'STRICT, WITHOUT ROWID',
  bytewise: '',
  nowMs: 'unixepoch() * 1000',
  number: '',
  balances: `
  CREATE TABLE balances (
    account NAME NOT NULL,
    token   NAME NOT NULL,
    amount  TEXT NOT NULL,
    PRIMARY KEY (account, token),
    CHECK (length(amount) <= 38 AND amount NOT GLOB '*[^-0-9]*'),
    CHECK (amount NOT LIKE '-%' OR account = 'the issuer')
  ) STRICT, WITHOUT ROWID`,
  oldestProgram: 'CREATE TABLE oldest_program (version INTEGER NOT NULL) STRICT',
  completeReceipts: `
  UPDATE journal SET
    transfers = replace(replace(transfers,
      '"pool ' || number || '"', json_quote('pool ' || address)),
      '"pool ' || number || ' fees"', json_quote('pool ' || address || ' fees')),
    -- As text, so that every digit of an amount stays.
    receipt = CASE WHEN kind = 'collectFees' THEN receipt ELSE substr(receipt, 1, length(receipt) - 1)
      || ',"account":' || (transfers -> '$[0][0]')
      || CASE WHEN kind = 'provide' THEN ',"locked":' || iif(json_array_length(transfers) = 4, 1000, 0) ELSE '' END
      || CASE WHEN receipt ->> '$.fees.ref' > 0 THEN ',"referrer":' || (transfers -> '$[#-1][1]') ELSE '' END || '}' END
  FROM pools WHERE kind IN ('swap', 'provide', 'refund', 'collectFees') AND address = receipt ->> '$.pool'`,
  fillParties: `
  INSERT INTO parties (account, sequence)
    SELECT receipt ->> '$.account' AS account, sequence FROM journal WHERE receipt ->> '$.account' <> actor
    UNION SELECT receipt ->> '$.to', sequence FROM journal WHERE kind = 'collectFees' AND receipt ->> '$.to' <> actor
    UNION SELECT receipt ->> '$.referrer', sequence FROM journal
      WHERE kind = 'swap' AND receipt ->> '$.fees.ref' > 0 AND receipt ->> '$.referrer' <> actor`,
  fillMovements: `
  INSERT INTO movements (kind, account, token, reference, sequence)
    SELECT kind, receipt ->> '$.account', receipt ->> '$.token', receipt -> '$.reference', sequence
    FROM journal WHERE kind IN ('deposit', 'withdraw')`,
  auditId: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  isOpen: "(status = 'open')",
  checkEnds: '',
});

/** A file cannot be used as an exchange; the message says why. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch';
}

/** Throws unless the file is empty or an exchange that this program may run on; changes nothing. */
export function refuseForeign(db: DatabaseSync): void {
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (isEmpty) return;
  // The id is read after the tables, with which it is committed: another process may be creating the exchange right now.
  if (pragma(db, 'application_id') !== APPLICATION_ID) {
    throw new SchemaMismatch('it is a database of another program');
  }
  const version = versionOf(db);
  if (version <= MIGRATIONS.length) return;
  const { oldest } = db.prepare('SELECT version AS oldest FROM oldest_program').get() as { oldest: number };
  refuseNewer(oldest);
}

/** Throws if only newer programs may now use the schema. */
export function refuseNewer(oldest: number): void {
  const refusal = refusalOf(oldest, MIGRATIONS.length);
  if (refusal !== undefined) throw new SchemaMismatch(refusal);
}

/** Upgrades the file to this program's schema in one transaction, and returns a message about it; several processes may try at once. */
export function migrate(db: DatabaseSync): string | undefined {
  refuseForeign(db);
  if (versionOf(db) >= MIGRATIONS.length) return undefined;
  const sinceMs = performance.now();
  const from = inTransaction(db, () => {
    refuseForeign(db);
    const version = versionOf(db);
    if (version < MIGRATIONS.length) runMigrations(db);
    return version;
  });
  return from < MIGRATIONS.length ? broughtUp(from, MIGRATIONS.length, sinceMs) : undefined;
}

function runMigrations(db: DatabaseSync): void {
  try {
    for (const { sql } of MIGRATIONS.slice(versionOf(db))) db.exec(sql);
  } catch (error) {
    throw new MigrationFailed(error);
  }
  db.exec(`
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = ${MIGRATIONS.length};
    DELETE FROM oldest_program;
    INSERT INTO oldest_program (version) VALUES (${oldestProgram(MIGRATIONS)})`);
  const factory = randomBytes(32).toString('hex');
  db.prepare('INSERT INTO head (id, factory, sequence) VALUES (1, ?, 0) ON CONFLICT DO NOTHING').run(factory);
}

/** The number of migrations applied; 0 if the file is not an exchange. */
const versionOf = (db: DatabaseSync): number =>
  pragma(db, 'application_id') === APPLICATION_ID ? Number(pragma(db, 'user_version')) : 0;

const pragma = (db: DatabaseSync, name: string): unknown => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
