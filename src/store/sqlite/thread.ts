// The thread that writes an SQLite file.
import type { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerBatches } from '../writer-loop.ts';
import { explain, openWriter } from './connection.ts';
import type { SqliteOptions } from './store.ts';
import { SqliteWriter } from './writer.ts';

const options: SqliteOptions = workerData;
let db: DatabaseSync | undefined;
let writer: SqliteWriter | undefined;

answerBatches({
  commit(batch) {
    // Opened here, so that a file that cannot be opened is answered like any other failure.
    db ??= openWriter(options);
    writer ??= new SqliteWriter(db, options.policy);
    return writer.commit(batch);
  },
  takeRewind: () => writer?.takeRewind(),
  close: () => db?.close(),
  explain: (error) => explain(error, options.path),
});
