// Requests on a chain (table `chain_orders`) and the messages signed for them (`chain_sends`) as rows.
// Logical times and messages are texts, since no database needs to interpret them.
import type { Account } from '../../core/amount.ts';
import type {
  ChainFigures,
  ChainRequest,
  ChainRequestStatus,
  ChainSend,
  EndedRequest,
  NewChainRequest,
  NewChainSend,
  SendGap,
} from '../../ports/chain-requests.ts';

const ORDER = 'id, account, key, fingerprint, kind, request, messages, watch, deadline_s, created_at_ms';
/** `recipient` is only searched by: it follows from the request. */
export const NEW_REQUEST_COLUMNS = `${ORDER}, recipient`;
const OUTCOME = 'send, status, result, event, ended_at_ms';
export const REQUEST_COLUMNS = `number, ${ORDER}, ${OUTCOME}`;
/** In the order of `requestValues`. */
export const COPIED_REQUEST_COLUMNS = `number, ${NEW_REQUEST_COLUMNS}, ${OUTCOME}`;
const ENDED_COLUMNS =
  'number, id, account, key, kind, request, created_at_ms, send, status, result, event, ended_at_ms';
const SEND = 'account, seqno, valid_until_s, after_lt, boc, body_hash';
export const NEW_SEND_COLUMNS = SEND;
export const SEND_COLUMNS = `id, ${SEND}, state, lt, hash`;

/**
 * Executed sends whose seqno does not follow the one before, with the logical time of that one; the first must have seqno 0. Nearly
 * always there are as many as the highest seqno says, which an index tells, and the rows are not read.
 */
export function gapsOf(account: string, sinceS: string): string {
  const done = `FROM chain_sends WHERE account = ${account} AND state = 'done'`;
  return `SELECT before_lt, lt, hash FROM (
     SELECT seqno, lt, hash, valid_until_s, lag(seqno, 1, -1) OVER by_seqno AS before_seqno, lag(lt) OVER by_seqno AS before_lt
     ${done} AND (SELECT count(*) ${done}) <= (SELECT max(seqno) ${done}) WINDOW by_seqno AS (ORDER BY seqno)
   ) AS done WHERE seqno > before_seqno + 1 AND valid_until_s >= ${sinceS} ORDER BY seqno`;
}
export type GapRow = { before_lt: string | null; lt: string; hash: string };
export const toGap = ({ before_lt, lt, hash }: GapRow): SendGap => ({
  afterLt: BigInt(before_lt ?? 0),
  next: { lt: BigInt(lt), hash },
});

export const IS_TO_SIGN = "status = 'pending' AND send IS NULL";
/** Pending requests whose message the chain has executed. Looks up each request's send: of the many done sends, few have such requests. */
export const IS_UNDER_WAY =
  "status = 'pending' AND send IS NOT NULL AND (SELECT state FROM chain_sends WHERE id = send) = 'done'";

/**
 * The pending requests of one account. One statement, since a request signed meanwhile moves from the first part to the second. In the
 * second, `|| ''` keeps the database from searching by account, which would read all that the account ever requested: of all accounts,
 * few requests are signed and pending.
 */
export const pendingRequests = (account: string, limit: string): string =>
  `SELECT ${REQUEST_COLUMNS} FROM chain_orders WHERE account = ${account} AND ${IS_TO_SIGN}
   UNION ALL
   SELECT ${REQUEST_COLUMNS} FROM chain_orders WHERE status = 'pending' AND send IS NOT NULL AND account || '' = ${account}
   ORDER BY number LIMIT ${limit}`;
/** The first transfer at or after a pair of sender and recipient, in the order of an index: one seek, as for `NEXT_SENT` of the ledger. */
export const nextSentOnChain = (from: string, to: string): string =>
  `SELECT account, recipient FROM chain_orders WHERE recipient IS NOT NULL AND (account, recipient) >= (${from}, ${to})
   ORDER BY account, recipient LIMIT 1`;
export const LAST_EVENT = 'SELECT coalesce(max(event), 0) AS last FROM chain_orders';
export const ENDED_AFTER = (after: string, limit: string) =>
  `SELECT ${ENDED_COLUMNS} FROM chain_orders WHERE event > ${after} ORDER BY event LIMIT ${limit}`;
/** The number of the next event, and the time of the last one: no request ends before that time, even if the clocks of nodes differ. */
export const NEXT_EVENT = '(SELECT coalesce(max(event), 0) + 1 FROM chain_orders)';
export const LAST_END_MS =
  'coalesce((SELECT ended_at_ms FROM chain_orders WHERE event IS NOT NULL ORDER BY event DESC LIMIT 1), 0)';
const IS_SIGNED = "status = 'pending' AND send IS NOT NULL";
/** The time of the oldest of some pending requests, which have indexes; a search by the least number would also read ended ones. */
const oldest = (which: string): string => `(SELECT min(created_at_ms) FROM chain_orders WHERE ${which})`;
export const CHAIN_FIGURES = `SELECT
  (SELECT coalesce(max(number), 0) FROM chain_orders) AS accepted,
  (SELECT count(*) FROM chain_orders WHERE ${IS_TO_SIGN}) AS to_sign, ${oldest(IS_TO_SIGN)} AS oldest_to_sign,
  (SELECT count(*) FROM chain_orders WHERE ${IS_SIGNED}) AS signed, ${oldest(IS_SIGNED)} AS oldest_signed,
  (SELECT count(*) FROM chain_sends WHERE state = 'live') AS live`;
export type ChainFiguresRow = Record<'accepted' | 'to_sign' | 'signed' | 'live', number> &
  Record<'oldest_to_sign' | 'oldest_signed', number | null>;
export function toChainFigures(row: ChainFiguresRow): ChainFigures {
  const oldestMs = Math.min(row.oldest_to_sign ?? Infinity, row.oldest_signed ?? Infinity);
  return {
    ...{ accepted: row.accepted, toSign: row.to_sign, signed: row.signed, liveSends: row.live },
    oldestMs: oldestMs === Infinity ? null : oldestMs,
  };
}

export const EVERY_WALLET = 'SELECT account FROM chain_wallets ORDER BY account';
export const EVERY_SEND = `SELECT ${SEND_COLUMNS} FROM chain_sends ORDER BY id`;
export const EVERY_REQUEST = `SELECT ${REQUEST_COLUMNS} FROM chain_orders ORDER BY number`;

/** A mark that differs after every change to wallets, sends or requests: each change increases one of these counts, and none decreases. */
export const CHAIN_MARK = `SELECT (SELECT count(*) FROM chain_wallets) AS wallets, (SELECT count(*) FROM chain_sends) AS sends,
  (SELECT count(*) FROM chain_sends WHERE state <> 'live') AS ended, (SELECT count(*) FROM chain_orders) AS orders,
  (SELECT count(*) FROM chain_orders WHERE status <> 'pending') AS settled`;
export type ChainMarkRow = Record<'wallets' | 'sends' | 'ended' | 'orders' | 'settled', unknown>;
export const chainMark = ({ wallets, sends, ended, orders, settled }: ChainMarkRow): string =>
  [wallets, sends, ended, orders, settled].join(' ');

export type RequestRow = {
  number: number;
  id: string;
  account: string;
  key: string | null;
  fingerprint: string | null;
  kind: string;
  request: string;
  messages: string;
  watch: string;
  deadline_s: number | null;
  created_at_ms: number;
  send: number | null;
  status: string;
  result: string | null;
  event: number | null;
  ended_at_ms: number | null;
};

export const toRequest = ({
  request: decision,
  messages,
  deadline_s,
  created_at_ms,
  ended_at_ms,
  ...row
}: RequestRow): ChainRequest => ({
  ...row,
  decision,
  account: row.account as Account,
  messages: messages.split(' '),
  deadlineS: deadline_s,
  createdAtMs: created_at_ms,
  status: row.status as ChainRequestStatus,
  endedAtMs: ended_at_ms,
});

type Needless = 'messages' | 'watch' | 'fingerprint' | 'deadline_s';
export type EndedRow = Omit<RequestRow, Needless | 'event' | 'ended_at_ms' | 'result'> & {
  result: string;
  event: number;
  ended_at_ms: number;
};

export const toEnded = ({ request: decision, created_at_ms, ended_at_ms, ...row }: EndedRow): EndedRequest => ({
  ...row,
  decision,
  account: row.account as Account,
  createdAtMs: created_at_ms,
  status: row.status as EndedRequest['status'],
  endedAtMs: ended_at_ms,
});

/** In the order of `NEW_REQUEST_COLUMNS`. */
export const newRequestValues = (request: NewChainRequest) => [
  ...[request.id, request.account, request.key, request.fingerprint, request.kind, request.decision],
  ...[request.messages.join(' '), request.watch, request.deadlineS, request.createdAtMs],
  recipientOf(request),
];

/** The recipient of a transfer; null for other requests. */
const recipientOf = ({ kind, decision }: NewChainRequest): string | null =>
  kind === 'transfer' ? (JSON.parse(decision).receipt?.to ?? null) : null;

export const requestValues = (request: ChainRequest) => [
  request.number,
  ...newRequestValues(request),
  ...[request.send, request.status, request.result, request.event, request.endedAtMs],
];

export type SendRow = {
  id: number;
  account: string;
  seqno: number;
  valid_until_s: number;
  after_lt: string;
  boc: string;
  body_hash: string;
  state: string;
  lt: string | null;
  hash: string | null;
};

export const toSend = ({ valid_until_s, after_lt, body_hash, ...row }: SendRow): ChainSend => ({
  ...row,
  account: row.account as Account,
  validUntilS: valid_until_s,
  afterLt: BigInt(after_lt),
  bodyHash: body_hash,
  state: row.state as ChainSend['state'],
  lt: row.lt === null ? null : BigInt(row.lt),
});

/** In the order of `NEW_SEND_COLUMNS`. */
export const newSendValues = (send: NewChainSend) => [
  ...[send.account, send.seqno, send.validUntilS, `${send.afterLt}`, send.boc, send.bodyHash],
];

export const sendValues = (send: ChainSend) => [
  send.id,
  ...newSendValues(send),
  ...[send.state, send.lt === null ? null : `${send.lt}`, send.hash],
];
