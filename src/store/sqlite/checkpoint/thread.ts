// The thread that copies the write-ahead log into the database file when the writer asks for it.
import type { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../../thread/answer-calls.ts';
import { openWriter } from '../connection.ts';
import { copyLog } from '../wal.ts';

let db: DatabaseSync | undefined;

function copy(): number {
  db ??= openWriter(workerData);
  return copyLog(db);
}

answerCalls({ log: { copy } }, async () => db?.close());
