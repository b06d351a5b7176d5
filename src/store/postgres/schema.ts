// The schema as numbered migrations; the table `schema_version` counts those applied and says which programs may use it.
import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { PROJECTION_VERSION } from '../../ports/projection.ts';
import { StoreUnavailable } from '../../ports/store.ts';
import { broughtUp, type Migration, MigrationFailed, oldestProgram, refusalOf } from '../migrations.ts';

export const MIGRATIONS: readonly Migration[] = [
  {
    letsOlderGoOn: false,
    sql: `
  CREATE TABLE head (
    id       integer PRIMARY KEY CHECK (id = 1),
    factory  text    NOT NULL,
    sequence bigint  NOT NULL
  );

  CREATE TABLE tokens (
    number   bigint  GENERATED ALWAYS AS IDENTITY,
    address  text    COLLATE "C" NOT NULL PRIMARY KEY,
    symbol   text    NOT NULL,
    decimals integer NOT NULL
  );

  CREATE TABLE pools (
    number               bigint PRIMARY KEY,
    address              text   COLLATE "C" NOT NULL UNIQUE,
    token0               text   COLLATE "C" NOT NULL REFERENCES tokens,
    token1               text   COLLATE "C" NOT NULL REFERENCES tokens,
    lp_fee_ppm           integer NOT NULL,
    protocol_fee_ppm     integer NOT NULL,
    ref_fee_ppm          integer NOT NULL,
    protocol_fee_address text   COLLATE "C",
    UNIQUE (token0, token1),
    CHECK (token0 <> token1)
  );

  CREATE TABLE balances (
    account text COLLATE "C" NOT NULL,
    token   text COLLATE "C" NOT NULL,
    amount  numeric(37, 0) NOT NULL,
    PRIMARY KEY (account, token),
    CHECK (amount >= 0 OR account = 'the issuer')
  ) WITH (fillfactor = 50);

  CREATE TABLE journal (
    sequence      bigint PRIMARY KEY,
    id            text   NOT NULL,
    kind          text   NOT NULL,
    actor         text   COLLATE "C" NOT NULL,
    created_at_ms bigint NOT NULL,
    transfers     text   NOT NULL,
    receipt       text   NOT NULL
  );
  CREATE INDEX swaps_by_actor ON journal (actor, sequence) WHERE kind = 'swap';

  CREATE TABLE replies (
    actor       text COLLATE "C" NOT NULL,
    key         text COLLATE "C" NOT NULL,
    fingerprint text NOT NULL,
    sequence    bigint REFERENCES journal,
    rejection   text,
    PRIMARY KEY (actor, key),
    CHECK ((sequence IS NULL) <> (rejection IS NULL))
  );

  CREATE TABLE keys (
    number        bigint GENERATED ALWAYS AS IDENTITY,
    id            text   NOT NULL PRIMARY KEY,
    account       text   NOT NULL,
    role          text   NOT NULL CHECK (role IN ('trader', 'operator')),
    hash          text   NOT NULL,
    created_at_ms bigint NOT NULL,
    revoked_at_ms bigint
  );
  `,
  },
  {
    // Renames accounts together with a column, so that a running older program can neither read nor write
    // a balance under an old name.
    letsOlderGoOn: false,
    sql: `
  ALTER TABLE schema_version ADD COLUMN oldest integer NOT NULL DEFAULT 1;

  ALTER TABLE head ADD COLUMN last_id text;
  UPDATE head SET last_id = (SELECT id FROM journal ORDER BY sequence DESC LIMIT 1);

  ALTER TABLE balances RENAME COLUMN amount TO balance;
  UPDATE balances SET account = 'pool ' || address FROM pools WHERE account = 'pool ' || number;
  UPDATE balances SET account = 'pool ' || address || ' fees' FROM pools WHERE account = 'pool ' || number || ' fees';

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
  FROM pools WHERE kind IN ('swap', 'provide', 'refund', 'collectFees') AND address = receipt::json ->> 'pool';
  `,
  },
  {
    // An older program would trade paused pools, with rates from its cache. A running one reads the renamed
    // column with every batch and every query, so both fail.
    letsOlderGoOn: false,
    sql: `
  ALTER TABLE head RENAME COLUMN last_id TO last_transaction;
  -- The last transaction that changed a token or a pool that was listed before it.
  ALTER TABLE head ADD COLUMN listed bigint NOT NULL DEFAULT 0;

  ALTER TABLE tokens
    ADD COLUMN name text NOT NULL DEFAULT '',
    ADD COLUMN logo text NOT NULL DEFAULT '',
    ADD COLUMN status text NOT NULL DEFAULT 'listed' CHECK (status IN ('listed', 'hidden', 'paused'));
  ALTER TABLE pools
    ADD COLUMN status text NOT NULL DEFAULT 'listed' CHECK (status IN ('listed', 'hidden', 'paused'));
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
    account  text   COLLATE "C" NOT NULL,
    sequence bigint NOT NULL REFERENCES journal ON DELETE CASCADE,
    PRIMARY KEY (account, sequence)
  );
  -- A receipt with a reference is not read as JSON, because the reference may hold what a text cannot.
  INSERT INTO parties (account, sequence)
    SELECT DISTINCT party, sequence FROM journal,
      LATERAL (VALUES
        (CASE kind WHEN 'deposit' THEN transfers::json #>> '{0,1}' WHEN 'withdraw' THEN transfers::json #>> '{0,0}'
          WHEN 'collectFees' THEN receipt::json ->> 'to' ELSE receipt::json ->> 'account' END),
        (CASE WHEN kind = 'swap' AND (receipt::json #>> '{fees,ref}')::numeric > 0
          THEN receipt::json ->> 'referrer' END)) AS named (party)
    WHERE party <> actor;

  -- Deposits and withdrawals by their reference, as JSON. Of several under one reference the first counts.
  CREATE TABLE movements (
    kind      text   COLLATE "C" NOT NULL,
    account   text   COLLATE "C" NOT NULL,
    token     text   COLLATE "C" NOT NULL,
    reference text   COLLATE "C" NOT NULL,
    sequence  bigint NOT NULL REFERENCES journal ON DELETE CASCADE,
    PRIMARY KEY (account, token, reference, kind, sequence)
  );
  CREATE INDEX movements_by_reference ON movements (reference, sequence);
  INSERT INTO movements (kind, account, token, reference, sequence)
    SELECT kind, transfers::json #>> CASE kind WHEN 'deposit' THEN '{0,1}'::text[] ELSE '{0,0}' END,
      transfers::json #>> '{0,2}', substring(receipt FROM '"reference":("(?:[^"\\\\]|\\\\.)*")'), sequence
    FROM journal WHERE kind IN ('deposit', 'withdraw');

  ALTER TABLE replies ADD COLUMN refused_at_ms bigint;
  UPDATE replies SET refused_at_ms = floor(extract(epoch FROM now()) * 1000) WHERE rejection IS NOT NULL;
  CREATE INDEX refusals_by_time ON replies (refused_at_ms) WHERE refused_at_ms IS NOT NULL;

  CREATE INDEX keys_by_account ON keys (account COLLATE "C", id COLLATE "C");
  `,
  },
  {
    // An older program would trade every pool by xy = k. A running one continues with the pools it knows, which
    // have that curve, and fails to read others because of the renamed column.
    letsOlderGoOn: false,
    sql: `
  ALTER TABLE pools RENAME COLUMN protocol_fee_address TO protocol_fee_account;
  ALTER TABLE pools
    ADD COLUMN curve text NOT NULL DEFAULT 'constant-product',
    ADD COLUMN amplification integer;
  `,
  },
  {
    // The tables are empty, so this is fast on a long journal too; older programs ignore them.
    letsOlderGoOn: true,
    sql: `
  -- What follows from the journal and is kept beside it: how far it is counted, by which version of the rules.
  CREATE TABLE projection (
    name text NOT NULL PRIMARY KEY, version bigint NOT NULL, sequence bigint NOT NULL
  );
  INSERT INTO projection (name, version, sequence) VALUES ('market', ${PROJECTION_VERSION}, 0);

  CREATE TABLE lease (
    name text NOT NULL PRIMARY KEY, holder text NOT NULL, until_ms bigint NOT NULL, fence bigint NOT NULL
  );

  -- Pools by their numbers. What may be larger than 2^63 is text, since nothing is counted here.
  CREATE TABLE pool_figures (
    pool bigint PRIMARY KEY, sequence bigint NOT NULL, at_ms bigint NOT NULL, reserve0 text NOT NULL,
    reserve1 text NOT NULL, supply text NOT NULL, cumulative0 text NOT NULL, cumulative1 text NOT NULL,
    volume0 text NOT NULL, volume1 text NOT NULL, fees0 text NOT NULL, fees1 text NOT NULL, swaps bigint NOT NULL
  );

  CREATE TABLE candles (
    pool bigint NOT NULL, interval_ms bigint NOT NULL, start_ms bigint NOT NULL, open text, high text, low text,
    close text, sequence bigint NOT NULL, at_ms bigint NOT NULL, reserve0 text NOT NULL, reserve1 text NOT NULL,
    supply text NOT NULL, cumulative0 text NOT NULL, cumulative1 text NOT NULL, volume0 text NOT NULL,
    volume1 text NOT NULL, fees0 text NOT NULL, fees1 text NOT NULL, swaps bigint NOT NULL,
    PRIMARY KEY (pool, interval_ms, start_ms)
  );

  CREATE TABLE pool_swaps (
    pool bigint NOT NULL, first bigint NOT NULL, last bigint NOT NULL, sequences text NOT NULL,
    PRIMARY KEY (pool, first)
  );

  CREATE TABLE positions (
    account text COLLATE "C" NOT NULL, pool text COLLATE "C" NOT NULL, sequence bigint NOT NULL,
    lp_tokens text NOT NULL, cost0 text NOT NULL, cost1 text NOT NULL, base text NOT NULL, in0 text NOT NULL,
    in1 text NOT NULL, withdrawn0 text NOT NULL, withdrawn1 text NOT NULL, realised_fees0 text NOT NULL,
    realised_fees1 text NOT NULL, released0 text NOT NULL, released1 text NOT NULL,
    PRIMARY KEY (account, pool)
  );

  CREATE TABLE hooks (
    id text COLLATE "C" NOT NULL PRIMARY KEY, account text COLLATE "C" NOT NULL, is_operator bigint NOT NULL,
    url text NOT NULL, secret text NOT NULL, previous_secret text, previous_until_ms bigint, kinds text NOT NULL,
    pools text NOT NULL, cursor bigint NOT NULL, pending_to bigint, attempt bigint NOT NULL, next_ms bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('active', 'paused')), reason text NOT NULL, last_status bigint,
    created_at_ms bigint NOT NULL
  );
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
    hash text NOT NULL PRIMARY KEY, key_id text NOT NULL REFERENCES keys, expires_at_ms bigint NOT NULL
  );
  CREATE INDEX sessions_by_key ON sessions (key_id, expires_at_ms);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at_ms);
  `,
  },
  {
    letsOlderGoOn: true,
    sql: `
  -- Audits that operators asked for; one at a time, which is cut off where nothing is seen of it any more.
  CREATE TABLE audits (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    state text NOT NULL CHECK (state IN ('running', 'passed', 'failed', 'stopped')),
    started_at_ms bigint NOT NULL, seen_at_ms bigint NOT NULL, ended_at_ms bigint, checked bigint NOT NULL,
    head bigint NOT NULL, fault text
  );
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
  ALTER TABLE keys ADD COLUMN name text NOT NULL DEFAULT '';
  -- As JSON; null for a key that may do whatever its role may.
  ALTER TABLE keys ADD COLUMN restrictions text;

  ALTER TABLE sessions ADD COLUMN begun_at_ms bigint NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN device text NOT NULL DEFAULT '';

  -- Small records beside the journal, as JSON, changed only by who has seen their last version.
  CREATE TABLE records (
    kind text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, version bigint NOT NULL, body text NOT NULL,
    expires_at_ms bigint, PRIMARY KEY (kind, id)
  );
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
    number bigint PRIMARY KEY, sequence bigint NOT NULL, id text NOT NULL, account text COLLATE "C" NOT NULL,
    is_open bigint NOT NULL CHECK (is_open = (status = 'open')::int), status text NOT NULL, token_a text NOT NULL, token_b text NOT NULL,
    amount_a text NOT NULL, min_received text NOT NULL, in_parts bigint NOT NULL, placed_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL, times bigint, every_ms bigint, filled_a text NOT NULL,
    received_b text NOT NULL, fills bigint NOT NULL, returned text NOT NULL, pays double precision,
    -- What a stop waits for, and the evidence that set it off, as JSON.
    stop text, triggered text
  );
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
  CREATE TABLE chain_wallets (account text COLLATE "C" NOT NULL PRIMARY KEY, number bigint NOT NULL UNIQUE);

  -- What was signed for a wallet. Of those that may yet be executed, a wallet has one.
  CREATE TABLE chain_sends (
    id bigint PRIMARY KEY, account text COLLATE "C" NOT NULL, seqno bigint NOT NULL, valid_until_s bigint NOT NULL,
    after_lt text NOT NULL, boc text NOT NULL, body_hash text NOT NULL,
    state text NOT NULL CHECK (state IN ('live', 'done', 'dead')), lt text, hash text,
    CHECK ((state = 'done') = (lt IS NOT NULL) AND (lt IS NULL) = (hash IS NULL))
  );
  CREATE INDEX chain_sends_done ON chain_sends (account, id) WHERE state = 'done';
  CREATE UNIQUE INDEX chain_sends_live ON chain_sends (account) WHERE state = 'live';

  CREATE TABLE chain_orders (
    number bigint PRIMARY KEY, id text NOT NULL UNIQUE, account text COLLATE "C" NOT NULL, key text, fingerprint text,
    kind text NOT NULL, request text NOT NULL, messages text NOT NULL, watch text NOT NULL, deadline_s bigint,
    created_at_ms bigint NOT NULL, send bigint REFERENCES chain_sends,
    status text NOT NULL CHECK (status IN ('pending', 'completed', 'failed')), result text,
    UNIQUE (account, key), CHECK ((status = 'pending') = (result IS NULL))
  );
  CREATE INDEX chain_orders_by_account ON chain_orders (account, number);
  CREATE INDEX chain_orders_to_sign ON chain_orders (account, number) WHERE status = 'pending' AND send IS NULL;
  CREATE INDEX chain_orders_signed ON chain_orders (number) WHERE status = 'pending' AND send IS NOT NULL;
  `,
  },
  {
    // An older program would end orders without an event. A running one can end none, because of the check.
    letsOlderGoOn: false,
    sql: `
  -- Counts the orders that have ended, in the order of their ends: the events of a chain.
  ALTER TABLE chain_orders ADD COLUMN event bigint;
  ALTER TABLE chain_orders ADD COLUMN ended_at_ms bigint;
  UPDATE chain_orders SET event = ended.event, ended_at_ms = created_at_ms
    FROM (SELECT number, row_number() OVER (ORDER BY number) AS event FROM chain_orders WHERE status <> 'pending') AS ended
    WHERE chain_orders.number = ended.number;
  CREATE UNIQUE INDEX chain_orders_ended ON chain_orders (event);
  ALTER TABLE chain_orders ADD CHECK ((status = 'pending') = (event IS NULL) AND (event IS NULL) = (ended_at_ms IS NULL));
  `,
  },
  {
    // An older program would fill recurring orders and stops without their guard.
    letsOlderGoOn: false,
    sql: `
  -- How much less than the average a fill may pay, in millionths; of earlier orders nobody has said it.
  ALTER TABLE orders ADD COLUMN max_slippage_ppm bigint;
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
  ALTER TABLE lease ADD COLUMN note text;
  `,
  },
];

/** Read with the head, since a newer program may upgrade the schema while this one runs. */
export const OLDEST = '(SELECT oldest FROM schema_version) AS oldest';

/** Serializes the migrations of nodes that start at once: "MILL" in ASCII. */
const MIGRATION_LOCK = 0x4d494c4c;

/** Upgrades the database to this program's schema in one transaction, and returns a message about it; a newer one is left unchanged. */
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
    // A batch of an older program is committed before this, or finds the new version once it has the lock.
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
