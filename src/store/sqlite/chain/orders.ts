// Orders on a chain, in an SQLite file.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Account } from '../../../core/amount.ts';
import type { AcceptedOrder, ChainOrders, NewChainOrder } from '../../../ports/chain-orders.ts';
import {
  CHAIN_FIGURES,
  type ChainFiguresRow,
  ENDED_AFTER,
  type EndedRow,
  IS_TO_SIGN,
  IS_UNDER_WAY,
  LAST_END_MS,
  LAST_EVENT,
  NEW_ORDER_COLUMNS,
  NEW_SEND_COLUMNS,
  NEXT_EVENT,
  newOrderValues,
  newSendValues,
  ORDER_COLUMNS,
  type OrderRow,
  pendingOrders,
  SEND_COLUMNS,
  type SendRow,
  toChainFigures,
  toEnded,
  toOrder,
  toSend,
} from '../../rows/chain-orders.ts';
import { inTransaction } from '../transaction.ts';

type Access = {
  ask<T>(read: (db: DatabaseSync) => T): T;
  write<T>(work: (db: DatabaseSync) => T): Promise<T>;
};

/** Thrown to roll back. */
const OUTDATED = Symbol('outdated');

export const sqliteChainOrders = ({ ask, write }: Access): ChainOrders => ({
  walletOf: async (account) => ask((db) => walletOf(db, account)),
  takeWallet: (account, number) =>
    write((db) =>
      inTransaction(db, () => {
        db.prepare('INSERT INTO chain_wallets (account, number) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
          account,
          number,
        );
        return walletOf(db, account);
      }),
    ),

  accept: (order) => write((db) => inTransaction(db, () => known(db, order) ?? insert(db, order))),
  acceptAfter: (last, order) =>
    write((db) =>
      inTransaction(db, () => known(db, order) ?? (lastOf(db, order.account) === last ? insert(db, order) : undefined)),
    ),
  pending: async (account, limit) =>
    ask((db) => {
      // Read first, so that an order accepted in between is noticed by `acceptAfter`.
      const last = lastOf(db, account);
      const rows = db.prepare(pendingOrders('?1', '?2')).all(account, limit);
      return { last, orders: (rows as unknown as OrderRow[]).map(toOrder) };
    }),
  order: async (id) => ask((db) => findOrder(db, 'id = ?', id)),
  orderUnder: async (account, key) => ask((db) => findOrder(db, 'account = ? AND key = ?', account, key)),
  orders: async ({ account, before, limit }) =>
    ask((db) =>
      account === undefined
        ? findOrders(db, 'number < ? ORDER BY number DESC LIMIT ?', before, limit)
        : findOrders(db, 'account = ? AND number < ? ORDER BY number DESC LIMIT ?', account, before, limit),
    ),
  lastOrder: async () =>
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
    ask((db) => findOrders(db, `account = ? AND ${IS_TO_SIGN} ORDER BY number LIMIT ?`, account, limit)),
  underWay: async ({ account, after, limit }) =>
    ask((db) =>
      account === undefined
        ? findOrders(db, `${IS_UNDER_WAY} AND number > ? ORDER BY number LIMIT ?`, after, limit)
        : findOrders(
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
    ask((db) => findSend(db, "account = ? AND state = 'done' ORDER BY id DESC LIMIT 1", account)),

  bind: (send, orders) =>
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
          for (const number of orders) {
            if (bindOne.run(bound.id, number, send.account).changes !== 1) throw OUTDATED;
          }
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

function known(db: DatabaseSync, { account, key }: NewChainOrder): AcceptedOrder | undefined {
  const order = key === null ? undefined : findOrder(db, 'account = ? AND key = ?', account, key);
  return order && { order, isNew: false };
}

function insert(db: DatabaseSync, order: NewChainOrder): AcceptedOrder {
  db.prepare(
    `INSERT INTO chain_orders (number, ${NEW_ORDER_COLUMNS}, status)
     SELECT coalesce(max(number), 0) + 1, ${marks(10)}, 'pending' FROM chain_orders`,
  ).run(...newOrderValues(order));
  const accepted = findOrder(db, 'id = ?', order.id);
  if (!accepted) throw new Error('an order that was inserted is not there');
  return { order: accepted, isNew: true };
}

function lastOf(db: DatabaseSync, account: Account): number {
  const row = db.prepare('SELECT coalesce(max(number), 0) AS last FROM chain_orders WHERE account = ?').get(account);
  return (row as { last: number }).last;
}

function walletOf(db: DatabaseSync, account: Account): number | undefined {
  const row = db.prepare('SELECT number FROM chain_wallets WHERE account = ?').get(account);
  return (row as { number: number } | undefined)?.number;
}

function findOrders(db: DatabaseSync, where: string, ...values: SQLInputValue[]) {
  const rows = db.prepare(`SELECT ${ORDER_COLUMNS} FROM chain_orders WHERE ${where}`).all(...values);
  return (rows as unknown as OrderRow[]).map(toOrder);
}

const findOrder = (db: DatabaseSync, where: string, ...values: SQLInputValue[]) => findOrders(db, where, ...values)[0];

function findSend(db: DatabaseSync, where: string, ...values: SQLInputValue[]) {
  const row = db.prepare(`SELECT ${SEND_COLUMNS} FROM chain_sends WHERE ${where}`).get(...values);
  return row && toSend(row as unknown as SendRow);
}
