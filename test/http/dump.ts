// What a database holds, table by table, so that "nothing was changed" can be checked and not believed.
import { DatabaseSync } from 'node:sqlite';

type Tables = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** Everything. */
export function dumpDatabase(path: string): Tables {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return Object.fromEntries(tables.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
  } finally {
    db.close();
  }
}

/** Notes on refused requests too: the log and last use of a key, and how many tried to sign up (under a keyed hash). */
const OF_USE: ReadonlySet<unknown> = new Set(['requests', 'used', 'tally', 'secret']);

/** Everything but the log of requests, which is stored every few seconds. */
export function dumpState(path: string): Tables {
  const { records = [], ...tables } = dumpDatabase(path);
  return { ...tables, records: records.filter(({ kind }) => !OF_USE.has(kind)) };
}
