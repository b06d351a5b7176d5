// Figures about a whole exchange: counts of its records, states of webhooks, the last audit, the keeper of orders, and its size.
import { timeOf } from '../../core/settle/transaction-id.ts';
import type { Figures } from '../../ports/store.ts';
import { IS_FINISHED } from './audits.ts';
import type { Database } from './database.ts';

const columns = (nowMs: string): string => `sequence,
  (SELECT count(*) FROM tokens) AS tokens,
  (SELECT count(*) FROM pools) AS pools,
  (SELECT count(*) FROM keys WHERE role = 'trader' AND revoked_at_ms IS NULL) AS traders,
  (SELECT count(*) FROM keys WHERE role = 'operator' AND revoked_at_ms IS NULL) AS operators,
  (SELECT count(*) FROM hooks WHERE state = 'active') AS active,
  (SELECT count(*) FROM hooks WHERE state = 'active' AND attempt > 0) AS retrying,
  (SELECT count(*) FROM hooks WHERE state = 'paused') AS paused,
  (SELECT state FROM audits WHERE ${IS_FINISHED} ORDER BY id DESC LIMIT 1) AS last_audit, last_transaction,
  (SELECT head FROM audits WHERE state = 'passed' ORDER BY id DESC LIMIT 1) AS audited_to,
  (SELECT ended_at_ms FROM audits WHERE state = 'passed' AND after_sequence = 0 ORDER BY id DESC LIMIT 1) AS full_audit_ms,
  (SELECT holder FROM lease WHERE name = 'orders' AND until_ms > ${nowMs}) AS keeper,
  (SELECT note FROM lease WHERE name = 'orders' AND until_ms > ${nowMs}) AS keeper_note`;

type FiguresRow = Record<
  'sequence' | 'tokens' | 'pools' | 'traders' | 'operators' | 'active' | 'retrying' | 'paused' | 'bytes',
  number
> & { readonly last_audit: Figures['lastAudit']; readonly last_transaction: string | null } & {
  readonly keeper: string | null;
  readonly keeper_note: string | null;
  readonly audited_to: number | null;
  readonly full_audit_ms: number | null;
};

/** `bytes` is an SQL expression for the size of the database in bytes. */
export async function figuresIn({ ask, nowMs }: Database, bytes: string): Promise<Figures> {
  const [row] = await ask<FiguresRow>(`SELECT ${columns(nowMs)}, ${bytes} AS bytes FROM head`);
  const { traders, operators, active, retrying, paused, ...rest } = row as FiguresRow;
  return {
    sequence: rest.sequence,
    tokens: rest.tokens,
    pools: rest.pools,
    keys: { trader: traders, operator: operators },
    hooks: { active, retrying, paused },
    lastAudit: rest.last_audit,
    auditedTo: rest.audited_to,
    fullAuditMs: rest.full_audit_ms,
    keeper: rest.keeper === null ? null : { holder: rest.keeper, note: rest.keeper_note },
    lastMs: rest.last_transaction === null ? null : timeOf(rest.last_transaction),
    bytes: rest.bytes,
  };
}
