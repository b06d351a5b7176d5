// The public log: its last checkpoint, and the proof that a transaction is part of it.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Fields } from './fields.ts';
import { CHECKPOINT, Count, Id, Moment, SHA256, Str, TRANSACTION } from './records.ts';

const HASH = 'mzC2srWjqaWxwsPU5fYHGCk6S1xtfo+QARIjNEVWZ3g=';
const VKEY = 'millpond/EQDemo+1f2e3d4c+AZswtrK1o6mlscLD1OX2BxgpOktcbX6PkAESIzRFVmd4';

const public_ = {
  tag: 'Public log',
  counted: true,
  venue: 'ledger',
  refusals: ['not_logged_yet', 'log_unsigned'],
} as const;

const Checkpoint = {
  checkpoint: Str(
    'The checkpoint as it was signed (C2SP tlog-checkpoint): origin, size, root and signatures.',
    CHECKPOINT,
  ),
  vkey: Str('Public key of the log (C2SP signed-note). Compare it with the one that you got elsewhere.', VKEY),
};

export const getLog = declareQuery({
  ...public_,
  name: 'getLog',
  who: 'anyone',
  summary: 'Last checkpoint of the public log',
  description: `Every transaction is one entry of a public log, which can only be extended. Its hashes are at \`/tile/…\` and its last checkpoint at
\`/checkpoint\` (C2SP tlog-tiles), so that anybody can check with standard tools that history was not changed.`,
  input: Fields({}),
  output: Type.Object({
    origin: Str('Name of the log, the first line of every checkpoint.', 'millpond/EQDemo'),
    size: Count('Number of transactions in the checkpoint.', 42),
    root: Str('Root hash of the tree (RFC 6962), in base64.', HASH),
    signedAt: Moment('When the checkpoint was signed (ISO 8601).'),
    ...Checkpoint,
  }),
});

export const getTransactionProof = declareQuery({
  ...public_,
  name: 'getTransactionProof',
  who: 'trader',
  summary: 'Prove that a transaction is in the public log',
  description: `For the accounts that a transaction concerns, and operators. \`verifyTransactionProof\` of the client package checks the answer without trusting
this server: entry = SHA-256(nonce ‖ row), leaf = SHA-256(0x00 ‖ entry), and the path leads from the leaf to the root of the checkpoint (RFC 6962).
A new transaction is in a checkpoint some seconds later; until then the answer is \`not_logged_yet\` with Retry-After.`,
  input: Fields({ transactionId: Id('The transaction.') }),
  output: Type.Object({
    transactionId: Id('The transaction.'),
    row: Str(
      'The row of the journal: a version, sequence, id, kind, actor and time in milliseconds, one a line, then the receipt.',
      `millpond-row/v1\n42\n${TRANSACTION}\nswap\nlocal\n1763208000000\n{"kind":"swap"}`,
    ),
    nonce: Str('Blinds the row, in hex.', SHA256),
    index: Count('Position of the leaf, from 0: the sequence less 1.', 41),
    size: Count('Number of leaves in the checkpoint.', 42),
    path: Type.Array(Type.String(), {
      description: 'Hashes beside the way from the leaf to the root, from below, in hex.',
      examples: [[SHA256]],
    }),
    ...Checkpoint,
  }),
  refusals: [...public_.refusals, 'unknown_transaction'],
});
