// Runs the statements that all databases share on PostgreSQL.
import type { DatabaseState } from '../../ports/public-log.ts';
import type { Row, Value } from '../rows/fields.ts';
import type { Database, Run, SqlStep, Transact } from '../sql/database.ts';
import type { Together } from '../sql/log.ts';
import type { Connection, Statements, Transaction } from './connection.ts';
import { refuseExcluded } from './schema.ts';
import { type AskServer, transactOnce } from './transact-once.ts';
import { transact } from './transaction.ts';

const NOW_MS = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

export const WORDS: Omit<Database, 'ask' | 'write'> = {
  nowMs: NOW_MS,
  locked: 'FOR SHARE',
  unlocked: 'FOR UPDATE SKIP LOCKED',
  writtenBy: 'xmin::text',
};

export async function readClock(sql: Connection): Promise<number> {
  const [{ now }] = await sql<[{ now: number }]>`SELECT ${sql.unsafe(NOW_MS)} AS now`;
  return now;
}

/** Refused by a server that allows its roles less (42501), or unknown to one that only speaks like PostgreSQL (42883). */
const UNANSWERED = ['42501', '42883', '0A000'];

/** The control file's own timeline lags behind a promotion, so that of the current WAL file is read. */
export async function readState(ask: AskServer): Promise<DatabaseState | 'unknown'> {
  try {
    const [state] = await ask(
      (sql) => sql<[DatabaseState]>`
        SELECT system_identifier::text AS system, left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline,
          current_setting('synchronous_standby_names') <> ''
            AND current_setting('synchronous_commit') IN ('on', 'remote_apply') AS "isSynchronous"
        FROM pg_control_system()`,
    );
    return { ...state };
  } catch (error) {
    if (UNANSWERED.includes((error as { code?: string }).code ?? '')) return 'unknown';
    throw error;
  }
}

const numbered = new Map<string, string>();

export async function run<R extends Row>(
  sql: Statements,
  text: string,
  values: readonly Value[],
): Promise<readonly R[]> {
  let known = numbered.get(text);
  if (known === undefined) {
    let count = 0;
    known = text.replaceAll('?', () => `$${++count}`);
    numbered.set(text, known);
  }
  // Copied to a plain array, without the driver's additional properties.
  return [...(await sql.unsafe<R[]>(known, [...values], { prepare: true }))];
}

export const databaseOf = (ask: AskServer): Database => {
  const runs: Run = (text, ...values) => ask((sql) => run(sql, text, values));
  const write: Run = async (text, ...values) => {
    await ask(refuseExcluded);
    return runs(text, ...values);
  };
  return { ...WORDS, ask: runs, write };
};

/** Thrown to roll back if a step that `mustHit` returns no row. */
const MISSED = Symbol('missed');

/** Runs the steps within a transaction of the caller, which is to be rolled back if this throws. */
async function runEach(one: Transaction, steps: readonly SqlStep[]): Promise<readonly (readonly Row[])[]> {
  const results: (readonly Row[])[] = [];
  for (const { text, values, mustHit } of steps) {
    const rows = await run<Row>(one, text, values);
    if (mustHit && rows.length === 0) throw MISSED;
    results.push(rows);
  }
  return results;
}

/** Runs steps that can be repeated: if the answer to the commit is lost, the caller reads what became of them. */
export const togetherOn =
  (ask: AskServer): Together =>
  (steps) =>
    ask((sql) => transact(sql, (one) => runEach(one, steps))).then(
      () => true,
      (error) => {
        if (error === MISSED) return false;
        throw error;
      },
    );

/** `askInTransaction` must use other connections than `ask`: the driver loses track of a transaction that begins behind many questions. */
export const transactOn =
  (ask: AskServer, askInTransaction: AskServer): Transact =>
  async (steps, proofOf) => {
    const work = (one: Transaction) => runEach(one, steps);
    const hasLanded = async (results: readonly (readonly Row[])[]) => {
      const { text, values, isRemoval = false } = proofOf(results);
      return ((await ask((sql) => run(sql, text, values))).length === 0) === isRemoval;
    };
    try {
      return await transactOnce(askInTransaction, work, hasLanded);
    } catch (error) {
      if (error === MISSED) return undefined;
      throw error;
    }
  };
