-- What version 2 made of version 1 in PostgreSQL.
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

UPDATE schema_version SET version = 2, oldest = 2;
