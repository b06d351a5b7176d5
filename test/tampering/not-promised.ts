// What somebody who can write to the database may change unnoticed, and why. docs/proof.md has the same list in words.

/** By table, or by table and change, which may be of a backup only. The test fails if one of them is noticed after all. */
export const NOT_PROMISED: Readonly<Record<string, string>> = {
  keys: 'who may sign in is not in the journal; what anybody does with a key is',
  sessions: 'who may sign in is not in the journal; what anybody does in a session is',
  lease: 'says which process works at the moment; a wrong one delays that work',
  'head: another factory': 'addresses of pools that are created later follow from it',
  'replies: another key': 'an idempotency key is not in the journal: a repeated request may take effect again',
  'replies: another fingerprint': 'an idempotency key is not in the journal',
  'replies: another refused_at_ms': 'refusals are not in the journal',
  'replies: a row is gone': 'an idempotency key is not in the journal: a repeated request may take effect again',
  'records: another version': 'side records are not in the journal, except the identities of the logs',
  'records: another expires_at_ms': 'side records are not in the journal, except the identities of the logs',
  'projection: a row is doubled': 'nobody reads a projection of another name',
  'backup projection: another version': 'a backup has no market data; it is counted anew',
  'backup projection: another sequence': 'a backup has no market data; it is counted anew',
  'oldest_program: a row is gone': 'says which programs may open the database',
  'oldest_program: a row is doubled': 'says which programs may open the database',
  'schema_version: another version': 'says which programs may open the database',
  'schema_version: a row is gone': 'says which programs may open the database',
  'tokens: another number': 'the order in which tokens are listed, on PostgreSQL',
  'orders: another times': 'read only together with every_ms',
  'orders: another every_ms': 'read only together with times',
  'audit_points: another number': 'the order of the parts; the text has a signed hash',
  'liability_tiles: a row is doubled': 'a tile too many in a tree before the newest: the check of an owner notices it',
  'log_tiles: a row is doubled': 'a tile beyond the end of the log, which is replaced before it is served',
  'log_checkpoints: another made_at_ms': 'a signed checkpoint contains no time',
  'log_checkpoints: a row is gone': 'old checkpoints are thinned out; who keeps one brings it (--checkpoint)',
};

/** Tables that are empty here: they have no part in the ledger, or are audited by the suites named. */
export const EMPTY: Readonly<Record<string, string>> = {
  hooks: 'webhooks are not in the journal',
  audits: 'results of audits are not in the journal; each that passed with the key states where it ended',
  chain_wallets: 'of TON',
  chain_sends: 'of TON: src/ton/audit',
  chain_orders: 'of TON: src/ton/audit',
};
