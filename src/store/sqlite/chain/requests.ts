// Stores requests on a chain, wallets, and the messages signed for them in an SQLite file.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Account } from '../../../core/amount.ts';
import type { AcceptedRequest, ChainRequests, NewChainRequest } from '../../../ports/chain-requests.ts';
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
import { inTransaction } from '../transaction.ts';

type Access = {
  ask<T>(read: (db: DatabaseSync) => T): T;
  write<T>(work: (db: DatabaseSync) => T): Promise<T>;
};

/** Thrown to roll back `bind` if one of its requests no longer waits to be signed. */
const OUTDATED = Symbol('outdated');

export const sqliteChainRequests = ({ ask, write }: Access): ChainRequests => ({
  hasWallet: async (account) =>
    ask((db) => db.prepare('SELECT 1 FROM chain_wallets WHERE account = ?').get(account) !== undefined),
  addWallet: (account) =>
    write(
      (db) => void db.prepare('INSERT INTO chain_wallets (account) VALUES (?) ON CONFLICT DO NOTHING').run(account),
    ),

  accept: (request) => write((db) => inTransaction(db, () => known(db, request) ?? insert(db, request))),
  acceptAfter: (last, request) =>
    write((db) =>
      inTransaction(
        db,
        () => known(db, request) ?? (lastOf(db, request.account) === last ? insert(db, request) : undefined),
      ),
    ),
  pending: async (account, limit) =>
    ask((db) => {
      // The last number is read first, so that `acceptAfter` notices a request accepted between the two reads.
      const last = lastOf(db, account);
      const rows = db.prepare(pendingRequests('?1', '?2')).all(account, limit);
      return { last, requests: (rows as unknown as RequestRow[]).map(toRequest) };
    }),
  find: async (id) => ask((db) => findRequest(db, 'id = ?', id)),
  findUnder: async (account, key) => ask((db) => findRequest(db, 'account = ? AND key = ?', account, key)),
  hasSent: async (from, to) =>
    ask((db) => {
      const next = db.prepare(nextSentOnChain('?', '?')).get(from, to);
      return next?.account === from && next.recipient === to;
    }),
  page: async ({ account, before, limit }) =>
    ask((db) =>
      account === undefined
        ? findRequests(db, 'number < ? ORDER BY number DESC LIMIT ?', before, limit)
        : findRequests(db, 'account = ? AND number < ? ORDER BY number DESC LIMIT ?', account, before, limit),
    ),
  lastNumber: async () =>
    ask((db) => {
      const row = db.prepare('SELECT coalesce(max(number), 0) AS last FROM chain_orders').get();
      return (row as { last: number }).last;
    }),
  ended: async ({ after, limit }) =>
    ask((db) => (db.prepare(ENDED_AFTER('?', '?')).all(after, limit) as unknown as EndedRow[]).map(toEnded)),
  lastEvent: async () => ask((db) => (db.prepare(LAST_EVENT).get() as { last: number }).last),

  figures: async () => ask((db) => toChainFigures(db.prepare(CHAIN_FIGURES).get() as unknown as ChainFiguresRow)),

  accountsAtWork: async ({ after, limit }) =>
    ask((db) => {
      const rows = db
        .prepare(
          `SELECT account FROM chain_sends WHERE state = 'live' AND account > ?
           UNION SELECT account FROM chain_orders WHERE ${IS_TO_SIGN} AND account > ? ORDER BY account LIMIT ?`,
        )
        .all(after, after, limit);
      return (rows as { account: Account }[]).map(({ account }) => account);
    }),
  toSign: async (account, limit) =>
    ask((db) => findRequests(db, `account = ? AND ${IS_TO_SIGN} ORDER BY number LIMIT ?`, account, limit)),
  underWay: async ({ account, after, limit }) =>
    ask((db) =>
      account === undefined
        ? findRequests(db, `${IS_UNDER_WAY} AND number > ? ORDER BY number LIMIT ?`, after, limit)
        : findRequests(
            db,
            `${IS_UNDER_WAY} AND account = ? AND number > ? ORDER BY number LIMIT ?`,
            account,
            after,
            limit,
          ),
    ),

  send: async (id) => ask((db) => findSend(db, 'id = ?', id)),
  liveSend: async (account) => ask((db) => findSend(db, "account = ? AND state = 'live'", account)),
  lastDone: async (account) =>
    ask((db) => findSend(db, "account = ? AND state = 'done' ORDER BY seqno DESC LIMIT 1", account)),
  gaps: async (account, sinceS) =>
    ask((db) => (db.prepare(gapsOf('?1', '?2')).all(account, sinceS) as unknown as GapRow[]).map(toGap)),

  bind: (send, requests, sentAs = []) =>
    write((db) => {
      try {
        return inTransaction(db, () => {
          if (findSend(db, "account = ? AND state = 'live'", send.account)) return undefined;
          const inserted = db
            .prepare(
              `INSERT INTO chain_sends (id, ${NEW_SEND_COLUMNS}, state)
               SELECT coalesce(max(id), 0) + 1, ${marks(6)}, 'live' FROM chain_sends RETURNING ${SEND_COLUMNS}`,
            )
            .get(...newSendValues(send));
          const bound = toSend(inserted as unknown as SendRow);
          const bindOne = db.prepare(
            `UPDATE chain_orders SET send = ? WHERE number = ? AND account = ? AND ${IS_TO_SIGN}`,
          );
          for (const number of requests) {
            if (bindOne.run(bound.id, number, send.account).changes !== 1) throw OUTDATED;
          }
          const correct = db.prepare('UPDATE chain_orders SET messages = ?, request = ? WHERE number = ? AND send = ?');
          for (const { number, messages, decision } of sentAs)
            correct.run(messages.join(' '), decision, number, bound.id);
          return bound;
        });
      } catch (error) {
        if (error === OUTDATED) return undefined;
        throw error;
      }
    }),

  endSend: (id, end) =>
    write((db) =>
      inTransaction(db, () => {
        const [lt, hash] = end.state === 'done' ? [`${end.lt}`, end.hash] : [null, null];
        const { changes } = db
          .prepare("UPDATE chain_sends SET state = ?, lt = ?, hash = ? WHERE id = ? AND state = 'live'")
          .run(end.state, lt, hash, id);
        if (changes === 1 && end.state === 'dead') {
          db.prepare("UPDATE chain_orders SET send = NULL WHERE send = ? AND status = 'pending'").run(id);
        }
        return changes === 1;
      }),
    ),

  settle: async ({ number, send }, { status, result }) => {
    const sql = `UPDATE chain_orders
      SET status = ?, result = ?, event = ${NEXT_EVENT}, ended_at_ms = max(?, ${LAST_END_MS})
      WHERE number = ? AND status = 'pending' AND send IS ?`;
    return (await write((db) => db.prepare(sql).run(status, result, Date.now(), number, send))).changes === 1;
  },
});

const marks = (count: number): string => Array(count).fill('?').join(', ');

function known(db: DatabaseSync, { account, key }: NewChainRequest): AcceptedRequest | undefined {
  const request = key === null ? undefined : findRequest(db, 'account = ? AND key = ?', account, key);
  return request && { request, isNew: false };
}

function insert(db: DatabaseSync, request: NewChainRequest): AcceptedRequest {
  db.prepare(
    `INSERT INTO chain_orders (number, ${NEW_REQUEST_COLUMNS}, status)
     SELECT coalesce(max(number), 0) + 1, ${marks(11)}, 'pending' FROM chain_orders`,
  ).run(...newRequestValues(request));
  const accepted = findRequest(db, 'id = ?', request.id);
  if (!accepted) throw new Error('an order that was inserted is not there');
  return { request: accepted, isNew: true };
}

function lastOf(db: DatabaseSync, account: Account): number {
  const row = db.prepare('SELECT coalesce(max(number), 0) AS last FROM chain_orders WHERE account = ?').get(account);
  return (row as { last: number }).last;
}

function findRequests(db: DatabaseSync, where: string, ...values: SQLInputValue[]) {
  const rows = db.prepare(`SELECT ${REQUEST_COLUMNS} FROM chain_orders WHERE ${where}`).all(...values);
  return (rows as unknown as RequestRow[]).map(toRequest);
}

const findRequest = (db: DatabaseSync, where: string, ...values: SQLInputValue[]) =>
  findRequests(db, where, ...values)[0];

function findSend(db: DatabaseSync, where: string, ...values: SQLInputValue[]) {
  const row = db.prepare(`SELECT ${SEND_COLUMNS} FROM chain_sends WHERE ${where}`).get(...values);
  return row && toSend(row as unknown as SendRow);
}
