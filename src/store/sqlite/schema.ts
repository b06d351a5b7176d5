// The schema as numbered migrations; PRAGMA user_version says how many a file has had.
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './transaction.ts';

/** "MILL" in ASCII, kept in the file's header, so that another program's database is never written to. */
const APPLICATION_ID = 0x4d494c4c;

const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE head (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    factory  TEXT    NOT NULL,
    sequence INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE tokens (
    address  TEXT    NOT NULL PRIMARY KEY,
    symbol   TEXT    NOT NULL,
    decimals INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE pools (
    number               INTEGER PRIMARY KEY,
    address              TEXT    NOT NULL UNIQUE,
    token0               TEXT    NOT NULL REFERENCES tokens,
    token1               TEXT    NOT NULL REFERENCES tokens,
    lp_fee_ppm           INTEGER NOT NULL,
    protocol_fee_ppm     INTEGER NOT NULL,
    ref_fee_ppm          INTEGER NOT NULL,
    protocol_fee_address TEXT,
    UNIQUE (token0, token1),
    CHECK (token0 <> token1)
  ) STRICT;

  CREATE TABLE balances (
    account TEXT NOT NULL,
    token   TEXT NOT NULL,
    amount  TEXT NOT NULL,
    PRIMARY KEY (account, token),
    CHECK (length(amount) <= 38 AND amount NOT GLOB '*[^-0-9]*'),
    CHECK (amount NOT LIKE '-%' OR account = 'the issuer')
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE journal (
    sequence      INTEGER PRIMARY KEY,
    id            TEXT    NOT NULL,
    kind          TEXT    NOT NULL,
    actor         TEXT    NOT NULL,
    created_at_ms INTEGER NOT NULL,
    transfers     TEXT    NOT NULL,
    receipt       TEXT    NOT NULL
  ) STRICT;
  CREATE INDEX swaps_by_actor ON journal (actor, sequence) WHERE kind = 'swap';

  CREATE TABLE replies (
    actor       TEXT NOT NULL,
    key         TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    sequence    INTEGER REFERENCES journal,
    rejection   TEXT,
    PRIMARY KEY (actor, key),
    CHECK ((sequence IS NULL) <> (rejection IS NULL))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE keys (
    id            TEXT    NOT NULL PRIMARY KEY,
    account       TEXT    NOT NULL,
    role          TEXT    NOT NULL CHECK (role IN ('trader', 'operator')),
    hash          TEXT    NOT NULL,
    created_at_ms INTEGER NOT NULL,
    revoked_at_ms INTEGER
  ) STRICT;
  `,
];

/** Why a file cannot be used as an exchange, in words for the one who named it. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch';
}

/** Throws unless the file is empty or an exchange of a version that this program knows; changes nothing. */
export function refuseForeign(db: DatabaseSync): void {
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (isEmpty) return;
  // Read after the tables, with which it is committed: another process may be making the exchange right now.
  if (pragma(db, 'application_id') !== APPLICATION_ID) {
    throw new SchemaMismatch('it is the database of another program');
  }
  const version = versionOf(db);
  if (version <= MIGRATIONS.length) return;
  throw new SchemaMismatch(
    `its schema is version ${version}, but this program knows only up to ${MIGRATIONS.length}: start a newer millpond`,
  );
}

/** Brings the file to this program's schema, in one transaction; several processes may try at once. */
export function migrate(db: DatabaseSync): void {
  if (versionOf(db) === MIGRATIONS.length) return;
  inTransaction(db, () => {
    refuseForeign(db);
    for (const sql of MIGRATIONS.slice(versionOf(db))) db.exec(sql);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}`);
    db.prepare('INSERT INTO head VALUES (1, ?, 0) ON CONFLICT DO NOTHING').run(randomBytes(32).toString('hex'));
  });
}

/** How many migrations the file has had; none if it is not ours. */
const versionOf = (db: DatabaseSync): number =>
  pragma(db, 'application_id') === APPLICATION_ID ? Number(pragma(db, 'user_version')) : 0;

const pragma = (db: DatabaseSync, name: string): unknown => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
