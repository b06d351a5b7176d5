// Converts rows, which have the same columns in every database, to records.
// Statements name their columns, because the schema of a newer program may have more.
import type { Account, PoolAddress, Ppm, TokenAddress } from '../../core/amount.ts';
import type { CurveName } from '../../core/curves/curves.ts';
import type { Pool, Status } from '../../core/pool.ts';
import type { Posted, Reply } from '../../core/settle/instruction.ts';
import type { Balance, KeyRecord, ReplyRecord, Role, SessionRecord } from '../../ports/records.ts';
import { type JournalEntry, UnreadableTransaction } from '../../ports/store.ts';
import { matchesChecksum } from './checksum.ts';
import { decodeReceipt, decodeRefusal } from './codec.ts';

export const TOKEN_COLUMNS = 'address, symbol, decimals, status';
export const TOKEN_ENTRY_COLUMNS = `${TOKEN_COLUMNS}, name, logo`;

/** Pools that lists show by default: neither the pool nor one of its tokens is hidden. */
export const IS_SHOWN = `status <> 'hidden' AND NOT EXISTS (
  SELECT 1 FROM tokens WHERE tokens.address IN (token0, token1) AND tokens.status = 'hidden')`;

export const POOL_COLUMNS =
  'number, address, token0, token1, lp_fee_ppm, protocol_fee_ppm, ref_fee_ppm, protocol_fee_account, status, curve, amplification';
export type PoolRow = {
  number: number;
  address: string;
  token0: string;
  token1: string;
  lp_fee_ppm: number;
  protocol_fee_ppm: number;
  ref_fee_ppm: number;
  protocol_fee_account: string | null;
  status: Status;
  curve: string;
  amplification: number | null;
};

export const toPool = (row: PoolRow): Pool => ({
  number: row.number,
  address: row.address as PoolAddress,
  token0: row.token0 as TokenAddress,
  token1: row.token1 as TokenAddress,
  lpFeePpm: BigInt(row.lp_fee_ppm) as Ppm,
  protocolFeePpm: BigInt(row.protocol_fee_ppm) as Ppm,
  refFeePpm: BigInt(row.ref_fee_ppm) as Ppm,
  protocolFeeAddress: row.protocol_fee_account as Account | null,
  status: row.status,
  curve: row.curve as CurveName,
  amplification: row.amplification === null ? null : BigInt(row.amplification),
});

/** Transactions that register or change a token; worded like their index. */
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

export const TRANSACTION_COLUMNS = 'sequence, id, kind, actor, created_at_ms, proof, receipt';
export type TransactionRow = PostedRow & { kind: string; proof: string };

export function toTransaction(row: TransactionRow): JournalEntry {
  const posted = toPosted(row);
  if (decoded(row, () => matchesChecksum(posted, row))) return { ...posted, kind: row.kind };
  throw new UnreadableTransaction(row.sequence, 'its checksum does not match');
}

export const KEY_COLUMNS = 'id, account, role, secret_hash, created_at_ms, revoked_at_ms, name, restrictions';
export type KeyRow = {
  id: string;
  account: string;
  role: string;
  secret_hash: string;
  created_at_ms: number;
  revoked_at_ms: number | null;
  name: string;
  restrictions: string | null;
};

export const toKey = (row: KeyRow): KeyRecord => ({
  id: row.id,
  account: row.account as Account,
  role: row.role as Role,
  name: row.name,
  hash: row.secret_hash,
  restrictions: row.restrictions === null ? null : JSON.parse(row.restrictions),
  createdAtMs: row.created_at_ms,
  revokedAtMs: row.revoked_at_ms,
});

/** In the order of the columns. */
export const keyValues = ({ id, account, role, hash, createdAtMs, revokedAtMs, name, restrictions }: KeyRecord) =>
  [id, account, role, hash, createdAtMs, revokedAtMs, name, restrictions && JSON.stringify(restrictions)] as const;

/** Updates the fields that can change of an existing key. */
export const CHANGED_KEY =
  'revoked_at_ms = excluded.revoked_at_ms, name = excluded.name, restrictions = excluded.restrictions';

/** Columns of a session and its key. */
export const SESSION_COLUMNS = `sessions.hash AS session_hash, key_id, expires_at_ms, begun_at_ms, device, ${KEY_COLUMNS}`;
export type SessionRow = KeyRow & {
  session_hash: string;
  key_id: string;
  expires_at_ms: number;
  begun_at_ms: number;
  device: string;
};

export const toSession = (row: SessionRow): SessionRecord & { readonly key: KeyRecord } => ({
  hash: row.session_hash,
  keyId: row.key_id,
  expiresAtMs: row.expires_at_ms,
  begunAtMs: row.begun_at_ms,
  device: row.device,
  key: toKey(row),
});

export const BALANCE_COLUMNS = 'account, token, balance';
/** The accounts of pools, the only ones whose names begin with `pool `: a range of the primary key. */
export const OF_POOLS = "account > 'pool ' AND account < 'pool!'";
/** The same for orders, which begin with `order `. */
export const FIRST_OF_ORDERS = 'order ';
export const BEFORE_THE_END_OF_ORDERS = "account < 'order!'";
export type BalanceRow = { account: string; token: string; balance: string };

export const toBalance = ({ account, token, balance }: BalanceRow): Balance => ({
  account: account as Account,
  token: token as TokenAddress,
  balance: BigInt(balance),
});

export const MOVEMENT_COLUMNS = 'kind, account, token, reference, sequence';
export const PARTY_COLUMNS = 'account, sequence';

/** The order that a `Journal` uses. */
export const BY_TRANSACTION = 'ORDER BY coalesce(sequence, 0), actor, key';
export const REPLY_COLUMNS = 'actor, key, fingerprint, sequence, rejection, refused_at_ms';
/** `rejection` is the first schema's name for a refusal. */
export type ReplyRow = {
  actor: string;
  key: string;
  fingerprint: string;
  sequence: number | null;
  rejection: string | null;
  refused_at_ms: number | null;
};

export const toReply = (row: ReplyRow): ReplyRecord => ({
  actor: row.actor as Account,
  key: row.key,
  fingerprint: row.fingerprint,
  sequence: row.sequence,
  refusal: row.rejection === null ? null : decodeRefusal(row.rejection),
  refusedAtMs: row.refused_at_ms,
});

/** The row of a reply: for a transaction, only its sequence. */
export const replyRecord = ({ actor, key, fingerprint, outcome, decidedAtMs }: Reply): ReplyRecord => ({
  actor,
  key,
  fingerprint,
  sequence: 'posted' in outcome ? outcome.posted.sequence : null,
  refusal: 'refusal' in outcome ? outcome.refusal : null,
  refusedAtMs: 'refusal' in outcome ? decidedAtMs : null,
});
