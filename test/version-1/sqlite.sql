-- The schema of version 1 in SQLite.
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

PRAGMA application_id = 0x4d494c4c;
PRAGMA user_version = 1;
