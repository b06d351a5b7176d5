// Everything that a database holds, table by table, so that "nothing was changed" can be checked and not believed.
import { DatabaseSync } from 'node:sqlite';

export function dumpDatabase(path: string): Readonly<Record<string, readonly unknown[]>> {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return Object.fromEntries(tables.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
  } finally {
    db.close();
  }
}
