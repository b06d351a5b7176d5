-- What version 2 made of version 1 in SQLite.
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

INSERT INTO oldest_program (version) VALUES (2);
PRAGMA user_version = 2;
