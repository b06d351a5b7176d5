// The thread that writes an SQLite file.
import type { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { StoreUnavailable } from '../../ports/store.ts';
import { CLOCK_AHEAD_MS, ClockGuard } from '../writer/clock.ts';
import { answerQuestions } from '../writer/loop.ts';
import { explain, openWriter } from './connection.ts';
import { FileGuard } from './file-identity.ts';
import type { SqliteOptions } from './store.ts';
import { SqliteWriter } from './writer.ts';

const options: SqliteOptions = workerData;
/** It outlives the connection. */
const clock = new ClockGuard(options.clockAheadMs ?? CLOCK_AHEAD_MS);
let open: { readonly db: DatabaseSync; readonly writer: SqliteWriter; readonly guard: FileGuard } | undefined;

answerQuestions({
  commit(...question) {
    const { writer, guard } = opened();
    guard.before();
    const reply = writer.commit(...question);
    guard.after();
    return reply;
  },
  tidy: () => open?.writer.tidy(),
  check() {
    const { writer, guard } = opened();
    guard.before();
    writer.check();
  },
  close,
  explain(error) {
    const known = explain(error, options.path);
    // A file that could only be opened for reading is never written by that connection, whatever becomes of the file.
    if (known instanceof StoreUnavailable && known.reason === 'read_only') close();
    return known;
  },
});

/** Opened for a question, so that a file that cannot be opened is answered like any other failure. */
function opened() {
  // A transaction that could not even be rolled back ends with its connection.
  if (open?.db.isTransaction) close();
  if (!open) {
    const db = openWriter(options);
    open = { db, writer: new SqliteWriter(db, options.policy, clock), guard: new FileGuard(options.path) };
  }
  return open;
}

function close(): void {
  open?.db.close();
  open = undefined;
}
