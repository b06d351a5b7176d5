// Stores requests on a chain, wallets, and the messages signed for them in a PostgreSQL database.
import type { Account } from '../../../core/amount.ts';
import type {
  AcceptedRequest,
  ChainRequest,
  ChainRequests,
  ChainSend,
  NewChainRequest,
  NewChainSend,
  SentForm,
} from '../../../ports/chain-requests.ts';
import {
  CHAIN_FIGURES,
  type ChainFiguresRow,
  ENDED_AFTER,
  type EndedRow,
  type GapRow,
  gapsOf,
  IS_TO_SIGN,
  IS_UNDER_WAY,
  LAST_END_MS,
  LAST_EVENT,
  NEW_REQUEST_COLUMNS,
  NEW_SEND_COLUMNS,
  NEXT_EVENT,
  newRequestValues,
  newSendValues,
  nextSentOnChain,
  pendingRequests,
  REQUEST_COLUMNS,
  type RequestRow,
  SEND_COLUMNS,
  type SendRow,
  toChainFigures,
  toEnded,
  toGap,
  toRequest,
  toSend,
} from '../../rows/chain-requests.ts';
import type { Connection, Statements, Transaction } from '../connection.ts';
import { refuseExcluded } from '../schema.ts';
import { transact } from '../transaction.ts';

type Ask = <T>(work: (sql: Connection) => PromiseLike<T>) => Promise<T>;
type Value = string | number | null;

/** Thrown to roll back `bind` if one of its requests no longer waits to be signed. */
const OUTDATED = Symbol('outdated');

export const postgresChainRequests = ({
  ask,
  askInTransaction,
}: {
  readonly ask: Ask;
  readonly askInTransaction: Ask;
}): ChainRequests => {
  const requests = (where: string, ...values: Value[]) => ask((sql) => findRequests(sql, where, ...values));
  const inTransaction = <T>(work: (sql: Transaction) => Promise<T>) =>
    askInTransaction((sql) => transact(sql, work)) as Promise<T>;
  /** Undefined if a concurrent request took the same number, or if `last` is no longer the account's last request. */
  const tryToAccept = async (request: NewChainRequest, last?: number): Promise<AcceptedRequest | undefined> => {
    const isNew = await ask((sql) => insertRequest(sql, request, last));
    const [found] = isNew
      ? await requests('id = $1', request.id)
      : await requests('account = $1 AND key = $2', request.account, request.key);
    return found && { request: found, isNew };
  };
  return {
    hasWallet: (account) =>
      ask(async (sql) => (await sql`SELECT FROM chain_wallets WHERE account = ${account}`).count > 0),
    async addWallet(account) {
      await ask(refuseExcluded);
      await ask((sql) => sql`INSERT INTO chain_wallets (account) VALUES (${account}) ON CONFLICT DO NOTHING`);
    },

    async accept(request) {
      await ask(refuseExcluded);
      for (;;) {
        const accepted = await tryToAccept(request);
        if (accepted) return accepted;
      }
    },
    async acceptAfter(last, request) {
      await ask(refuseExcluded);
      for (;;) {
        const accepted = await tryToAccept(request, last);
        if (accepted || (await ask((sql) => lastOf(sql, request.account))) !== last) return accepted;
      }
    },
    async pending(account, limit) {
      // The last number is read first, so that `acceptAfter` notices a request accepted between the two reads.
      const last = await ask((sql) => lastOf(sql, account));
      const rows = await ask((sql) => sql.unsafe<RequestRow[]>(pendingRequests('$1', '$2'), [account, limit]));
      return { last, requests: rows.map(toRequest) };
    },
    find: async (id) => (await requests('id = $1', id))[0],
    findUnder: async (account, key) => (await requests('account = $1 AND key = $2', account, key))[0],
    async hasSent(from, to) {
      const [next] = await ask((sql) => sql.unsafe(nextSentOnChain('$1', '$2'), [from, to], { prepare: true }));
      return next?.account === from && next.recipient === to;
    },
    page: ({ account, before, limit }) =>
      account === undefined
        ? requests('number < $1 ORDER BY number DESC LIMIT $2', before, limit)
        : requests('account = $1 AND number < $2 ORDER BY number DESC LIMIT $3', account, before, limit),
    async lastNumber() {
      const [row] = await ask(
        (sql) => sql<[{ last: number }]>`SELECT coalesce(max(number), 0) AS last FROM chain_orders`,
      );
      return row.last;
    },
    async ended({ after, limit }) {
      const rows = await ask((sql) => sql.unsafe<EndedRow[]>(ENDED_AFTER('$1', '$2'), [after, limit]));
      return rows.map(toEnded);
    },
    async lastEvent() {
      const [row] = await ask((sql) => sql.unsafe<[{ last: number }]>(LAST_EVENT));
      return row.last;
    },

    async figures() {
      const [row] = await ask((sql) => sql.unsafe<[ChainFiguresRow]>(CHAIN_FIGURES));
      return toChainFigures(row);
    },

    async accountsAtWork({ after, limit }) {
      const rows = await ask((sql) =>
        sql.unsafe<{ account: Account }[]>(
          `SELECT account FROM chain_sends WHERE state = 'live' AND account > $1
           UNION SELECT account FROM chain_orders WHERE ${IS_TO_SIGN} AND account > $1 ORDER BY account LIMIT $2`,
          [after, limit],
        ),
      );
      return rows.map(({ account }) => account);
    },
    toSign: (account, limit) => requests(`account = $1 AND ${IS_TO_SIGN} ORDER BY number LIMIT $2`, account, limit),
    underWay: ({ account, after, limit }) =>
      account === undefined
        ? requests(`${IS_UNDER_WAY} AND number > $1 ORDER BY number LIMIT $2`, after, limit)
        : requests(`${IS_UNDER_WAY} AND account = $1 AND number > $2 ORDER BY number LIMIT $3`, account, after, limit),

    send: (id) => ask((sql) => findSend(sql, 'id = $1', id)),
    liveSend: (account) => ask((sql) => findSend(sql, "account = $1 AND state = 'live'", account)),
    lastDone: (account) =>
      ask((sql) => findSend(sql, "account = $1 AND state = 'done' ORDER BY seqno DESC LIMIT 1", account)),
    gaps: async (account, sinceS) =>
      (await ask((sql) => sql.unsafe<GapRow[]>(gapsOf('$1', '$2'), [account, sinceS]))).map(toGap),

    async bind(send, numbers, sentAs = []) {
      for (;;) {
        const bound = await inTransaction((sql) => bind(sql, send, numbers, sentAs)).catch((error) => {
          if (error === OUTDATED) return undefined;
          throw error;
        });
        if (bound !== 'again') return bound;
      }
    },

    endSend: (id, end) =>
      inTransaction(async (sql) => {
        const [lt, hash] = end.state === 'done' ? [`${end.lt}`, end.hash] : [null, null];
        const { count } = await sql`
          UPDATE chain_sends SET state = ${end.state}, lt = ${lt}, hash = ${hash} WHERE id = ${id} AND state = 'live'`;
        if (count === 1 && end.state === 'dead') {
          await sql`UPDATE chain_orders SET send = NULL WHERE send = ${id} AND status = 'pending'`;
        }
        return count === 1;
      }),

    settle: ({ number, send }, { status, result }) =>
      inTransaction(async (sql) => {
        // The lock lets one request end at a time, so that each sees all earlier events.
        await sql`SELECT pg_advisory_xact_lock(${ENDS_LOCK})`;
        const { count } = await sql.unsafe(
          `UPDATE chain_orders
           SET status = $1, result = $2, event = ${NEXT_EVENT}, ended_at_ms = greatest($3::bigint, ${LAST_END_MS})
           WHERE number = $4 AND status = 'pending' AND send IS NOT DISTINCT FROM $5`,
          [status, result, Date.now(), number, send],
        );
        return count === 1;
      }),
  };
};

/** The advisory lock under which requests end, one at a time on all nodes: "ENDS" in ASCII. */
const ENDS_LOCK = 0x454e4453;

/**
 * False if the request's key or the next number is already taken, or if `last` is no longer the account's last request. Concurrent
 * inserts try the same number, so that of two that see the same last request only one succeeds.
 */
async function insertRequest(sql: Connection, request: NewChainRequest, last?: number): Promise<boolean> {
  const values = newRequestValues(request);
  const isLast = `coalesce((SELECT max(number) FROM chain_orders WHERE account = $2::text), 0) = $${values.length + 1}::bigint`;
  const { count } = await sql.unsafe(
    `INSERT INTO chain_orders (number, ${NEW_REQUEST_COLUMNS}, status)
     SELECT number, ${typed(values, REQUEST_TYPES)}, 'pending'
     FROM (SELECT coalesce(max(number), 0) + 1 AS number FROM chain_orders) AS next
     ${last === undefined ? '' : `WHERE ${isLast}`} ON CONFLICT DO NOTHING`,
    last === undefined ? values : [...values, last],
  );
  return count === 1;
}

async function lastOf(sql: Statements, account: Account): Promise<number> {
  const [row] = await sql<
    [{ last: number }]
  >`SELECT coalesce(max(number), 0) AS last FROM chain_orders WHERE account = ${account}`;
  return row.last;
}

/** `again` if a concurrent send took the same id; undefined if the account already has a live send. */
async function bind(sql: Transaction, send: NewChainSend, requests: readonly number[], sentAs: readonly SentForm[]) {
  const values = newSendValues(send);
  const [row] = await sql.unsafe<SendRow[]>(
    `INSERT INTO chain_sends (id, ${NEW_SEND_COLUMNS}, state)
     SELECT coalesce(max(id), 0) + 1, ${typed(values, SEND_TYPES)}, 'live' FROM chain_sends
     ON CONFLICT DO NOTHING RETURNING ${SEND_COLUMNS}`,
    values,
  );
  if (!row) return (await findSend(sql, "account = $1 AND state = 'live'", send.account)) ? undefined : 'again';
  const { count } = await sql`
    UPDATE chain_orders SET send = ${row.id}
    WHERE number = ANY(${requests as number[]}::bigint[]) AND account = ${send.account} AND ${sql.unsafe(IS_TO_SIGN)}`;
  if (count !== requests.length) throw OUTDATED;
  for (const { number, messages, decision } of sentAs)
    await sql`UPDATE chain_orders SET messages = ${messages.join(' ')}, request = ${decision} WHERE number = ${number} AND send = ${row.id}`;
  return toSend(row);
}

/** Placeholders with types, since the server cannot infer the type of a value in a SELECT. */
const typed = (values: readonly unknown[], types: readonly string[]): string =>
  values.map((_, at) => `$${at + 1}::${types[at]}`).join(', ');
const REQUEST_TYPES = [...Array(8).fill('text'), 'bigint', 'bigint', 'text'];
const SEND_TYPES = ['text', 'bigint', 'bigint', 'text', 'text', 'text'];

async function findRequests(sql: Statements, where: string, ...values: Value[]): Promise<readonly ChainRequest[]> {
  const rows = await sql.unsafe<RequestRow[]>(`SELECT ${REQUEST_COLUMNS} FROM chain_orders WHERE ${where}`, values);
  return rows.map(toRequest);
}

async function findSend(sql: Statements, where: string, value: Value): Promise<ChainSend | undefined> {
  const [row] = await sql.unsafe<SendRow[]>(`SELECT ${SEND_COLUMNS} FROM chain_sends WHERE ${where}`, [value]);
  return row && toSend(row);
}
