// Webhooks as rows: one column for each field, lists as JSON.
import type { Account, PoolAddress } from '../../core/amount.ts';
import type { HookRecord } from '../../ports/webhook-store.ts';
import type { Values } from './market-tables.ts';

const COLUMNS: Readonly<Record<keyof HookRecord, string>> = {
  id: 'id',
  account: 'account',
  isOperator: 'is_operator',
  url: 'url',
  secret: 'secret',
  previousSecret: 'previous_secret',
  previousUntilMs: 'previous_until_ms',
  kinds: 'kinds',
  pools: 'pools',
  cursor: 'cursor',
  pendingTo: 'pending_to',
  attempt: 'attempt',
  nextMs: 'next_ms',
  state: 'state',
  reason: 'reason',
  lastStatus: 'last_status',
  createdAtMs: 'created_at_ms',
};

export const HOOK_COLUMNS = Object.values(COLUMNS).join(', ');
export const EVERY_HOOK = `SELECT ${HOOK_COLUMNS} FROM hooks ORDER BY id`;

export type HookRow = {
  id: string;
  account: string;
  is_operator: number;
  url: string;
  secret: string;
  previous_secret: string | null;
  previous_until_ms: number | null;
  kinds: string;
  pools: string;
  cursor: number;
  pending_to: number | null;
  attempt: number;
  next_ms: number;
  state: string;
  reason: string;
  last_status: number | null;
  created_at_ms: number;
};

export const toHook = (row: HookRow): HookRecord => ({
  id: row.id,
  account: row.account as Account,
  isOperator: row.is_operator !== 0,
  url: row.url,
  secret: row.secret,
  previousSecret: row.previous_secret,
  previousUntilMs: row.previous_until_ms,
  kinds: JSON.parse(row.kinds) as string[],
  pools: JSON.parse(row.pools) as PoolAddress[],
  cursor: row.cursor,
  pendingTo: row.pending_to,
  attempt: row.attempt,
  nextMs: row.next_ms,
  state: row.state as HookRecord['state'],
  reason: row.reason,
  lastStatus: row.last_status,
  createdAtMs: row.created_at_ms,
});

/** The columns and values of some or all fields of a hook. */
export function hookValues(hook: Partial<HookRecord>): {
  readonly columns: readonly string[];
  readonly values: Values;
} {
  const fields = (Object.keys(COLUMNS) as (keyof HookRecord)[]).filter((field) => field in hook);
  return {
    columns: fields.map((field) => COLUMNS[field]),
    values: fields.map((field) => stored(hook[field] as HookRecord[typeof field])),
  };
}

const stored = (value: HookRecord[keyof HookRecord]): Values[number] => {
  if (typeof value === 'boolean') return Number(value);
  return value === null || typeof value !== 'object' ? value : JSON.stringify(value);
};
