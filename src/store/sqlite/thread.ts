// The writer's thread: takes a batch, answers its outcomes, and keeps the disk's pace off the HTTP thread.
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../core/assert.ts';
import type { Policy } from '../../core/decide.ts';
import type { Instruction } from '../../core/settle.ts';
import { OutcomeUnknown, StoreUnavailable, type Unavailable } from '../../exchange/store.ts';
import { type ConnectionOptions, explain, openWriter } from './connection.ts';
import { SqliteWriter, type WrittenOutcome } from './writer.ts';

export type ThreadData = ConnectionOptions & { readonly policy: Policy };
export type ThreadReply =
  | { readonly outcomes: readonly WrittenOutcome[] }
  | { readonly unavailable: Unavailable; readonly detail: string }
  | { readonly unknown: string }
  | { readonly bug: unknown };

assert(parentPort !== null, 'the writer runs on a thread of its own');
const port = parentPort;
const options: ThreadData = workerData;
let db: DatabaseSync | undefined;
let writer: SqliteWriter | undefined;

port.on('message', (batch: readonly Instruction[] | 'close') => {
  if (batch !== 'close') return port.postMessage(answer(batch));
  db?.close();
  port.close();
});

function answer(batch: readonly Instruction[]): ThreadReply {
  try {
    // Opened here, so that a file that cannot be opened is answered like any other failure.
    db ??= openWriter(options);
    writer ??= new SqliteWriter(db, options.policy);
    return { outcomes: writer.commit(batch) };
  } catch (error) {
    if (error instanceof OutcomeUnknown) return { unknown: error.message };
    const known = explain(error, options.path);
    return known instanceof StoreUnavailable ? { unavailable: known.reason, detail: known.message } : { bug: known };
  }
}
