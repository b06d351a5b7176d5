// The thread that writes an SQLite file.
import type { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { StoreUnavailable } from '../../ports/store.ts';
import { CLOCK_AHEAD_MS, ClockGuard } from '../writer/clock.ts';
import { answerQuestions } from '../writer/loop.ts';
import { CheckpointThread, canCopyBeside } from './checkpoint/checkpoints.ts';
import { explain, openWriter } from './connection.ts';
import { FileGuard, identityOf } from './file-identity.ts';
import { writeSmall } from './small-writes.ts';
import type { SqliteOptions } from './store.ts';
import { SqliteWriter } from './writer.ts';

const options: SqliteOptions = workerData;
/** It outlives the connection. */
const clock = new ClockGuard(options.clockAheadMs ?? CLOCK_AHEAD_MS);
let open:
  | {
      readonly db: DatabaseSync;
      readonly writer: SqliteWriter;
      readonly guard: FileGuard;
      readonly checkpoints: CheckpointThread | undefined;
    }
  | undefined;

answerQuestions({
  commit(...question) {
    const { writer, guard } = opened();
    guard.before();
    const reply = writer.commit(...question);
    guard.after();
    return reply;
  },
  write(name, args) {
    const { writer, guard } = opened();
    guard.before();
    const result = writer.write((db) => writeSmall(db, name, args));
    guard.after();
    return result;
  },
  tidy: () => open?.writer.tidy(),
  check() {
    const { writer, guard } = opened();
    guard.before();
    writer.check();
  },
  close: () => close(),
  explain(error) {
    const known = explain(error, options.path);
    // A file that could only be opened for reading is never written by that connection, whatever becomes of the file.
    if (known instanceof StoreUnavailable && known.reason === 'read_only') void close();
    return known;
  },
});

/** Opened for a question, so that a file that cannot be opened is answered like any other failure. */
function opened() {
  // A transaction that could not even be rolled back ends with its connection.
  if (open?.db.isTransaction) void close();
  if (!open) {
    const db = openWriter(options);
    const { path, busyTimeoutMs } = options;
    const checkpoints = canCopyBeside(process.versions.sqlite ?? '')
      ? new CheckpointThread({ path, busyTimeoutMs, file: identityOf(path) })
      : undefined;
    const writer = new SqliteWriter(db, options.policy, { clock, checkpoints });
    open = { db, writer, guard: new FileGuard(path), checkpoints };
  }
  return open;
}

/** The connection at once; resolves when the other thread's is closed too. */
function close(): Promise<void> | undefined {
  const closed = open?.checkpoints?.close();
  open?.db.close();
  open = undefined;
  return closed;
}
