// The schema as numbered migrations; PRAGMA user_version counts those applied, `oldest_program` says which programs may use it.
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { PROJECTION_VERSION } from '../../ports/projection.ts';
import { broughtUp, type Migration, MigrationFailed, oldestProgram, refusalOf } from '../migrations.ts';
import { inTransaction } from './transaction.ts';

/** "MILL" in ASCII, in the file's header, so that another program's database is never written to. */
const APPLICATION_ID = 0x4d494c4c;

export const MIGRATIONS: readonly Migration[] = [
  {
    letsOlderGoOn: false,
    sql: `
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
  },
  {
    // Renames accounts together with a column, so that a running older program can neither read nor write
    // a balance under an old name.
    letsOlderGoOn: false,
    sql: `
  CREATE TABLE oldest_program (version INTEGER NOT NULL) STRICT;

  ALTER TABLE head ADD COLUMN last_id TEXT;
  UPDATE head SET last_id = (SELECT id FROM journal ORDER BY sequence DESC LIMIT 1);

  ALTER TABLE balances RENAME COLUMN amount TO balance;
  UPDATE balances SET account = 'pool ' || address FROM pools WHERE account = 'pool ' || number;
  UPDATE balances SET account = 'pool ' || address || ' fees' FROM pools WHERE account = 'pool ' || number || ' fees';

  UPDATE journal SET
    transfers = replace(replace(transfers,
      '"pool ' || number || '"', json_quote('pool ' || address)),
      '"pool ' || number || ' fees"', json_quote('pool ' || address || ' fees')),
    -- As text, so that every digit of an amount stays.
    receipt = CASE WHEN kind = 'collectFees' THEN receipt ELSE substr(receipt, 1, length(receipt) - 1)
      || ',"account":' || (transfers -> '$[0][0]')
      || CASE WHEN kind = 'provide' THEN ',"locked":' || iif(json_array_length(transfers) = 4, 1000, 0) ELSE '' END
      || CASE WHEN receipt ->> '$.fees.ref' > 0 THEN ',"referrer":' || (transfers -> '$[#-1][1]') ELSE '' END || '}' END
  FROM pools WHERE kind IN ('swap', 'provide', 'refund', 'collectFees') AND address = receipt ->> '$.pool';
  `,
  },
  {
    // An older program would trade paused pools, with rates from its cache. A running one reads the renamed
    // column with every batch and every query, so both fail.
    letsOlderGoOn: false,
    sql: `
  ALTER TABLE head RENAME COLUMN last_id TO last_transaction;
  -- The last transaction that changed a token or a pool that was listed before it.
  ALTER TABLE head ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;

  ALTER TABLE tokens ADD COLUMN name TEXT NOT NULL DEFAULT '';
  ALTER TABLE tokens ADD COLUMN logo TEXT NOT NULL DEFAULT '';
  ALTER TABLE tokens ADD COLUMN status TEXT NOT NULL DEFAULT 'listed' CHECK (status IN ('listed', 'hidden', 'paused'));
  ALTER TABLE pools ADD COLUMN status TEXT NOT NULL DEFAULT 'listed' CHECK (status IN ('listed', 'hidden', 'paused'));
  `,
  },
  {
    // An older program would write movements that cannot be found by their references.
    letsOlderGoOn: false,
    sql: `
  DROP INDEX swaps_by_actor;
  CREATE INDEX journal_by_actor ON journal (actor, sequence);

  -- Accounts that a transaction concerns, but for the one who gave the command.
  CREATE TABLE parties (
    account  TEXT    NOT NULL,
    sequence INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    PRIMARY KEY (account, sequence)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO parties (account, sequence)
    SELECT receipt ->> '$.account' AS account, sequence FROM journal WHERE receipt ->> '$.account' <> actor
    UNION SELECT receipt ->> '$.to', sequence FROM journal WHERE kind = 'collectFees' AND receipt ->> '$.to' <> actor
    UNION SELECT receipt ->> '$.referrer', sequence FROM journal
      WHERE kind = 'swap' AND receipt ->> '$.fees.ref' > 0 AND receipt ->> '$.referrer' <> actor;

  -- Deposits and withdrawals by their reference, as JSON. Of several under one reference the first counts.
  CREATE TABLE movements (
    kind      TEXT    NOT NULL,
    account   TEXT    NOT NULL,
    token     TEXT    NOT NULL,
    reference TEXT    NOT NULL,
    sequence  INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    PRIMARY KEY (account, token, reference, kind, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX movements_by_reference ON movements (reference, sequence);
  INSERT INTO movements (kind, account, token, reference, sequence)
    SELECT kind, receipt ->> '$.account', receipt ->> '$.token', receipt -> '$.reference', sequence
    FROM journal WHERE kind IN ('deposit', 'withdraw');

  ALTER TABLE replies ADD COLUMN refused_at_ms INTEGER;
  UPDATE replies SET refused_at_ms = unixepoch() * 1000 WHERE rejection IS NOT NULL;
  CREATE INDEX refusals_by_time ON replies (refused_at_ms) WHERE refused_at_ms IS NOT NULL;

  CREATE INDEX keys_by_account ON keys (account, id);
  `,
  },
  {
    // An older program would trade every pool by xy = k. A running one continues with the pools it knows, which
    // have that curve, and fails to read others because of the renamed column.
    letsOlderGoOn: false,
    sql: `
  ALTER TABLE pools RENAME COLUMN protocol_fee_address TO protocol_fee_account;
  ALTER TABLE pools ADD COLUMN curve TEXT NOT NULL DEFAULT 'constant-product';
  ALTER TABLE pools ADD COLUMN amplification INTEGER;
  `,
  },
  {
    // The tables are empty, so this is fast on a long journal too; older programs ignore them.
    letsOlderGoOn: true,
    sql: `
  -- What follows from the journal and is kept beside it: how far it is counted, by which version of the rules.
  CREATE TABLE projection (
    name TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, sequence INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO projection (name, version, sequence) VALUES ('market', ${PROJECTION_VERSION}, 0);

  CREATE TABLE lease (
    name TEXT NOT NULL PRIMARY KEY, holder TEXT NOT NULL, until_ms INTEGER NOT NULL, fence INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Pools by their numbers. What may be larger than 2^63 is text, since nothing is counted here.
  CREATE TABLE pool_figures (
    pool INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, at_ms INTEGER NOT NULL, reserve0 TEXT NOT NULL,
    reserve1 TEXT NOT NULL, supply TEXT NOT NULL, cumulative0 TEXT NOT NULL, cumulative1 TEXT NOT NULL,
    volume0 TEXT NOT NULL, volume1 TEXT NOT NULL, fees0 TEXT NOT NULL, fees1 TEXT NOT NULL, swaps INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE candles (
    pool INTEGER NOT NULL, interval_ms INTEGER NOT NULL, start_ms INTEGER NOT NULL, open TEXT, high TEXT, low TEXT,
    close TEXT, sequence INTEGER NOT NULL, at_ms INTEGER NOT NULL, reserve0 TEXT NOT NULL, reserve1 TEXT NOT NULL,
    supply TEXT NOT NULL, cumulative0 TEXT NOT NULL, cumulative1 TEXT NOT NULL, volume0 TEXT NOT NULL,
    volume1 TEXT NOT NULL, fees0 TEXT NOT NULL, fees1 TEXT NOT NULL, swaps INTEGER NOT NULL,
    PRIMARY KEY (pool, interval_ms, start_ms)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE pool_swaps (
    pool INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, sequences TEXT NOT NULL,
    PRIMARY KEY (pool, first)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE positions (
    account TEXT NOT NULL, pool TEXT NOT NULL, sequence INTEGER NOT NULL, lp_tokens TEXT NOT NULL,
    cost0 TEXT NOT NULL, cost1 TEXT NOT NULL, base TEXT NOT NULL, in0 TEXT NOT NULL, in1 TEXT NOT NULL,
    withdrawn0 TEXT NOT NULL, withdrawn1 TEXT NOT NULL, realised_fees0 TEXT NOT NULL, realised_fees1 TEXT NOT NULL,
    released0 TEXT NOT NULL, released1 TEXT NOT NULL,
    PRIMARY KEY (account, pool)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE hooks (
    id TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL, is_operator INTEGER NOT NULL, url TEXT NOT NULL,
    secret TEXT NOT NULL, previous_secret TEXT, previous_until_ms INTEGER, kinds TEXT NOT NULL, pools TEXT NOT NULL,
    cursor INTEGER NOT NULL, pending_to INTEGER, attempt INTEGER NOT NULL, next_ms INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('active', 'paused')), reason TEXT NOT NULL, last_status INTEGER,
    created_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX hooks_by_account ON hooks (account, id);
  CREATE INDEX hooks_due ON hooks (next_ms, id) WHERE state = 'active';
  `,
  },
  {
    // Every token list asks for the last transaction that registered or changed a token.
    letsOlderGoOn: true,
    sql: `
  CREATE INDEX journal_of_tokens ON journal (sequence) WHERE kind IN ('registerToken', 'updateToken');
  `,
  },
  {
    letsOlderGoOn: true,
    sql: `
  -- Browsers that are signed in by a key, by the hash of the token in their cookies.
  CREATE TABLE sessions (
    hash TEXT NOT NULL PRIMARY KEY, key_id TEXT NOT NULL REFERENCES keys, expires_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_by_key ON sessions (key_id, expires_at_ms);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at_ms);
  `,
  },
  {
    letsOlderGoOn: true,
    sql: `
  -- Audits that operators asked for; one at a time, which is cut off where nothing is seen of it any more.
  CREATE TABLE audits (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    state TEXT NOT NULL CHECK (state IN ('running', 'passed', 'failed', 'stopped')),
    started_at_ms INTEGER NOT NULL, seen_at_ms INTEGER NOT NULL, ended_at_ms INTEGER, checked INTEGER NOT NULL,
    head INTEGER NOT NULL, fault TEXT
  ) STRICT;
  CREATE UNIQUE INDEX audits_under_way ON audits (state) WHERE state = 'running';
  `,
  },
  {
    // Transfers follow from the receipt; existing rows are kept as they are. A running older program cannot
    // write, because of the renamed column.
    letsOlderGoOn: false,
    sql: 'ALTER TABLE journal RENAME COLUMN transfers TO proof',
  },
  {
    // An older program would ignore the restrictions of keys. A running one finds no key at all, because of the
    // renamed column.
    letsOlderGoOn: false,
    sql: `
  ALTER TABLE keys RENAME COLUMN hash TO secret_hash;
  ALTER TABLE keys ADD COLUMN name TEXT NOT NULL DEFAULT '';
  -- As JSON; null for a key that may do whatever its role may.
  ALTER TABLE keys ADD COLUMN restrictions TEXT;

  ALTER TABLE sessions ADD COLUMN begun_at_ms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';

  -- Small records beside the journal, as JSON, changed only by who has seen their last version.
  CREATE TABLE records (
    kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL, expires_at_ms INTEGER,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_by_expiry ON records (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
  `,
  },
  {
    // The schema does not change, but orders have receipts that an older program cannot parse.
    letsOlderGoOn: false,
    sql: 'SELECT 1',
  },
  {
    // An older program would neither count orders nor parse the receipts of stops.
    letsOlderGoOn: false,
    sql: `
  -- What has become of orders, as the journal was counted.
  CREATE TABLE orders (
    number INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, id TEXT NOT NULL, account TEXT NOT NULL,
    is_open INTEGER NOT NULL CHECK (is_open = (status = 'open')), status TEXT NOT NULL, token_a TEXT NOT NULL, token_b TEXT NOT NULL,
    amount_a TEXT NOT NULL, min_received TEXT NOT NULL, in_parts INTEGER NOT NULL, placed_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL, times INTEGER, every_ms INTEGER, filled_a TEXT NOT NULL,
    received_b TEXT NOT NULL, fills INTEGER NOT NULL, returned TEXT NOT NULL, pays REAL,
    -- What a stop waits for, and the evidence that set it off, as JSON.
    stop TEXT, triggered TEXT
  ) STRICT;
  CREATE INDEX orders_by_account ON orders (account, is_open, number);
  CREATE INDEX orders_by_state ON orders (is_open, number, account);
  CREATE INDEX orders_by_price ON orders (token_a, token_b, pays) WHERE is_open = 1;
  `,
  },
  {
    // An older program would leave wallets and sends out of a copy.
    letsOlderGoOn: false,
    sql: `
  -- Which of the wallets of its key an account has on a chain.
  CREATE TABLE chain_wallets (account TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL UNIQUE) STRICT;

  -- What was signed for a wallet. Of those that may yet be executed, a wallet has one.
  CREATE TABLE chain_sends (
    id INTEGER PRIMARY KEY, account TEXT NOT NULL, seqno INTEGER NOT NULL, valid_until_s INTEGER NOT NULL,
    after_lt TEXT NOT NULL, boc TEXT NOT NULL, body_hash TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('live', 'done', 'dead')), lt TEXT, hash TEXT,
    CHECK ((state = 'done') = (lt IS NOT NULL) AND (lt IS NULL) = (hash IS NULL))
  ) STRICT;
  CREATE INDEX chain_sends_done ON chain_sends (account, id) WHERE state = 'done';
  CREATE UNIQUE INDEX chain_sends_live ON chain_sends (account) WHERE state = 'live';

  CREATE TABLE chain_orders (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL, key TEXT, fingerprint TEXT,
    kind TEXT NOT NULL, request TEXT NOT NULL, messages TEXT NOT NULL, watch TEXT NOT NULL, deadline_s INTEGER,
    created_at_ms INTEGER NOT NULL, send INTEGER REFERENCES chain_sends,
    status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'failed')), result TEXT,
    UNIQUE (account, key), CHECK ((status = 'pending') = (result IS NULL))
  ) STRICT;
  CREATE INDEX chain_orders_by_account ON chain_orders (account, number);
  CREATE INDEX chain_orders_to_sign ON chain_orders (account, number) WHERE status = 'pending' AND send IS NULL;
  CREATE INDEX chain_orders_signed ON chain_orders (number) WHERE status = 'pending' AND send IS NOT NULL;
  `,
  },
  {
    // An older program would end orders without an event, so that nobody would hear of them.
    letsOlderGoOn: false,
    sql: `
  -- Counts the orders that have ended, in the order of their ends: the events of a chain.
  ALTER TABLE chain_orders ADD COLUMN event INTEGER;
  ALTER TABLE chain_orders ADD COLUMN ended_at_ms INTEGER;
  UPDATE chain_orders SET event = ended.event, ended_at_ms = created_at_ms
    FROM (SELECT number, row_number() OVER (ORDER BY number) AS event FROM chain_orders WHERE status <> 'pending') AS ended
    WHERE chain_orders.number = ended.number;
  CREATE UNIQUE INDEX chain_orders_ended ON chain_orders (event);
  `,
  },
  {
    // An older program would fill recurring orders and stops without their guard.
    letsOlderGoOn: false,
    sql: `
  -- How much less than the average a fill may pay, in millionths; of earlier orders nobody has said it.
  ALTER TABLE orders ADD COLUMN max_slippage_ppm INTEGER;
  `,
  },
  {
    // An older program still writes the column.
    letsOlderGoOn: false,
    sql: `
  -- Orders are no longer looked for by their price.
  DROP INDEX orders_by_price;
  ALTER TABLE orders DROP COLUMN pays;
  `,
  },
  {
    // An older program cannot parse the reason of a cancelled order, and would leave the previous holder's note.
    letsOlderGoOn: false,
    sql: `
  -- What the holder of a lease tells of its work, as JSON.
  ALTER TABLE lease ADD COLUMN note TEXT;
  `,
  },
];

/** A file cannot be used as an exchange; the message says why. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch';
}

/** Throws unless the file is empty or an exchange that this program may run on; changes nothing. */
export function refuseForeign(db: DatabaseSync): void {
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (isEmpty) return;
  // Read after the tables, with which it is committed: another process may be creating the exchange right now.
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
