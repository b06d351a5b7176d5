// Converts rows, which have the same columns in every database, to records.
// Statements name their columns, because the schema of a newer program may have more.
import type { Account, PoolAddress, Ppm, TokenAddress } from '../../core/amount.ts';
import type { CurveName } from '../../core/curves/curves.ts';
import type { ListingStatus, Pool, TokenEntry } from '../../core/pool.ts';
import type { Posted, StoredReply } from '../../core/settle/instruction.ts';
import type {
  Balance,
  KeyRecord,
  MovementRow,
  PartyRow,
  ReplyRecord,
  Role,
  SessionRecord,
} from '../../ports/records.ts';
import { type JournalEntry, UnreadableTransaction } from '../../ports/store.ts';
import { checksumOf } from './checksum.ts';
import { decodeReceipt } from './codec.ts';
import { columnsOf, json, number, small, text } from './fields.ts';

export const TOKENS = columnsOf<TokenEntry>({
  address: text<TokenAddress>(),
  symbol: text(),
  decimals: number(),
  status: text<ListingStatus>(),
  name: text(),
  logo: text(),
});
export const TOKEN_COLUMNS = 'address, symbol, decimals, status';

/** Pools that lists show by default: neither the pool nor one of its tokens is hidden. */
export const IS_SHOWN = `status <> 'hidden' AND NOT EXISTS (
  SELECT 1 FROM tokens WHERE tokens.address IN (token0, token1) AND tokens.status = 'hidden')`;

export const POOLS = columnsOf<Pool>(
  {
    number: number(),
    address: text<PoolAddress>(),
    token0: text<TokenAddress>(),
    token1: text<TokenAddress>(),
    lpFeePpm: small<Ppm>(),
    protocolFeePpm: small<Ppm>(),
    refFeePpm: small<Ppm>(),
    protocolFeeAddress: text<Account | null>(),
    status: text<ListingStatus>(),
    curve: text<CurveName>(),
    amplification: small<bigint | null>(),
  },
  { protocolFeeAddress: 'protocol_fee_account' },
);

/** Transactions that register or change a token; in the words of the index `journal_of_tokens`, so that databases use it. */
export const OF_TOKENS = `kind IN ('registerToken', 'updateToken')`;

export const POSTED_COLUMNS = 'sequence, id, actor, created_at_ms, receipt';
export type PostedRow = { sequence: number; id: string; actor: string; created_at_ms: number; receipt: string };

export const toPosted = (row: PostedRow): Posted => ({
  sequence: row.sequence,
  id: row.id,
  actor: row.actor as Account,
  createdAtMs: row.created_at_ms,
  receipt: decoded(row, () => decodeReceipt(row.receipt)),
});

/** Turns any failure to decode a receipt into `UnreadableTransaction`. */
function decoded<Made>({ sequence }: PostedRow, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw new UnreadableTransaction(sequence, 'its receipt cannot be decoded', error);
  }
}

export const TRANSACTION_COLUMNS = 'sequence, id, kind, actor, created_at_ms, checksum, receipt';
export type TransactionRow = PostedRow & { kind: string; checksum: string };

export function toTransaction(row: TransactionRow): JournalEntry {
  const posted = toPosted(row);
  if (row.checksum !== checksumOf(row.sequence, row.receipt))
    throw new UnreadableTransaction(row.sequence, 'its checksum does not match');
  return { ...posted, kind: row.kind, text: row.receipt };
}

export const KEYS = columnsOf<KeyRecord>(
  {
    id: text(),
    account: text<Account>(),
    role: text<Role>(),
    hash: text(),
    createdAtMs: number(),
    revokedAtMs: number<number | null>(),
    name: text(),
    restrictions: json<KeyRecord['restrictions']>(),
  },
  { hash: 'secret_hash' },
);

/** The end of an upsert: updates the fields of an existing key that can change. */
export const CHANGED_KEY =
  'revoked_at_ms = excluded.revoked_at_ms, name = excluded.name, restrictions = excluded.restrictions';

export const SESSIONS = columnsOf<SessionRecord>({
  hash: text(),
  keyId: text(),
  expiresAtMs: number(),
  begunAtMs: number(),
  device: text(),
});

export const BALANCE_COLUMNS = 'account, token, balance';
/** The database sorts, on disk if need be, so that a reader needs memory for one token alone. */
export const BALANCES_BY_TOKEN = `SELECT ${BALANCE_COLUMNS} FROM balances ORDER BY token`;
/** Selects the accounts of pools, the only ones whose names begin with `pool `, as a range of the primary key. */
export const OF_POOLS = "account > 'pool ' AND account < 'pool!'";
/** The same for the accounts of orders, whose names begin with `order `: the start of the range, and the condition for its end. */
export const FIRST_OF_ORDERS = 'order ';
export const BEFORE_THE_END_OF_ORDERS = "account < 'order!'";
export type BalanceRow = { account: string; token: string; balance: string };

export const toBalance = ({ account, token, balance }: BalanceRow): Balance => ({
  account: account as Account,
  token: token as TokenAddress,
  balance: BigInt(balance),
});

export const MOVEMENTS = columnsOf<MovementRow>({
  kind: text(),
  account: text<Account>(),
  token: text<TokenAddress>(),
  reference: text(),
  sequence: number(),
});
export const PARTIES = columnsOf<PartyRow>({
  account: text<Account>(),
  sequence: number(),
  sender: text<Account | ''>(),
});

/** Sorts replies as `Journal.replies` does: refusals first, then by transaction. */
export const BY_TRANSACTION = 'ORDER BY coalesce(sequence, 0), actor, key';
/** The column of a refusal is called `rejection`, as in the first schema. */
export const REPLIES = columnsOf<ReplyRecord>(
  {
    actor: text<Account>(),
    key: text(),
    fingerprint: text(),
    sequence: number<number | null>(),
    refusal: json<ReplyRecord['refusal']>(),
    refusedAtMs: number<number | null>(),
  },
  { refusal: 'rejection' },
);

/** The record to store for a reply: of a transaction only its sequence, since the journal has the rest. */
export const replyRecord = ({ actor, key, fingerprint, outcome, decidedAtMs }: StoredReply): ReplyRecord => ({
  actor,
  key,
  fingerprint,
  sequence: 'posted' in outcome ? outcome.posted.sequence : null,
  refusal: 'refusal' in outcome ? outcome.refusal : null,
  refusedAtMs: 'refusal' in outcome ? decidedAtMs : null,
});
