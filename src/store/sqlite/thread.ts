// The writer's thread of an SQLite store: commits batches to the file, and writes records outside the journal.
import type { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { StoreUnavailable } from '../../ports/store.ts';
import { CLOCK_AHEAD_MS, ClockGuard } from '../writer/clock.ts';
import { answerQuestions } from '../writer/loop.ts';
import { CheckpointThread, canCopyBeside } from './checkpoint/checkpoints.ts';
import { explain, openWriter } from './connection.ts';
import { runSteps } from './database.ts';
import { FileGuard, identityOf } from './file-identity.ts';
import type { SqliteOptions } from './store.ts';
import { waitInShortSteps } from './transaction.ts';
import { SqliteWriter } from './writer.ts';

const options: SqliteOptions = workerData;
/** Kept when the connection is closed and opened again, so that a jump of the clock is still noticed. */
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
  write(steps) {
    const { writer, guard } = opened();
    guard.before();
    const result = writer.write((db) => runSteps(db, steps));
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
    // A connection opened read-only stays so even if the file becomes writable, so it is closed.
    if (known instanceof StoreUnavailable && known.reason === 'read_only') void close();
    return known;
  },
});

/** Opened on first use, so that a file that cannot be opened is reported like any other failure. */
function opened() {
  // If a transaction could not be rolled back, closing its connection ends it.
  if (open?.db.isTransaction) void close();
  if (!open) {
    const db = openWriter(options);
    const { path, busyTimeoutMs } = options;
    waitInShortSteps(db, busyTimeoutMs);
    const checkpoints = canCopyBeside(process.versions.sqlite ?? '')
      ? new CheckpointThread({ path, busyTimeoutMs, file: identityOf(path) })
      : undefined;
    const writer = new SqliteWriter(db, options.policy, { clock, checkpoints });
    open = { db, writer, guard: new FileGuard(path), checkpoints };
  }
  return open;
}

/** Closes the connection at once; resolves when the connection of the checkpoint thread is closed too. */
function close(): Promise<void> | undefined {
  const closed = open?.checkpoints?.close();
  open?.db.close();
  open = undefined;
  return closed;
}
