// The public log: its last checkpoint, proofs that a transaction is part of it, and what the exchange owes.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Address, Digits, Fields, PageQuery, TON } from './fields.ts';
import {
  CHECKPOINT,
  Count,
  Exact,
  Id,
  Moment,
  Num,
  OpenedPart,
  OrNull,
  PageOf,
  rowField,
  SHA256,
  Str,
  Word,
} from './records.ts';

const HASH = 'mzC2srWjqaWxwsPU5fYHGCk6S1xtfo+QARIjNEVWZ3g=';
const SIGNED_AT = '2026-11-15T12:00:00.000Z';
const VKEY = 'millpond/EQDemo+1f2e3d4c+AZswtrK1o6mlscLD1OX2BxgpOktcbX6PkAESIzRFVmd4';

const public_ = {
  tag: 'Public log',
  counted: true,
  venue: 'ledger',
  refusals: ['not_logged_yet', 'not_found log_key'],
} as const;

const TOLD = {
  checkpoint: 'The signed checkpoint (C2SP tlog-checkpoint).',
  vkey: 'Public key of the log (C2SP signed-note); compare it.',
};

const Hashes = (description: string) => Type.Array(Type.String(), { description, examples: [[SHA256]] });

/** Proves that a row of the journal is in a checkpoint. */
const RowProof = {
  row: rowField(),
  nonce: Str('Blinds the row, in hex.', SHA256),
  index: Count('Position of the leaf, from 0: the sequence less 1.', 41),
  size: Count('Number of leaves in the checkpoint.', 42),
  path: Hashes('Hashes from the leaf to the root, in hex.'),
  checkpoint: Str(TOLD.checkpoint, CHECKPOINT),
  vkey: Str(TOLD.vkey, VKEY),
};

export const getLog = declareQuery({
  ...public_,
  name: 'getLog',
  who: 'anyone',
  summary: 'Last checkpoint of the public log',
  description:
    'Every transaction is one entry of a public log, which can only be extended: docs/proof.md. Its hashes are at `/tile/…`, its checkpoint at `/checkpoint` (C2SP tlog-tiles; after a restored backup also below `/2/`). Before the first checkpoint `size` is 0 and all else null.',
  input: Fields({}),
  output: Type.Object({
    origin: OrNull(Type.String(), 'Name of the log, the first line of every checkpoint.', 'millpond/EQDemo'),
    size: Count('Number of transactions in the checkpoint; 0 before the first.', 42),
    root: OrNull(Type.String(), 'Root hash of the tree (RFC 6962), in base64.', HASH),
    signedAt: OrNull(Type.String({ format: 'date-time' }), 'When the checkpoint was signed (ISO 8601).', SIGNED_AT),
    witnesses: Type.Array(
      Type.Object({ name: Str('Name of the witness.', 'witness.example'), at: Moment('When it cosigned.') }),
      {
        description: 'Witnesses that have cosigned the checkpoint.',
      },
    ),
    checkpoint: OrNull(Type.String(), TOLD.checkpoint, CHECKPOINT),
    vkey: OrNull(Type.String(), TOLD.vkey, VKEY),
  }),
  refusals: ['not_found log_key'],
});

export const getTransactionProof = declareQuery({
  ...public_,
  name: 'getTransactionProof',
  who: 'trader',
  weight: 2,
  summary: 'Prove that a transaction is in the public log',
  description:
    'For the accounts that a transaction concerns, and operators. `verifyTransactionProof` of the client package checks it without trusting this server: entry = SHA-256(nonce ‖ row), leaf = SHA-256(0x00 ‖ entry), and the path leads to the root of the checkpoint (RFC 6962). For some seconds a new transaction is `not_logged_yet`.',
  input: Fields({ transactionId: Id('The transaction.') }),
  output: Type.Object({
    transactionId: Id('The transaction.'),
    ...RowProof,
    opened: Type.Array(OpenedPart, {
      description: 'Parts of the row that it contains as hashes and the caller may read.',
    }),
  }),
  refusals: [...public_.refusals, 'not_found transaction'],
});

export const getLiabilities = declareQuery({
  ...public_,
  name: 'getLiabilities',
  who: 'anyone',
  summary: 'What the exchange owes',
  description:
    "Totals of all tokens that anybody holds, open orders included, as of one transaction. Each token is a line of a list, whose hash is stated in the public log: `transaction` proves that (docs/proof.md). With `token`, that token alone, and pages of the exchange's own accounts.",
  input: Fields({
    ...PageQuery,
    token: Type.Optional(Address("Only this token, with the exchange's own accounts.")),
  }),
  output: PageOf(
    'tokens',
    Type.Object({
      token: Str('The token.', TON),
      symbol: Str('Token symbol.', 'TON'),
      total: Num('All that is owed, in whole tokens.', 2_000_000),
      people: Count('Number of people who hold some.', 310),
      peopleTotal: Num('What people hold, in whole tokens.', 1_500_000),
      line: Str(
        'The line of the list, with totals in base units.',
        `310 1500000000000000 ${SHA256} 500000000000000 ${SHA256} ${TON}`,
      ),
    }),
    {
      own: OrNull(
        Type.Array(
          Type.Object({
            account: Str('An account of the exchange.', 'pool EQDemo'),
            amount: Num('Its balance, in whole tokens.', 500_000),
            amountBase: Exact('The same in base units, as in the list.', '500000000000000'),
          }),
        ),
        "The exchange's own accounts, in the order of the list; null without `token`.",
        null,
      ),
      sequence: Count('The balances are those after this transaction.', 41),
      at: Moment('When they were added up.'),
      log: Count('Number of the log that states them.', 1),
      intervalMs: Count('Milliseconds until the next list; 0 if none is promised.', 86_400_000),
      previous: OrNull(Type.String(), 'SHA-256 of the head of the list before, in hex; null for the first.', SHA256),
      hash: Str("SHA-256 of the list's head, in hex.", SHA256),
      transactionId: Id('The transaction that states the hash.'),
      checkpoint: OrNull(Type.String(), 'The signed checkpoint; null while it lacks the transaction.', CHECKPOINT),
      transaction: OrNull(
        Type.Object(RowProof),
        'Proof of the transaction that states the hash; null while there is none.',
        null,
      ),
    },
  ),
  refusals: ['not_found liabilities'],
});

export const getBalanceProof = declareQuery({
  ...public_,
  name: 'getBalanceProof',
  who: 'trader',
  weight: 10,
  summary: 'Prove that a balance is counted',
  description:
    "`verifyBalanceProof` of the client package checks it without trusting this server: id = SHA-256(nonce ‖ account), leaf = SHA-256(0x00 ‖ id ‖ amount in 16 bytes), and the path leads to the root in the token's line of getLiabilities. Open orders are included. A balance of zero is `balance_not_counted`, with a `Signed-Statement` for `verifyNotCounted`. Operators may ask for any user's account.",
  input: Fields({
    token: Address('The token.'),
    account: Type.Optional(Address('Account to prove, for operators.', 'shop-42')),
  }),
  output: Type.Object({
    token: Str('The token as the document names it.', TON),
    account: Str('The account.', 'shop-42'),
    amount: Exact('Balance in base units.', '1000000000'),
    nonce: Str('Blinds the account, in hex.', SHA256),
    index: Count('Position of the leaf, from 0.', 41),
    path: Hashes('Hashes from the leaf to the root, in hex.'),
    line: Type.Object(
      {
        text: Str("The token's line of the list.", `310 1500000000000000 ${SHA256} 500000000000000 ${SHA256} ${TON}`),
        index: Count('Its position in the list, from 0.', 3),
        path: Hashes('Hashes from there to the root of the list, in hex.'),
      },
      { description: 'The totals of the token.' },
    ),
    list: Str('The head of the list.', `millpond-liabilities/v2\n41\n1763208000000\n1\n86400000\nnone\n7\n${SHA256}\n`),
    transaction: Type.Object(RowProof, { description: 'Proves that the hash of the head is in the log.' }),
  }),
  refusals: [...public_.refusals, 'not_found liabilities', 'balance_not_counted'],
});

export const getStatements = declareQuery({
  ...public_,
  name: 'getStatements',
  who: 'anyone',
  weight: 10,
  summary: 'Statements of the exchange in the public log',
  description:
    'What the exchange states to everybody in its journal, with proofs up to the last checkpoint: `liabilities` (the hash of a list of what it owes), `audited` and `forked` (a new log begins). Two lists that name the same list before them are evidence against it.',
  input: Fields({
    cursor: PageQuery.cursor,
    limit: Type.Optional(Digits('Items per page, 1 to 50. Default 20.', 20, [1, 50])),
    kind: Type.Optional(Word('Only statements of this kind.', 'liabilities', 'audited', 'forked')),
    order: Type.Optional(Word('`desc`: newest first. Default `desc`.', 'desc', 'asc')),
  }),
  output: PageOf(
    'statements',
    Type.Object({
      sequence: Count('Sequence of the statement.', 42),
      kind: Word('What it is about.', 'liabilities', 'audited', 'forked'),
      ...RowProof,
    }),
  ),
  refusals: ['not_found log_key'],
});
