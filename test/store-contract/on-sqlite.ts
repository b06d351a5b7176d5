// The contract of every store, on SQLite: each test has a file in a folder of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explain } from '../../src/store/sqlite/connection.ts';
import { openSqliteCopyTarget } from '../../src/store/sqlite/copy-target.ts';
import { MIGRATIONS, migrate } from '../../src/store/sqlite/schema.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Place } from './site.ts';
import { type Part, storeContract } from './store-contract.ts';

export const contractOnSqlite = (part: Part): void => storeContract('SQLite', part, newPlace);

async function newPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'millpond-'));
  const at = { path: join(folder, 'exchange.db'), busyTimeoutMs: 60_000 };
  const behind = <T>(work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(at.path, { timeout: at.busyTimeoutMs });
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  const execute = async (statements: string) => behind((db) => db.exec(statements));
  return {
    open: (policy) => openSqliteStore({ ...at, policy }),
    openTarget: async () => openSqliteCopyTarget(at),
    execute,
    ask: async (question) =>
      behind((db) =>
        db
          .prepare(question)
          .all()
          .map((row) => ({ ...row })),
      ),
    setSchema: ({ version, oldest }) =>
      execute(`PRAGMA user_version = ${version}; UPDATE oldest_program SET version = ${oldest ?? 'version'}`),
    upgrade: async (...more) =>
      behind((db) => {
        try {
          return migrate(db, [...MIGRATIONS, ...more]);
        } catch (error) {
          throw explain(error, at.path);
        }
      }),
    remove: () => rm(folder, { recursive: true }),
  };
}
