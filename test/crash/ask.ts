// Asks a database directly, beside the programs that use it.
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { onTestFinished } from 'vitest';

export type Ask = (statement: string) => Promise<readonly Record<string, unknown>[]>;

/** A path is an SQLite file; anything else is the URL of a database. */
export function askerOf(database: string): Ask {
  if (database.includes('://')) {
    const sql = postgres(database, { max: 1, onnotice: () => {} });
    onTestFinished(() => sql.end());
    return (statement) => sql.unsafe(statement);
  }
  return async (statement) => {
    const db = new DatabaseSync(database, { timeout: 60_000 });
    try {
      return db.prepare(statement).all();
    } finally {
      db.close();
    }
  };
}
