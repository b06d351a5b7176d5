// Records of audits in a PostgreSQL database, by its clock.
import type { AuditLog } from '../../ports/audits.ts';
import { type AuditRow, auditColumns, beginAudit, endCutOff, IS_FINISHED, toAudit } from '../rows/audits.ts';
import type { Connection } from './connection.ts';
import { NOW_MS } from './projection/leases.ts';

const COLUMNS = auditColumns(NOW_MS);

type Ask = <T>(work: (sql: Connection) => PromiseLike<T>) => Promise<T>;

/** `ask` and `transact` run work on the current connections. */
export const postgresAudits = ({ ask, transact }: { readonly ask: Ask; readonly transact: Ask }): AuditLog => ({
  async begin(head) {
    for (;;) {
      const found = await transact((sql) =>
        sql.begin(async (one) => {
          await one.unsafe(endCutOff(NOW_MS));
          const [begun] = await one.unsafe<AuditRow[]>(beginAudit(NOW_MS, '$1::bigint'), [head]);
          if (begun) return { record: toAudit(begun), isNew: true };
          const [row] = await one.unsafe<AuditRow[]>(`SELECT ${COLUMNS} FROM audits WHERE state = 'running'`);
          return row && { record: toAudit(row), isNew: false };
        }),
      );
      // The running audit may have ended in between.
      if (found) return found;
    }
  },

  async note(id, { checked, head }) {
    await ask(
      (sql) => sql`
        UPDATE audits SET checked = ${checked}, head = ${head}, seen_at_ms = ${sql.unsafe(NOW_MS)}
        WHERE id = ${id} AND state = 'running'`,
    );
  },

  async end(id, { state, checked, head, fault }) {
    await ask(
      (sql) => sql`
        UPDATE audits SET state = ${state}, checked = ${checked}, head = ${head}, fault = ${fault},
          ended_at_ms = ${sql.unsafe(NOW_MS)}
        WHERE id = ${id}`,
    );
  },

  async record({ state, checked, head, fault, startedAtMs }) {
    await ask(
      (sql) => sql`
        INSERT INTO audits (state, checked, head, fault, started_at_ms, seen_at_ms, ended_at_ms)
        VALUES (${state}, ${checked}, ${head}, ${fault}, ${startedAtMs}, ${sql.unsafe(NOW_MS)}, ${sql.unsafe(NOW_MS)})`,
    );
  },

  async list({ before, limit }) {
    const rows = await ask(
      (sql) => sql<AuditRow[]>`
        SELECT ${sql.unsafe(COLUMNS)} FROM audits WHERE id < ${before} ORDER BY id DESC LIMIT ${limit}`,
    );
    return rows.map(toAudit);
  },

  async last() {
    const [row] = await ask(
      (sql) => sql<AuditRow[]>`
        SELECT ${sql.unsafe(COLUMNS)} FROM audits WHERE ${sql.unsafe(IS_FINISHED)} ORDER BY id DESC LIMIT 1`,
    );
    return row && toAudit(row);
  },
});
