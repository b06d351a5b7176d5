// The schema of an exchange in either database, as numbered migrations.
import { LOG_VERSION } from '../../ports/log-store.ts';
import { PROJECTION_VERSION } from '../../ports/projection.ts';
import type { Migration } from '../migrations.ts';

/** The parts of the schema that differ between databases. */
export type Dialect = {
  /** The SQL types for the words of the migrations below. `NAME` is text compared and sorted by its bytes; `SMALL` is below 2^31. */
  readonly types: Readonly<Record<'NAME' | 'TEXT' | 'INTEGER' | 'SMALL' | 'REAL' | 'BYTES', string>>;
  /** The end of CREATE TABLE; `keyedTable` is for tables that SQLite stores in the order of their primary key (WITHOUT ROWID). */
  readonly table: string;
  readonly keyedTable: string;
  /** SQL to put after a column of type `TEXT`, to compare it by its bytes. */
  readonly bytewise: string;
  readonly nowMs: string;
  /** A column that numbers rows in the order of insertion; empty for SQLite, which has `rowid`. */
  readonly number: string;
  readonly balances: string;
  readonly oldestProgram: string;
  /** Migration 2: replaces the numbers of pools in the journal by their addresses, and adds missing fields to its receipts. */
  readonly completeReceipts: string;
  /** Migration 4: fills the tables `parties` and `movements` from the journal. */
  readonly fillParties: string;
  readonly fillMovements: string;
  readonly auditId: string;
  readonly isOpen: string;
  /** Migration 15: the constraint that exactly the ended requests have an event; empty for SQLite, which cannot add one to a table. */
  readonly checkEnds: string;
};

export const migrationsIn = (dialect: Dialect): readonly Migration[] =>
  migrations(dialect).map(({ letsOlderGoOn, sql }) => ({
    letsOlderGoOn,
    sql: sql.replaceAll(/\b(?:NAME|TEXT|INTEGER|SMALL|REAL|BYTES)\b/g, (word) => dialect.types[word as 'NAME']),
  }));

const migrations = ({ table, keyedTable, ...own }: Dialect): readonly Migration[] => [
  {
    letsOlderGoOn: false,
    sql: `
  CREATE TABLE head (
    id       SMALL   PRIMARY KEY CHECK (id = 1),
    factory  TEXT    NOT NULL,
    sequence INTEGER NOT NULL
  ) ${table};

  CREATE TABLE tokens (
    ${own.number}
    address  NAME  NOT NULL PRIMARY KEY,
    symbol   TEXT  NOT NULL,
    decimals SMALL NOT NULL
  ) ${table};

  CREATE TABLE pools (
    number               INTEGER PRIMARY KEY,
    address              NAME  NOT NULL UNIQUE,
    token0               NAME  NOT NULL REFERENCES tokens,
    token1               NAME  NOT NULL REFERENCES tokens,
    lp_fee_ppm           SMALL NOT NULL,
    protocol_fee_ppm     SMALL NOT NULL,
    ref_fee_ppm          SMALL NOT NULL,
    protocol_fee_address NAME,
    UNIQUE (token0, token1),
    CHECK (token0 <> token1)
  ) ${table};

  ${own.balances};

  CREATE TABLE journal (
    sequence      INTEGER PRIMARY KEY,
    id            TEXT    NOT NULL,
    kind          TEXT    NOT NULL,
    actor         NAME    NOT NULL,
    created_at_ms INTEGER NOT NULL,
    transfers     TEXT    NOT NULL,
    receipt       TEXT    NOT NULL
  ) ${table};
  CREATE INDEX swaps_by_actor ON journal (actor, sequence) WHERE kind = 'swap';

  CREATE TABLE replies (
    actor       NAME NOT NULL,
    key         NAME NOT NULL,
    fingerprint TEXT NOT NULL,
    sequence    INTEGER REFERENCES journal,
    rejection   TEXT,
    PRIMARY KEY (actor, key),
    CHECK ((sequence IS NULL) <> (rejection IS NULL))
  ) ${keyedTable};

  CREATE TABLE keys (
    ${own.number}
    id            TEXT    NOT NULL PRIMARY KEY,
    account       TEXT    NOT NULL,
    role          TEXT    NOT NULL CHECK (role IN ('trader', 'operator')),
    hash          TEXT    NOT NULL,
    created_at_ms INTEGER NOT NULL,
    revoked_at_ms INTEGER
  ) ${table};
  `,
  },
  {
    // Renames accounts together with a column, so that an older program that is still running can neither read nor write
    // a balance under an old name.
    letsOlderGoOn: false,
    sql: `
  ${own.oldestProgram};

  ALTER TABLE head ADD COLUMN last_id TEXT;
  UPDATE head SET last_id = (SELECT id FROM journal ORDER BY sequence DESC LIMIT 1);

  ALTER TABLE balances RENAME COLUMN amount TO balance;
  UPDATE balances SET account = 'pool ' || address FROM pools WHERE account = 'pool ' || number;
  UPDATE balances SET account = 'pool ' || address || ' fees' FROM pools WHERE account = 'pool ' || number || ' fees';

  ${own.completeReceipts};
  `,
  },
  {
    // An older program would trade paused pools, with rates from its cache. One that is still running reads the renamed
    // column with every batch and every query, so these fail.
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

  -- The accounts that a transaction concerns, except the one that gave the command.
  CREATE TABLE parties (
    account  NAME    NOT NULL,
    sequence INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    PRIMARY KEY (account, sequence)
  ) ${keyedTable};
  ${own.fillParties};

  -- Deposits and withdrawals by their reference, as JSON. Of several under one reference the first counts.
  CREATE TABLE movements (
    kind      NAME    NOT NULL,
    account   NAME    NOT NULL,
    token     NAME    NOT NULL,
    reference NAME    NOT NULL,
    sequence  INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    PRIMARY KEY (account, token, reference, kind, sequence)
  ) ${keyedTable};
  CREATE INDEX movements_by_reference ON movements (reference, sequence);
  ${own.fillMovements};

  ALTER TABLE replies ADD COLUMN refused_at_ms INTEGER;
  UPDATE replies SET refused_at_ms = ${own.nowMs} WHERE rejection IS NOT NULL;
  CREATE INDEX refusals_by_time ON replies (refused_at_ms) WHERE refused_at_ms IS NOT NULL;

  CREATE INDEX keys_by_account ON keys (account ${own.bytewise}, id ${own.bytewise});
  `,
  },
  {
    // An older program would trade every pool by xy = k. One that is still running continues with the pools in its cache,
    // which have that curve, and fails to read others because of the renamed column.
    letsOlderGoOn: false,
    sql: `
  ALTER TABLE pools RENAME COLUMN protocol_fee_address TO protocol_fee_account;
  ALTER TABLE pools ADD COLUMN curve TEXT NOT NULL DEFAULT 'constant-product';
  ALTER TABLE pools ADD COLUMN amplification SMALL;
  `,
  },
  {
    // The tables are empty, so this is fast on a long journal too; older programs ignore them.
    letsOlderGoOn: true,
    sql: `
  -- Data derived from the journal: how far it is counted, and by which version of the rules.
  CREATE TABLE projection (
    name TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, sequence INTEGER NOT NULL
  ) ${keyedTable};
  INSERT INTO projection (name, version, sequence) VALUES ('market', ${PROJECTION_VERSION}, 0);

  CREATE TABLE lease (
    name TEXT NOT NULL PRIMARY KEY, holder TEXT NOT NULL, until_ms INTEGER NOT NULL, fence INTEGER NOT NULL
  ) ${keyedTable};

  -- Pools by their numbers. Amounts may be larger than 2^63, so they are texts: nothing is computed here.
  CREATE TABLE pool_figures (
    pool INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, at_ms INTEGER NOT NULL, reserve0 TEXT NOT NULL,
    reserve1 TEXT NOT NULL, supply TEXT NOT NULL, cumulative0 TEXT NOT NULL, cumulative1 TEXT NOT NULL,
    volume0 TEXT NOT NULL, volume1 TEXT NOT NULL, fees0 TEXT NOT NULL, fees1 TEXT NOT NULL, swaps INTEGER NOT NULL
  ) ${table};

  CREATE TABLE candles (
    pool INTEGER NOT NULL, interval_ms INTEGER NOT NULL, start_ms INTEGER NOT NULL, open TEXT, high TEXT, low TEXT,
    close TEXT, sequence INTEGER NOT NULL, at_ms INTEGER NOT NULL, reserve0 TEXT NOT NULL, reserve1 TEXT NOT NULL,
    supply TEXT NOT NULL, cumulative0 TEXT NOT NULL, cumulative1 TEXT NOT NULL, volume0 TEXT NOT NULL,
    volume1 TEXT NOT NULL, fees0 TEXT NOT NULL, fees1 TEXT NOT NULL, swaps INTEGER NOT NULL,
    PRIMARY KEY (pool, interval_ms, start_ms)
  ) ${keyedTable};

  CREATE TABLE pool_swaps (
    pool INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, sequences TEXT NOT NULL,
    PRIMARY KEY (pool, first)
  ) ${keyedTable};

  CREATE TABLE positions (
    account NAME NOT NULL, pool NAME NOT NULL, sequence INTEGER NOT NULL, lp_tokens TEXT NOT NULL,
    cost0 TEXT NOT NULL, cost1 TEXT NOT NULL, base TEXT NOT NULL, in0 TEXT NOT NULL, in1 TEXT NOT NULL,
    withdrawn0 TEXT NOT NULL, withdrawn1 TEXT NOT NULL, realised_fees0 TEXT NOT NULL, realised_fees1 TEXT NOT NULL,
    released0 TEXT NOT NULL, released1 TEXT NOT NULL,
    PRIMARY KEY (account, pool)
  ) ${keyedTable};

  CREATE TABLE hooks (
    id NAME NOT NULL PRIMARY KEY, account NAME NOT NULL, is_operator INTEGER NOT NULL, url TEXT NOT NULL,
    secret TEXT NOT NULL, previous_secret TEXT, previous_until_ms INTEGER, kinds TEXT NOT NULL, pools TEXT NOT NULL,
    cursor INTEGER NOT NULL, pending_to INTEGER, attempt INTEGER NOT NULL, next_ms INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('active', 'paused')), reason TEXT NOT NULL, last_status INTEGER,
    created_at_ms INTEGER NOT NULL
  ) ${keyedTable};
  CREATE INDEX hooks_by_account ON hooks (account, id);
  CREATE INDEX hooks_due ON hooks (next_ms, id) WHERE state = 'active';
  `,
  },
  {
    // Every request for the token list needs the last transaction that registered or changed a token: the index finds it.
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
  ) ${keyedTable};
  CREATE INDEX sessions_by_key ON sessions (key_id, expires_at_ms);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at_ms);
  `,
  },
  {
    letsOlderGoOn: true,
    sql: `
  -- Audits that operators asked for, one at a time; one that is silent for too long counts as stopped.
  CREATE TABLE audits (
    id ${own.auditId},
    state TEXT NOT NULL CHECK (state IN ('running', 'passed', 'failed', 'stopped')),
    started_at_ms INTEGER NOT NULL, seen_at_ms INTEGER NOT NULL, ended_at_ms INTEGER, checked INTEGER NOT NULL,
    head INTEGER NOT NULL, fault TEXT
  ) ${table};
  CREATE UNIQUE INDEX audits_under_way ON audits (state) WHERE state = 'running';
  `,
  },
  {
    // New rows have a checksum instead of the transfers, which follow from the receipt; existing rows are kept. An older
    // program that is still running cannot write, because of the renamed column.
    letsOlderGoOn: false,
    sql: 'ALTER TABLE journal RENAME COLUMN transfers TO proof',
  },
  {
    // An older program would ignore the restrictions of keys. One that is still running fails to read any key, because of
    // the renamed column.
    letsOlderGoOn: false,
    sql: `
  ALTER TABLE keys RENAME COLUMN hash TO secret_hash;
  ALTER TABLE keys ADD COLUMN name TEXT NOT NULL DEFAULT '';
  -- As JSON; null for a key that may do whatever its role may.
  ALTER TABLE keys ADD COLUMN restrictions TEXT;

  ALTER TABLE sessions ADD COLUMN begun_at_ms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';

  -- Small records beside the journal, as JSON. A change names the version that it replaces.
  CREATE TABLE records (
    kind NAME NOT NULL, id NAME NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL, expires_at_ms INTEGER,
    PRIMARY KEY (kind, id)
  ) ${keyedTable};
  CREATE INDEX records_by_expiry ON records (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
  `,
  },
  {
    // The schema does not change, but orders have receipts that an older program cannot parse.
    letsOlderGoOn: false,
    sql: 'SELECT 1',
  },
  {
    // An older program would neither update the table of orders nor parse the receipts of stop orders.
    letsOlderGoOn: false,
    sql: `
  -- The state of orders, as counted from the journal. \`stop\` and \`triggered\` are JSON: the condition of a stop, and the
  -- evidence that set it off.
  CREATE TABLE orders (
    number INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, id TEXT NOT NULL, account NAME NOT NULL,
    is_open INTEGER NOT NULL CHECK (is_open = ${own.isOpen}), status TEXT NOT NULL, token_a TEXT NOT NULL, token_b TEXT NOT NULL,
    amount_a TEXT NOT NULL, min_received TEXT NOT NULL, in_parts INTEGER NOT NULL, placed_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL, times INTEGER, every_ms INTEGER, filled_a TEXT NOT NULL,
    received_b TEXT NOT NULL, fills INTEGER NOT NULL, returned TEXT NOT NULL, pays REAL, stop TEXT, triggered TEXT
  ) ${table};
  CREATE INDEX orders_by_account ON orders (account, is_open, number);
  CREATE INDEX orders_by_state ON orders (is_open, number, account);
  CREATE INDEX orders_by_price ON orders (token_a, token_b, pays) WHERE is_open = 1;
  `,
  },
  {
    // An older program would leave out the wallets and messages on a chain when it copies an exchange.
    letsOlderGoOn: false,
    sql: `
  -- The number of an account's wallet, among the wallets of its key on a chain.
  CREATE TABLE chain_wallets (account NAME NOT NULL PRIMARY KEY, number INTEGER NOT NULL UNIQUE) ${table};

  -- Messages signed for a wallet. At most one of a wallet's may still be executed.
  CREATE TABLE chain_sends (
    id INTEGER PRIMARY KEY, account NAME NOT NULL, seqno INTEGER NOT NULL, valid_until_s INTEGER NOT NULL,
    after_lt TEXT NOT NULL, boc TEXT NOT NULL, body_hash TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('live', 'done', 'dead')), lt TEXT, hash TEXT,
    CHECK ((state = 'done') = (lt IS NOT NULL) AND (lt IS NULL) = (hash IS NULL))
  ) ${table};
  CREATE INDEX chain_sends_done ON chain_sends (account, id) WHERE state = 'done';
  CREATE UNIQUE INDEX chain_sends_live ON chain_sends (account) WHERE state = 'live';

  CREATE TABLE chain_orders (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account NAME NOT NULL, key TEXT, fingerprint TEXT,
    kind TEXT NOT NULL, request TEXT NOT NULL, messages TEXT NOT NULL, watch TEXT NOT NULL, deadline_s INTEGER,
    created_at_ms INTEGER NOT NULL, send INTEGER REFERENCES chain_sends,
    status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'failed')), result TEXT,
    UNIQUE (account, key), CHECK ((status = 'pending') = (result IS NULL))
  ) ${table};
  CREATE INDEX chain_orders_by_account ON chain_orders (account, number);
  CREATE INDEX chain_orders_to_sign ON chain_orders (account, number) WHERE status = 'pending' AND send IS NULL;
  CREATE INDEX chain_orders_signed ON chain_orders (number) WHERE status = 'pending' AND send IS NOT NULL;
  `,
  },
  {
    // An older program would end requests on a chain without an event, so that nobody would be notified.
    letsOlderGoOn: false,
    sql: `
  -- Counts the orders that have ended, in the order of their ends: the events of a chain.
  ALTER TABLE chain_orders ADD COLUMN event INTEGER;
  ALTER TABLE chain_orders ADD COLUMN ended_at_ms INTEGER;
  UPDATE chain_orders SET event = ended.event, ended_at_ms = created_at_ms
    FROM (SELECT number, row_number() OVER (ORDER BY number) AS event FROM chain_orders WHERE status <> 'pending') AS ended
    WHERE chain_orders.number = ended.number;
  CREATE UNIQUE INDEX chain_orders_ended ON chain_orders (event);
  ${own.checkEnds}
  `,
  },
  {
    // An older program would fill recurring orders and stop orders without their guard, the check against the average price.
    letsOlderGoOn: false,
    sql: `
  -- How much less than the average a fill may pay, in millionths; null for orders placed before this migration.
  ALTER TABLE orders ADD COLUMN max_slippage_ppm INTEGER;
  `,
  },
  {
    // An older program still writes the column that is dropped here.
    letsOlderGoOn: false,
    sql: `
  -- Orders are no longer searched by their price.
  DROP INDEX orders_by_price;
  ALTER TABLE orders DROP COLUMN pays;
  `,
  },
  {
    // An older program cannot parse the reason of a cancelled order and, when it takes a lease, would keep the last holder's note.
    letsOlderGoOn: false,
    sql: `
  -- What the holder of a lease reports about its work, as JSON.
  ALTER TABLE lease ADD COLUMN note TEXT;
  `,
  },
  {
    // An older program cannot parse the receipts of what the exchange states in the public log.
    letsOlderGoOn: false,
    sql: `
  -- The hashes of the public log's tree: up to 256 a tile.
  CREATE TABLE log_tiles (
    level INTEGER NOT NULL, number INTEGER NOT NULL, hashes BYTES NOT NULL, PRIMARY KEY (level, number)
  ) ${table};

  CREATE TABLE log_checkpoints (
    log INTEGER NOT NULL, size INTEGER NOT NULL, root TEXT NOT NULL, made_at_ms INTEGER NOT NULL, vkey TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (size, log)
  ) ${keyedTable};

  INSERT INTO projection (name, version, sequence) VALUES ('log', ${LOG_VERSION}, 0);
  `,
  },
  {
    // The tables are empty, and older programs ignore them.
    letsOlderGoOn: true,
    sql: `
  -- Documents with the totals that the exchange owes, and the sum trees of the newest.
  CREATE TABLE liabilities (
    as_of INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, log INTEGER NOT NULL, hash TEXT NOT NULL, document TEXT NOT NULL,
    transaction_id TEXT
  ) ${table};

  CREATE TABLE liability_tiles (
    as_of INTEGER NOT NULL, token NAME NOT NULL, level INTEGER NOT NULL, number INTEGER NOT NULL, nodes BYTES NOT NULL,
    PRIMARY KEY (as_of, token, level, number)
  ) ${table};
  `,
  },
  {
    // Older programs ignore the table, and their audits read everything.
    letsOlderGoOn: true,
    sql: `
  -- The transaction after which an audit started; 0 if it read everything.
  ALTER TABLE audits ADD COLUMN after_sequence INTEGER NOT NULL DEFAULT 0;

  -- From where the next audit may start: a text in parts, by its hash. The first part has the transaction that states it.
  CREATE TABLE audit_points (
    hash TEXT NOT NULL, number INTEGER NOT NULL, as_of INTEGER NOT NULL, text TEXT NOT NULL, transaction_id TEXT,
    PRIMARY KEY (hash, number)
  ) ${table};

  CREATE INDEX log_checkpoints_by_log ON log_checkpoints (log, size);
  CREATE INDEX log_checkpoints_by_time ON log_checkpoints (made_at_ms);
  `,
  },
];
