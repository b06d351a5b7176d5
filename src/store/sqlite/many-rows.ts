// Writes several rows in one statement, because a call into SQLite costs about as much as a row.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

export const ROWS_A_STATEMENT = 8;

export type SqliteRow = readonly SQLInputValue[];

/** `insert` is the part of an INSERT before VALUES, `tail` the part after. Rows are written in order. */
export function prepareRows(
  db: DatabaseSync,
  insert: string,
  columns: string,
  tail = '',
): (rows: readonly SqliteRow[]) => void {
  const row = `(${columns.replaceAll(/\w+/g, '?')})`;
  const statements: StatementSync[] = [];
  const statementOf = (count: number) => {
    statements[count] ??= db.prepare(`${insert} (${columns}) VALUES ${Array(count).fill(row).join(', ')} ${tail}`);
    return statements[count];
  };
  return (rows) => {
    for (const some of inStatements(rows)) statementOf(some.length).run(...some.flat());
  };
}

export function* inStatements<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let first = 0; first < items.length; first += ROWS_A_STATEMENT) {
    yield items.slice(first, first + ROWS_A_STATEMENT);
  }
}
