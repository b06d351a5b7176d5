// Dumps a database table by table, to check that nothing was changed.
import { DatabaseSync } from 'node:sqlite';

type Tables = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

export function dumpDatabase(path: string): Tables {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return Object.fromEntries(tables.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
  } finally {
    db.close();
  }
}

/** Kinds that refused requests write too: request log and last use of a key, and sign-up attempts (under a keyed hash). */
const OF_USE: ReadonlySet<unknown> = new Set(['requests', 'used', 'tally', 'secret']);

/** All tables without the records of those kinds, which are written every few seconds. */
export function dumpState(path: string): Tables {
  const { records = [], ...tables } = dumpDatabase(path);
  return { ...tables, records: records.filter(({ kind }) => !OF_USE.has(kind)) };
}
