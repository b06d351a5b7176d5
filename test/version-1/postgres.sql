-- The schema of version 1 in PostgreSQL.
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

CREATE TABLE schema_version (version integer NOT NULL);
INSERT INTO schema_version VALUES (1);
