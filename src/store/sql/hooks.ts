// Webhooks: one column for each field, lists as JSON.
import type { Account, PoolAddress } from '../../core/amount.ts';
import { type HookRecord, type HookStore, LONGEST_WAIT_MS } from '../../ports/webhooks.ts';
import { columnsOf, flag, json, number, places, text, type Value } from '../rows/fields.ts';
import type { Database, Statement } from './database.ts';

const HOOKS = columnsOf<HookRecord>({
  id: text(),
  account: text<Account>(),
  isOperator: flag,
  url: text(),
  secret: text(),
  previousSecret: text<string | null>(),
  previousUntilMs: number<number | null>(),
  kinds: json<readonly string[]>(),
  pools: json<readonly PoolAddress[]>(),
  cursor: number(),
  pendingTo: number<number | null>(),
  attempt: number(),
  nextMs: number(),
  state: text<HookRecord['state']>(),
  reason: text(),
  lastStatus: number<number | null>(),
  createdAtMs: number(),
});

export const EVERY_HOOK = `SELECT ${HOOKS.list} FROM hooks ORDER BY id`;
export const toHook = HOOKS.recordOf;

export const insertHook = (hook: HookRecord): Statement => ({
  text: `INSERT INTO hooks (${HOOKS.list}) VALUES (${places(HOOKS)})`,
  values: HOOKS.valuesOf(hook),
});

/** The part after UPDATE. `id = id` keeps the statement valid if the change is empty: it still tells whether the hook exists. */
function changed(change: Partial<HookRecord>): Statement {
  const { columns, values } = HOOKS.changeOf(change);
  return { text: `hooks SET id = id${columns.map((column) => `, ${column} = ?`).join('')}`, values };
}

export function hooksIn({ ask, write, locked }: Database): HookStore {
  const found = async (which: string, ...values: readonly Value[]) =>
    (await ask(`SELECT ${HOOKS.list} FROM hooks WHERE ${which}`, ...values)).map(HOOKS.recordOf);
  const writes = async (statement: string, ...values: readonly Value[]) =>
    (await write(`${statement} RETURNING id`, ...values)).length === 1;
  return {
    hook: async (id) => (await found('id = ?', id))[0],
    hooks: ({ account, after, limit }) =>
      account === undefined
        ? found('id > ? ORDER BY id LIMIT ?', after, limit)
        : found('account = ? AND id > ? ORDER BY id LIMIT ?', account, after, limit),
    dueHooks: (nowMs, limit) =>
      found(
        `state = 'active' AND (next_ms <= ? OR next_ms > ?) ORDER BY next_ms, id LIMIT ?`,
        ...[nowMs, nowMs + LONGEST_WAIT_MS, limit],
      ),
    async hasKey(account, isOperator) {
      const ofRole = isOperator ? `AND role = 'operator'` : '';
      const of = `account = ? AND revoked_at_ms IS NULL ${ofRole}`;
      return (await ask(`SELECT 1 FROM keys WHERE ${of} LIMIT 1`, account)).length > 0;
    },

    async addHook(hook) {
      const { text: insert, values } = insertHook(hook);
      await write(insert, ...values);
    },
    changeHook(id, change) {
      const { text: set, values } = changed(change);
      return writes(`UPDATE ${set} WHERE id = ?`, ...values, id);
    },
    deleteHook: (id) => writes('DELETE FROM hooks WHERE id = ?', id),
    noteDelivery(id, progress, fence, last) {
      const isPosted = last ? 'AND EXISTS (SELECT 1 FROM journal WHERE journal.sequence = ? AND journal.id = ?)' : '';
      const { text: set, values } = changed(progress);
      return writes(
        `WITH held AS (SELECT 1 FROM lease WHERE name = 'webhooks' AND fence = ? ${isPosted} ${locked})
         UPDATE ${set} FROM held WHERE id = ? AND state = 'active'`,
        ...[fence, ...(last ? [last.sequence, last.id] : []), ...values, id],
      );
    },
  };
}
