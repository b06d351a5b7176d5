// The public log: its last checkpoint, proofs that a transaction is part of it, and what the exchange owes.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Address, Fields, PageQuery, TON } from './fields.ts';
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
  checkpoint: 'The checkpoint as it was signed (C2SP tlog-checkpoint): origin, size, root and signatures.',
  vkey: 'Public key of the log (C2SP signed-note). Compare it with the one that you got elsewhere.',
};

const Hashes = (description: string) => Type.Array(Type.String(), { description, examples: [[SHA256]] });

/** Proves that a row of the journal is in a checkpoint. */
const RowProof = {
  row: rowField(),
  nonce: Str('Blinds the row, in hex.', SHA256),
  index: Count('Position of the leaf, from 0: the sequence less 1.', 41),
  size: Count('Number of leaves in the checkpoint.', 42),
  path: Hashes('Hashes beside the way from the leaf to the root, from below, in hex.'),
  checkpoint: Str(TOLD.checkpoint, CHECKPOINT),
  vkey: Str(TOLD.vkey, VKEY),
};

export const getLog = declareQuery({
  ...public_,
  name: 'getLog',
  who: 'anyone',
  summary: 'Last checkpoint of the public log',
  description: `Every transaction is one entry of a public log, which can only be extended. Its hashes are at \`/tile/…\` and its last checkpoint at
\`/checkpoint\` (C2SP tlog-tiles; the second log of an exchange, after a restored backup, also below \`/2/\`), so that anybody can check with standard tools that history was not changed. Before the first checkpoint \`size\` is 0 and all else null: ask
again in some seconds, or, if the log of a long journal is computed after an upgrade, in minutes.`,
  input: Fields({}),
  output: Type.Object({
    origin: OrNull(Type.String(), 'Name of the log, the first line of every checkpoint.', 'millpond/EQDemo'),
    size: Count('Number of transactions in the checkpoint; 0 before the first.', 42),
    root: OrNull(Type.String(), 'Root hash of the tree (RFC 6962), in base64.', HASH),
    signedAt: OrNull(Type.String({ format: 'date-time' }), 'When the checkpoint was signed (ISO 8601).', SIGNED_AT),
    witnesses: Type.Array(
      Type.Object({ name: Str('Name of the witness.', 'witness.example'), at: Moment('When it cosigned.') }),
      {
        description:
          'Witnesses that have cosigned the checkpoint: each has checked that it continues the one before. Check their signatures with their public keys, which you get from them.',
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
  description: `For the accounts that a transaction concerns, and operators. \`verifyTransactionProof\` of the client package checks the answer without trusting
this server: entry = SHA-256(nonce ‖ row), leaf = SHA-256(0x00 ‖ entry), and the path leads from the leaf to the root of the checkpoint (RFC 6962).
The row of a match contains the parts of its two orders only as SHA-256(nonce ‖ text); \`opened\` tells the caller's own, so that nobody learns of the other.
So does the row of a swap with a referrer: its owner gets all of it, the referrer the referral.
A new transaction is in a checkpoint some seconds later; until then the answer is \`not_logged_yet\` with Retry-After.`,
  input: Fields({ transactionId: Id('The transaction.') }),
  output: Type.Object({
    transactionId: Id('The transaction.'),
    ...RowProof,
    opened: Type.Array(OpenedPart, {
      description:
        'Parts of a match, or of a swap with a referrer, that the row contains as hashes and the caller may read; empty for all other rows.',
    }),
  }),
  refusals: [...public_.refusals, 'not_found transaction'],
});

export const getLiabilities = declareQuery({
  ...public_,
  name: 'getLiabilities',
  who: 'anyone',
  summary: 'What the exchange owes',
  description: `The totals of all tokens that anybody holds, as of one transaction. Each token is a line of one list, whose hash is stated in the journal and so part of
the public log. \`transaction\` proves that to anybody, as in getTransactionProof: the receipt in its row names the SHA-256 of the list's head, which is the line
\`millpond-liabilities/v2\`, then \`sequence\`, the time in milliseconds since 1970, \`log\`, \`intervalMs\`, \`previous\` (\`none\` for the first), the number of all tokens and the root of
a Merkle tree (RFC 6962) over their lines, each followed by a newline. A line contains the number of people who hold the token, their total, the root of a tree over their balances, the total of
the exchange's own accounts (pools and their fees), the SHA-256 of the lines \`amount account\` of those, and the token. What a person has in open orders is part of that person's balance.
With \`token\`, the answer has that token alone, and pages of those accounts. \`sequence\` is the same on all pages of one list.`,
  input: Fields({
    ...PageQuery,
    token: Type.Optional(
      Address("A token, or the address of a pool for its LP token: answers the exchange's own accounts too."),
    ),
  }),
  output: PageOf(
    'tokens',
    Type.Object({
      token: Str('Token; an LP token has the address of its pool.', TON),
      symbol: Str('Token symbol.', 'TON'),
      total: Num('All that is owed, in whole tokens.', 2_000_000),
      people: Count('Number of people who hold some.', 310),
      peopleTotal: Num('What people hold, in whole tokens; the rest is held by accounts of the exchange.', 1_500_000),
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
        "The exchange's own accounts that hold the token, in the order of the list; null unless one token was asked for.",
        null,
      ),
      sequence: Count('The balances are those after this transaction.', 41),
      at: Moment('When they were added up.'),
      log: Count('Number of the log that states them: the second one after a restored backup.', 1),
      intervalMs: Count('Time until the next list, in milliseconds; 0 if none is promised.', 86_400_000),
      previous: OrNull(
        Type.String(),
        'SHA-256 of the head of the list before this one, in hex; null for the first.',
        SHA256,
      ),
      hash: Str("SHA-256 of the list's head, in hex.", SHA256),
      transactionId: Id('The transaction that states the hash.'),
      checkpoint: OrNull(
        Type.String(),
        'The last checkpoint of the public log, as it was signed; null while it does not contain the transaction.',
        CHECKPOINT,
      ),
      transaction: OrNull(
        Type.Object(RowProof),
        'Proves that the public log contains the transaction that states the hash; null until it does.',
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
  description: `Proves that the caller's balance is one of those that getLiabilities tells the total of. \`verifyBalanceProof\` of the client package checks the answer without
trusting this server: id = SHA-256(nonce ‖ account), leaf = SHA-256(0x00 ‖ id ‖ amount in 16 bytes), and the path leads to the root in the token's line. Then compare
account, token and amount with your own at that time. What you have in open orders is part of the amount. Only balances above zero are counted; that yours is not
is \`balance_not_counted\`, with the header \`Signed-Statement\`, in which the exchange signs it: \`verifyNotCounted\` checks that.
The path consists of hashes alone: sums on the way would tell what others hold. Operators may ask for any user's account.`,
  input: Fields({
    token: Address('The token, or the address of a pool for its LP token.'),
    account: Type.Optional(Address('Account to prove, for operators.', 'shop-42')),
  }),
  output: Type.Object({
    token: Str('The token as the document names it.', TON),
    account: Str('The account.', 'shop-42'),
    amount: Exact('Balance in base units.', '1000000000'),
    nonce: Str('Blinds the account, in hex.', SHA256),
    index: Count('Position of the leaf, from 0.', 41),
    path: Hashes('The hashes beside the way from the leaf to the root, from below, in hex.'),
    line: Type.Object(
      {
        text: Str("The token's line of the list.", `310 1500000000000000 ${SHA256} 500000000000000 ${SHA256} ${TON}`),
        index: Count('Its position in the list, from 0.', 3),
        path: Hashes('The hashes beside its way to the root of the list, from below, in hex.'),
      },
      { description: 'The totals of the token.' },
    ),
    list: Str('The head of the list.', `millpond-liabilities/v2\n41\n1763208000000\n1\n86400000\nnone\n7\n${SHA256}\n`),
    transaction: Type.Object(RowProof, { description: 'Proves that the hash of the head is in the public log.' }),
  }),
  refusals: [...public_.refusals, 'not_found liabilities', 'balance_not_counted'],
});

export const getStatements = declareQuery({
  ...public_,
  name: 'getStatements',
  who: 'anyone',
  weight: 10,
  summary: 'Statements of the exchange in the public log',
  description: `Rows of the journal in which the exchange states something to everybody: \`liabilities\` (the hash of a list of what it owes, with the time, the
interval and the hash of the list before), \`audited\` (where an audit ended) and \`forked\` (where a new log begins). They hold no secret, so anybody gets each with its
proof, as in getTransactionProof, and can count them: two lists that name the same list before them are evidence against the exchange. Only statements that the last checkpoint contains are listed.`,
  input: Fields({
    cursor: PageQuery.cursor,
    limit: Type.Optional(
      Type.String({
        pattern: '^([1-9]|[1-4][0-9]|50)$',
        description: 'Items per page, 1 to 50. Default 20.',
        examples: ['20'],
      }),
    ),
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
