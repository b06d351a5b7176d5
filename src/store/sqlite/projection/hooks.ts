// Webhooks in an SQLite file.
import { type HookRecord, type HookStore, LONGEST_WAIT_MS } from '../../../ports/webhook-store.ts';
import { HOOK_COLUMNS, type HookRow, hookValues, toHook } from '../../rows/hooks.ts';
import type { Prepared, ProjectionConnection } from './connection.ts';
import { isHeld, isPosted } from './leases.ts';

const DUE = `state = 'active' AND (next_ms <= ? OR next_ms > ?) ORDER BY next_ms, id LIMIT ?`;

export function hooksIn(connection: ProjectionConnection): HookStore {
  const found = (where: string, ...values: (string | number)[]): readonly HookRecord[] =>
    connection.ask((sql) =>
      (sql(`SELECT ${HOOK_COLUMNS} FROM hooks WHERE ${where}`).all(...values) as unknown as HookRow[]).map(toHook),
    );
  return {
    hook: async (id) => found('id = ?', id)[0],
    hooks: async ({ account, after, limit }) =>
      account === undefined
        ? found('id > ? ORDER BY id LIMIT ?', after, limit)
        : found('account = ? AND id > ? ORDER BY id LIMIT ?', account, after, limit),
    dueHooks: async (nowMs, limit) => found(DUE, nowMs, nowMs + LONGEST_WAIT_MS, limit),
    hasKey: async (account, isOperator) =>
      connection.ask(
        (sql) =>
          sql(
            `SELECT 1 FROM keys WHERE account = ? AND revoked_at_ms IS NULL AND (role = 'operator' OR NOT ?) LIMIT 1`,
          ).get(account, Number(isOperator)) !== undefined,
      ),

    addHook: (hook) => connection.write('lasting', (sql) => insertHook(sql, hook)),
    changeHook: (id, change) => connection.write('lasting', (sql) => update(sql, id, change)),
    deleteHook: (id) =>
      connection.write('lasting', (sql) => sql('DELETE FROM hooks WHERE id = ?').run(id).changes === 1),
    noteDelivery: (id, progress, fence, last) =>
      connection.write(
        'lasting',
        (sql) =>
          isHeld(sql, 'webhooks', fence) &&
          (!last || isPosted(sql, last)) &&
          update(sql, id, progress, ` AND state = 'active'`),
      ),
  };
}

export function insertHook(sql: Prepared, hook: HookRecord): void {
  const { columns, values } = hookValues(hook);
  sql(`INSERT INTO hooks (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`).run(...values);
}

function update(sql: Prepared, id: string, change: Partial<HookRecord>, where = ''): boolean {
  const { columns, values } = hookValues(change);
  const text = `UPDATE hooks SET ${['id', ...columns].map((column) => `${column} = ?`).join(', ')} WHERE id = ?${where}`;
  return sql(text).run(id, ...values, id).changes === 1;
}
