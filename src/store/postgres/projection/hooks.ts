// Webhooks in a PostgreSQL database.
import type { Fragment } from 'postgres';
import { type HookRecord, type HookStore, LONGEST_WAIT_MS } from '../../../ports/webhook-store.ts';
import { HOOK_COLUMNS, type HookRow, hookValues, toHook } from '../../rows/hooks.ts';
import type { Connection, Statements } from '../connection.ts';
import type { TimedConnections } from '../timed-connections.ts';
import { isPosted, underFence } from './leases.ts';

export function hooksIn(connections: TimedConnections): HookStore {
  const found = async (where: (sql: Connection) => Fragment): Promise<readonly HookRecord[]> =>
    (
      await connections.ask((sql) => sql<HookRow[]>`SELECT ${sql.unsafe(HOOK_COLUMNS)} FROM hooks WHERE ${where(sql)}`)
    ).map(toHook);
  const hasOne = async (change: (sql: Connection) => PromiseLike<{ readonly count: number }>): Promise<boolean> =>
    (await connections.ask(change)).count === 1;
  return {
    hook: async (id) => (await found((sql) => sql`id = ${id}`))[0],
    hooks: ({ account, after, limit }) =>
      found((sql) => {
        const ofAccount = account === undefined ? sql`` : sql`account = ${account} AND`;
        return sql`${ofAccount} id > ${after} ORDER BY id LIMIT ${limit}`;
      }),
    dueHooks: (nowMs, limit) =>
      found(
        (sql) => sql`
          state = 'active' AND (next_ms <= ${nowMs} OR next_ms > ${nowMs + LONGEST_WAIT_MS})
          ORDER BY next_ms, id LIMIT ${limit}`,
      ),
    hasKey: (account, isOperator) =>
      hasOne(
        (sql) => sql`
          SELECT FROM keys WHERE account COLLATE "C" = ${account} AND revoked_at_ms IS NULL
            AND (role = 'operator' OR NOT ${isOperator}::boolean) LIMIT 1`,
      ),

    addHook: (hook) => connections.ask((sql) => insertHook(sql, hook)),
    changeHook: (id, change) => hasOne((sql) => sql`UPDATE hooks SET ${changed(sql, change)} WHERE id = ${id}`),
    deleteHook: (id) => hasOne((sql) => sql`DELETE FROM hooks WHERE id = ${id}`),
    noteDelivery: (id, progress, fence, last) =>
      hasOne(
        (sql) => sql`
          ${underFence(sql, 'webhooks', fence, last && isPosted(sql, last))} UPDATE hooks SET ${changed(sql, progress)} FROM held
          WHERE id = ${id} AND state = 'active'`,
      ),
  };
}

export async function insertHook(sql: Statements, hook: HookRecord): Promise<void> {
  const { columns, values } = hookValues(hook);
  const places = columns.map((_, index) => `$${index + 1}`);
  await sql.unsafe(`INSERT INTO hooks (${columns.join(', ')}) VALUES (${places.join(', ')})`, [...values]);
}

/** The part after SET. */
function changed(sql: Connection, change: Partial<HookRecord>): Fragment {
  const { columns, values } = hookValues(change);
  // `id = id` so that an empty change, too, tells whether there is such a hook.
  return columns.reduce(
    (rest, column, index) => sql`${rest}, ${sql(column)} = ${values[index] as string}`,
    sql`id = id` as Fragment,
  );
}
