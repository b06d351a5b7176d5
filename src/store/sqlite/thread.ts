// The writer's thread: takes a batch, answers its outcomes, and keeps the disk's pace off the HTTP thread.
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../core/assert.ts';
import type { Policy } from '../../core/decide.ts';
import type { Instruction, Outcome } from '../../core/settle.ts';
import { StoreUnavailable, type Unavailable } from '../../exchange/store.ts';
import { type ConnectionOptions, explain, openWriter } from './connection.ts';
import { SqliteWriter } from './writer.ts';

export type ThreadData = ConnectionOptions & { readonly policy: Policy };
export type ThreadReply =
  | { readonly outcomes: readonly Outcome[] }
  | { readonly unavailable: Unavailable; readonly detail: string }
  | { readonly bug: unknown };

assert(parentPort !== null, 'the writer runs on a thread of its own');
const port = parentPort;
const options: ThreadData = workerData;
const db = openWriter(options);
const writer = new SqliteWriter(db, options.policy);

port.on('message', (batch: readonly Instruction[] | 'close') => {
  if (batch !== 'close') return port.postMessage(answer(batch));
  db.close();
  port.close();
});

function answer(batch: readonly Instruction[]): ThreadReply {
  try {
    return { outcomes: writer.commit(batch) };
  } catch (error) {
    const known = explain(error, options.path);
    return known instanceof StoreUnavailable ? { unavailable: known.reason, detail: known.message } : { bug: known };
  }
}
