// Reads records that a batch refers to: stored answers to its idempotency keys, the movements under its references, and orders.
// Each statement is sent when its function is called, like the other statements of a batch.
import type { Account } from '../../core/amount.ts';
import type { Outcome, Posted, StoredReply } from '../../core/settle/instruction.ts';
import { type clientIdsNamed, escrowsOf, type referencesNamed, type repliesNamed } from '../../core/settle/prefetch.ts';
import { replyKey } from '../../core/settle/repetitions.ts';
import { balanceKey } from '../../core/settle/transfer.ts';
import type { ReplyName } from '../../ports/store.ts';
import { columnsOf } from '../rows/activity.ts';
import { decodeRefusal } from '../rows/codec.ts';
import type { sweepOf } from '../rows/refusals.ts';
import { POSTED_COLUMNS, type PostedRow, toPosted } from '../rows/rows.ts';
import type { Connection, Statements } from './connection.ts';
import { CLIENT_ID } from './schema.ts';

type ReplyRow = PostedRow & {
  reply_actor: Account;
  key: string;
  fingerprint: string;
  rejection: string | null;
  refused_at_ms: number | null;
};

/** The stored answers to idempotency keys, by `replyKey`. */
export async function readReplies(
  sql: Connection,
  names: ReturnType<typeof repliesNamed>,
): Promise<ReadonlyMap<string, StoredReply>> {
  if (names.size === 0) return new Map();
  const named = [...names.values()];
  // LIMIT makes the server look up each key by its index; for a plain join it might read the whole table.
  const rows = await sql<ReplyRow[]>`
    SELECT named.actor AS reply_actor, named.key, fingerprint, rejection, refused_at_ms,
      journal.sequence, journal.id, journal.actor, journal.created_at_ms, journal.receipt
    FROM unnest(${named.map(({ actor }) => actor)}::text[], ${named.map(({ key }) => key)}::text[]) AS named (actor, key)
    CROSS JOIN LATERAL (
      SELECT fingerprint, rejection, refused_at_ms, sequence FROM replies
      WHERE replies.actor = named.actor AND replies.key = named.key LIMIT 1) AS replies
    LEFT JOIN LATERAL (
      SELECT ${sql.unsafe(POSTED_COLUMNS)} FROM journal WHERE journal.sequence = replies.sequence LIMIT 1) AS journal
      ON true`.execute();
  return new Map(rows.map((row) => [replyKey(row.reply_actor, row.key), toReply(row)]));
}

/** The idempotency keys (as `replyKey`s) that have a stored answer which has not expired. */
export async function readAnswered(
  sql: Connection,
  names: readonly ReplyName[],
  refusedAfterMs: number,
): Promise<ReadonlySet<string>> {
  const rows = await sql<ReplyName[]>`
    SELECT named.actor, named.key
    FROM unnest(${names.map(({ actor }) => actor)}::text[], ${names.map(({ key }) => key)}::text[]) AS named (actor, key)
    CROSS JOIN LATERAL (
      SELECT FROM replies WHERE replies.actor = named.actor AND replies.key = named.key
        AND (refused_at_ms IS NULL OR refused_at_ms > ${refusedAfterMs}) LIMIT 1) AS replies`.execute();
  return new Set(rows.map(({ actor, key }) => replyKey(actor, key)));
}

function toReply(row: ReplyRow): StoredReply {
  const { reply_actor: actor, key, fingerprint, rejection } = row;
  const outcome: Outcome = rejection === null ? { posted: toPosted(row) } : { refusal: decodeRefusal(rejection) };
  const decidedAtMs = rejection === null ? row.created_at_ms : (row.refused_at_ms as number);
  return { actor, key, fingerprint, outcome, decidedAtMs };
}

/** The deposit or withdrawal under each reference, by `referenceKey`. */
export async function readReferences(
  sql: Connection,
  names: ReturnType<typeof referencesNamed>,
): Promise<ReadonlyMap<string, Posted>> {
  if (names.size === 0) return new Map();
  const keys = [...names.keys()];
  const named = [...names.values()].map(columnsOf);
  const rows = await sql<(PostedRow & { place: number })[]>`
    SELECT place, journal.*
    FROM unnest(${named.map(({ kind }) => kind)}::text[], ${named.map(({ account }) => account)}::text[],
        ${named.map(({ token }) => token)}::text[], ${named.map(({ reference }) => reference)}::text[])
      WITH ORDINALITY AS named (kind, account, token, reference, place)
    CROSS JOIN LATERAL (
      SELECT sequence AS first FROM movements
      WHERE movements.account = named.account AND movements.token = named.token
        AND movements.reference = named.reference AND movements.kind = named.kind LIMIT 1) AS movements
    CROSS JOIN LATERAL (
      SELECT ${sql.unsafe(POSTED_COLUMNS)} FROM journal WHERE journal.sequence = first LIMIT 1) AS journal`.execute();
  return new Map(rows.map((row) => [keys[row.place - 1] as string, toPosted(row)]));
}

/** The transactions that placed these orders, by sequence, which is also the order's number. */
export async function readOrders(sql: Connection, sequences: readonly number[]): Promise<ReadonlyMap<number, Posted>> {
  const rows = await sql<PostedRow[]>`
    SELECT ${sql.unsafe(POSTED_COLUMNS)} FROM journal WHERE sequence = ANY(${[...sequences]}::bigint[])`.execute();
  return new Map(rows.map((row) => [row.sequence, toPosted(row)]));
}

/**
 * The account's newest order under each `clientId`, by `clientIdKey`: one seek each, however many orders had it. A search for the name
 * itself could become a scan of the journal if the server expects to find it soon.
 */
export async function readOrdersUnder(sql: Statements, names: ReturnType<typeof clientIdsNamed>): Promise<OrdersUnder> {
  if (names.size === 0) return { orders: new Map(), balances: new Map() };
  const [keys, named] = [[...names.keys()], [...names.values()]];
  const expression = sql.unsafe(CLIENT_ID);
  // An order's account holds one token alone.
  const heldBy = (suffix: string) =>
    sql`coalesce((SELECT balance FROM balances WHERE account = 'order ' || sequence || ${suffix} LIMIT 1), 0)`;
  const rows = await sql<(PostedRow & { place: number; in_order: string; in_stop: string })[]>`
    SELECT place, ${sql.unsafe(POSTED_COLUMNS)}, ${heldBy('')} AS in_order, ${heldBy(' stop')} AS in_stop
    FROM unnest(${named.map(({ account }) => account)}::text[], ${named.map(({ clientId }) => clientId)}::text[])
      WITH ORDINALITY AS named (account, client_id, place)
    CROSS JOIN LATERAL (
      SELECT ${sql.unsafe(POSTED_COLUMNS)}, ${expression} AS client_id FROM journal
      WHERE kind = 'placeOrder' AND (actor, ${expression}, sequence) <= (named.account, named.client_id, ${Number.MAX_SAFE_INTEGER}::bigint)
      ORDER BY actor DESC, ${expression} DESC, sequence DESC LIMIT 1) AS found
    WHERE found.actor = named.account AND found.client_id = named.client_id`.execute();
  const orders = new Map(rows.map((row) => [keys[row.place - 1] as string, toPosted(row)]));
  const held = rows.flatMap(({ in_order, in_stop }) => [BigInt(in_order), BigInt(in_stop)]);
  const escrows = escrowsOf(orders.values());
  return {
    orders,
    balances: new Map(escrows.map(({ account, token }, at) => [balanceKey(account, token), held[at] as bigint])),
  };
}

/** Orders by `clientIdKey`, and the balances of `escrowsOf` by `balanceKey`. */
type OrdersUnder = {
  readonly orders: ReadonlyMap<string, Posted>;
  readonly balances: ReadonlyMap<string, bigint>;
};

/**
 * Deletes some expired refusals, which the inner query finds by the index of their times. The time is compared again outside, because
 * a refusal may have been replaced by a success while the statement waited for the lock of its row.
 */
export const sweep = (sql: Connection, { limit, untilMs }: NonNullable<ReturnType<typeof sweepOf>>) =>
  sql`
    DELETE FROM replies WHERE refused_at_ms <= ${untilMs} AND ctid = ANY (ARRAY(
      SELECT ctid FROM replies WHERE refused_at_ms <= ${untilMs} ORDER BY refused_at_ms LIMIT ${limit}))`;
