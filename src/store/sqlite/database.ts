// Runs the statements that all databases share on SQLite.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Row } from '../rows/fields.ts';
import type { Database, SqlStep } from '../sql/database.ts';
import { refuseExcluded } from './schema.ts';
import { inTransaction } from './transaction.ts';

/** The clock is the machine's, and text is compared by its bytes anyway. Rows need no locks: a transaction locks the whole file. */
export const WORDS: Omit<Database, 'ask' | 'write'> = {
  nowMs: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  locked: '',
  unlocked: '',
  writtenBy: "''",
};

/** Returns the statement with this text, which is prepared only once. */
export type Prepared = (text: string) => StatementSync;

export function prepared(db: DatabaseSync): Prepared {
  const statements = new Map<string, StatementSync>();
  return (text) => {
    const known = statements.get(text);
    if (known) return known;
    const made = db.prepare(text);
    statements.set(text, made);
    return made;
  };
}

/** Thrown to roll back if a step that `mustHit` returns no row. */
export const MISSED = Symbol('missed');

/** Runs the steps in one transaction. Returns the rows of each; undefined, after a rollback, if one that `mustHit` returned none. */
export function runSteps(db: DatabaseSync, steps: readonly SqlStep[]): readonly (readonly Row[])[] | undefined {
  try {
    return inTransaction(db, () => {
      const sql: Prepared = (text) => db.prepare(text);
      refuseExcluded(sql);
      return runEach(sql, steps);
    });
  } catch (error) {
    if (error === MISSED) return undefined;
    throw error;
  }
}

/** Runs the steps within a transaction of the caller, which is to be rolled back if this throws. */
export const runEach = (sql: Prepared, steps: readonly SqlStep[]): readonly (readonly Row[])[] =>
  steps.map(({ text, values, mustHit }) => {
    const rows = sql(text).all(...values);
    if (mustHit && rows.length === 0) throw MISSED;
    return rows;
  });
