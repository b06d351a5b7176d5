// Runs the statements that all databases share on SQLite.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Row } from '../rows/fields.ts';
import type { Database, Step } from '../sql/database.ts';
import { inTransaction } from './transaction.ts';

/** The clock is the machine's; a transaction locks the whole file. */
export const WORDS: Omit<Database, 'ask' | 'write'> = {
  nowMs: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  bytewise: '',
  locked: '',
  unlocked: '',
  writtenBy: "''",
};

/** A statement by its text, prepared once. */
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

/** Thrown to roll back. */
const MISSED = Symbol('missed');

/** The rows of each step; undefined if one that must hit has missed. */
export function runSteps(db: DatabaseSync, steps: readonly Step[]): readonly (readonly Row[])[] | undefined {
  try {
    return inTransaction(db, () =>
      steps.map(({ text, values, mustHit }) => {
        const rows = db.prepare(text).all(...values);
        if (mustHit && rows.length === 0) throw MISSED;
        return rows;
      }),
    );
  } catch (error) {
    if (error === MISSED) return undefined;
    throw error;
  }
}
