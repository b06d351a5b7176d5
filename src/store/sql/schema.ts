// The schema of an exchange in either database: the base, then numbered migrations.
import { PROJECTION_VERSION } from '../../ports/projection.ts';
import type { Migration } from '../migrations.ts';

/** The parts of the schema that differ between databases. */
export type Dialect = {
  /** The SQL types for the words of the statements below. `NAME` is text compared and sorted by its bytes; `SMALL` is below 2^31. */
  readonly types: Readonly<Record<'NAME' | 'TEXT' | 'INTEGER' | 'SMALL' | 'BYTES', string>>;
  /** The end of CREATE TABLE; `keyedTable` is for tables that SQLite stores in the order of their primary key (WITHOUT ROWID). */
  readonly table: string;
  readonly keyedTable: string;
  /** A column that numbers rows in the order of insertion; empty for SQLite, which has `rowid`. */
  readonly number: string;
  readonly balances: string;
  readonly auditId: string;
  readonly isOpen: string;
  /** The `clientId` in the receipt of an order, also of a damaged one, which has none. */
  readonly clientId: string;
};

/** The first is the base schema, `BASE_VERSION` (see `migrations.ts`); each further one raises the version by one. */
export const migrationsIn = (dialect: Dialect): readonly Migration[] =>
  [{ letsOlderGoOn: false, sql: base(dialect) }].map(({ letsOlderGoOn, sql }) => ({
    letsOlderGoOn,
    sql: sql.replaceAll(/\b(?:NAME|TEXT|INTEGER|SMALL|BYTES)\b/g, (word) => dialect.types[word as 'NAME']),
  }));

/** The rows that every exchange has; those that are there already stay. */
export const firstRows = (factory: string): string => `
  INSERT INTO head (id, factory, sequence, listed) VALUES (1, '${factory}', 0, 0) ON CONFLICT DO NOTHING;
  INSERT INTO projection (name, version, sequence) VALUES ('market', ${PROJECTION_VERSION}, 0), ('log', 1, 0)
    ON CONFLICT DO NOTHING;
  `;

const base = ({ table, keyedTable, ...own }: Dialect): string => `
  CREATE TABLE head (
    id               SMALL   PRIMARY KEY CHECK (id = 1),
    factory          TEXT    NOT NULL,
    sequence         INTEGER NOT NULL,
    last_transaction TEXT,
    -- The last transaction that changed a token or a pool that was listed before it.
    listed           INTEGER NOT NULL
  ) ${table};

  CREATE TABLE tokens (
    ${own.number}
    address  NAME  NOT NULL PRIMARY KEY,
    symbol   TEXT  NOT NULL,
    decimals SMALL NOT NULL,
    name     TEXT  NOT NULL,
    logo     TEXT  NOT NULL,
    status   TEXT  NOT NULL CHECK (status IN ('listed', 'hidden', 'paused'))
  ) ${table};

  CREATE TABLE pools (
    number               INTEGER PRIMARY KEY,
    address              NAME  NOT NULL UNIQUE,
    token0               NAME  NOT NULL REFERENCES tokens,
    token1               NAME  NOT NULL REFERENCES tokens,
    curve                TEXT  NOT NULL,
    amplification        SMALL,
    lp_fee_ppm           SMALL NOT NULL,
    protocol_fee_ppm     SMALL NOT NULL,
    ref_fee_ppm          SMALL NOT NULL,
    protocol_fee_account NAME,
    status               TEXT  NOT NULL CHECK (status IN ('listed', 'hidden', 'paused')),
    UNIQUE (token0, token1),
    CHECK (token0 <> token1)
  ) ${table};

  ${own.balances};

  -- Transfers follow from the receipt, which the checksum covers.
  CREATE TABLE journal (
    sequence      INTEGER PRIMARY KEY,
    id            TEXT    NOT NULL,
    kind          TEXT    NOT NULL,
    actor         NAME    NOT NULL,
    created_at_ms INTEGER NOT NULL,
    checksum      TEXT    NOT NULL,
    receipt       TEXT    NOT NULL
  ) ${table};
  CREATE INDEX journal_by_actor ON journal (actor, sequence);
  -- By the names that their owners gave them. A scan of the expression alone would read every order.
  CREATE INDEX journal_by_client_id ON journal (actor, (${own.clientId}), sequence) WHERE kind = 'placeOrder';
  -- Every request for the token list needs the last transaction that registered or changed a token.
  CREATE INDEX journal_of_tokens ON journal (sequence) WHERE kind IN ('registerToken', 'updateToken');
  -- Each list of what is owed names the one before it, and everybody may read all statements.
  CREATE INDEX journal_of_statements ON journal (sequence) WHERE kind IN ('liabilities', 'audited', 'forked');

  -- The accounts that a transaction concerns, except the one that gave the command.
  CREATE TABLE parties (
    account  NAME    NOT NULL,
    sequence INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    -- Who sent the account tokens by this transaction; empty if it is no transfer to the account.
    sender   NAME    NOT NULL,
    PRIMARY KEY (account, sequence)
  ) ${keyedTable};
  CREATE INDEX parties_by_sender ON parties (sender, account) WHERE sender <> '';

  -- Deposits and withdrawals by their reference, as JSON.
  CREATE TABLE movements (
    kind      NAME    NOT NULL,
    account   NAME    NOT NULL,
    token     NAME    NOT NULL,
    reference NAME    NOT NULL,
    sequence  INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    PRIMARY KEY (account, token, reference, kind)
  ) ${keyedTable};
  CREATE INDEX movements_by_reference ON movements (reference, sequence);

  CREATE TABLE replies (
    actor         NAME NOT NULL,
    key           NAME NOT NULL,
    fingerprint   TEXT NOT NULL,
    sequence      INTEGER REFERENCES journal,
    rejection     TEXT,
    refused_at_ms INTEGER,
    PRIMARY KEY (actor, key),
    CHECK ((sequence IS NULL) <> (rejection IS NULL))
  ) ${keyedTable};
  CREATE INDEX refusals_by_time ON replies (refused_at_ms) WHERE refused_at_ms IS NOT NULL;

  CREATE TABLE keys (
    ${own.number}
    id            NAME    NOT NULL PRIMARY KEY,
    account       NAME    NOT NULL,
    role          TEXT    NOT NULL CHECK (role IN ('trader', 'operator')),
    secret_hash   TEXT    NOT NULL,
    name          TEXT    NOT NULL,
    -- As JSON; null for a key that may do whatever its role may.
    restrictions  TEXT,
    created_at_ms INTEGER NOT NULL,
    revoked_at_ms INTEGER
  ) ${table};
  CREATE INDEX keys_by_account ON keys (account, id);

  -- Browsers that are signed in by a key, by the hash of the token in their cookies.
  CREATE TABLE sessions (
    hash          NAME    NOT NULL PRIMARY KEY,
    key_id        NAME    NOT NULL REFERENCES keys,
    expires_at_ms INTEGER NOT NULL,
    begun_at_ms   INTEGER NOT NULL,
    device        TEXT    NOT NULL
  ) ${keyedTable};
  CREATE INDEX sessions_by_key ON sessions (key_id, expires_at_ms);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at_ms);

  -- Small records beside the journal, as JSON. A change names the version that it replaces.
  CREATE TABLE records (
    kind NAME NOT NULL, id NAME NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL, expires_at_ms INTEGER,
    PRIMARY KEY (kind, id)
  ) ${keyedTable};
  CREATE INDEX records_by_expiry ON records (expires_at_ms) WHERE expires_at_ms IS NOT NULL;

  -- The holder of a lease reports about its work in \`note\`, as JSON.
  CREATE TABLE lease (
    name TEXT NOT NULL PRIMARY KEY, holder TEXT NOT NULL, until_ms INTEGER NOT NULL, fence INTEGER NOT NULL, note TEXT
  ) ${keyedTable};

  -- Data derived from the journal: how far it is counted, and by which version of the rules (the log's never change, since its hashes are signed).
  CREATE TABLE projection (
    name TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, sequence INTEGER NOT NULL
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

  -- The state of orders, as counted from the journal. \`stop\` and \`triggered\` are JSON: the condition of a stop, and the
  -- evidence that set it off.
  CREATE TABLE orders (
    number INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, id TEXT NOT NULL, account NAME NOT NULL,
    is_open INTEGER NOT NULL CHECK (is_open = ${own.isOpen}), status TEXT NOT NULL, token_a TEXT NOT NULL, token_b TEXT NOT NULL,
    amount_a TEXT NOT NULL, min_received TEXT NOT NULL, in_parts INTEGER NOT NULL, placed_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL, times INTEGER, every_ms INTEGER, filled_a TEXT NOT NULL,
    received_b TEXT NOT NULL, fills INTEGER NOT NULL, returned TEXT NOT NULL, stop TEXT, triggered TEXT,
    max_slippage_ppm INTEGER, client_id TEXT, placed_as TEXT, key_id TEXT, is_purchase INTEGER NOT NULL
  ) ${table};
  CREATE INDEX orders_by_account ON orders (account, is_open, number);
  CREATE INDEX orders_by_state ON orders (is_open, number, account);

  CREATE TABLE hooks (
    id NAME NOT NULL PRIMARY KEY, account NAME NOT NULL, is_operator INTEGER NOT NULL, url TEXT NOT NULL,
    secret TEXT NOT NULL, previous_secret TEXT, previous_until_ms INTEGER, kinds TEXT NOT NULL, pools TEXT NOT NULL,
    cursor INTEGER NOT NULL, pending_to INTEGER, attempt INTEGER NOT NULL, next_ms INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('active', 'paused')), reason TEXT NOT NULL, last_status INTEGER,
    created_at_ms INTEGER NOT NULL
  ) ${keyedTable};
  CREATE INDEX hooks_by_account ON hooks (account, id);
  CREATE INDEX hooks_due ON hooks (next_ms, id) WHERE state = 'active';

  -- Audits that operators asked for, one at a time; one that is silent for too long counts as stopped.
  CREATE TABLE audits (
    id ${own.auditId},
    state TEXT NOT NULL CHECK (state IN ('running', 'passed', 'failed', 'stopped')),
    started_at_ms INTEGER NOT NULL, seen_at_ms INTEGER NOT NULL, ended_at_ms INTEGER, checked INTEGER NOT NULL,
    head INTEGER NOT NULL, fault TEXT,
    -- The transaction after which the audit started; 0 if it read everything.
    after_sequence INTEGER NOT NULL DEFAULT 0
  ) ${table};
  CREATE UNIQUE INDEX audits_under_way ON audits (state) WHERE state = 'running';

  -- From where the next audit may start: a text in parts, by its hash, with a signed note. The first part has the transaction that states it.
  CREATE TABLE audit_points (
    hash TEXT NOT NULL, number INTEGER NOT NULL, as_of INTEGER NOT NULL, text TEXT NOT NULL, note TEXT NOT NULL,
    transaction_id TEXT, PRIMARY KEY (hash, number)
  ) ${table};

  -- The hashes of the public log's tree: up to 256 a tile.
  CREATE TABLE log_tiles (
    level INTEGER NOT NULL, number INTEGER NOT NULL, hashes BYTES NOT NULL, PRIMARY KEY (level, number)
  ) ${table};

  CREATE TABLE log_checkpoints (
    log INTEGER NOT NULL, size INTEGER NOT NULL, root TEXT NOT NULL, made_at_ms INTEGER NOT NULL, vkey TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (size, log)
  ) ${keyedTable};
  CREATE INDEX log_checkpoints_by_log ON log_checkpoints (log, size);
  CREATE INDEX log_checkpoints_by_time ON log_checkpoints (made_at_ms);

  -- Lists with the totals that the exchange owes, and for the newest the trees of people's balances.
  CREATE TABLE liabilities (
    as_of INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, log INTEGER NOT NULL, interval_ms INTEGER NOT NULL, previous TEXT,
    hash TEXT NOT NULL, document TEXT NOT NULL, transaction_id TEXT
  ) ${table};

  CREATE TABLE liability_tiles (
    as_of INTEGER NOT NULL, token NAME NOT NULL, level INTEGER NOT NULL, number INTEGER NOT NULL, nodes BYTES NOT NULL,
    PRIMARY KEY (as_of, token, level, number)
  ) ${table};

  -- The accounts that use their wallets on a chain.
  CREATE TABLE chain_wallets (account NAME NOT NULL PRIMARY KEY) ${keyedTable};

  -- Messages signed for a wallet. At most one of a wallet's may still be executed.
  CREATE TABLE chain_sends (
    id INTEGER PRIMARY KEY, account NAME NOT NULL, seqno INTEGER NOT NULL, valid_until_s INTEGER NOT NULL,
    after_lt TEXT NOT NULL, boc TEXT NOT NULL, body_hash TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('live', 'done', 'dead')), lt TEXT, hash TEXT,
    CHECK ((state = 'done') = (lt IS NOT NULL) AND (lt IS NULL) = (hash IS NULL))
  ) ${table};
  CREATE INDEX chain_sends_done ON chain_sends (account, seqno) WHERE state = 'done';
  CREATE UNIQUE INDEX chain_sends_live ON chain_sends (account) WHERE state = 'live';

  CREATE TABLE chain_orders (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account NAME NOT NULL, key TEXT, fingerprint TEXT,
    kind TEXT NOT NULL, request TEXT NOT NULL, messages TEXT NOT NULL, watch TEXT NOT NULL, deadline_s INTEGER,
    created_at_ms INTEGER NOT NULL, recipient NAME, send INTEGER REFERENCES chain_sends,
    status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'failed')), result TEXT,
    -- Counts the orders that have ended, in the order of their ends: the events of a chain.
    event INTEGER, ended_at_ms INTEGER,
    UNIQUE (account, key), CHECK ((status = 'pending') = (result IS NULL)),
    CHECK ((status = 'pending') = (event IS NULL) AND (event IS NULL) = (ended_at_ms IS NULL))
  ) ${table};
  CREATE INDEX chain_orders_by_account ON chain_orders (account, number);
  CREATE INDEX chain_orders_to_sign ON chain_orders (account, number) WHERE status = 'pending' AND send IS NULL;
  CREATE INDEX chain_orders_signed ON chain_orders (number) WHERE status = 'pending' AND send IS NOT NULL;
  CREATE UNIQUE INDEX chain_orders_ended ON chain_orders (event);
  CREATE INDEX chain_orders_by_recipient ON chain_orders (account, recipient) WHERE recipient IS NOT NULL;
  `;
