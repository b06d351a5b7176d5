// What a writer's thread does: takes one batch after the other, and answers each with its outcomes or what went wrong.
import { parentPort } from 'node:worker_threads';
import { assert } from '../core/assert.ts';
import type { Instruction } from '../core/settle.ts';
import { OutcomeUnknown, type Rewind, StoreUnavailable, type Unavailable } from '../exchange/store.ts';
import type { WrittenOutcome } from './written.ts';

export type ThreadReply = { readonly rewind?: Rewind } & (
  | { readonly outcomes: readonly WrittenOutcome[] }
  | { readonly unavailable: Unavailable; readonly detail: string }
  | { readonly unknown: string; readonly cause: unknown }
  | { readonly bug: unknown }
);

export type Writer = {
  commit(batch: readonly Instruction[]): readonly WrittenOutcome[] | Promise<readonly WrittenOutcome[]>;
  /** The journal's going back that was found since it was last asked for. */
  takeRewind(): Rewind | undefined;
  close(): void | Promise<void>;
  /** The database's error as the store's own; anything else, being a bug, as it is. */
  explain(error: unknown): unknown;
};

export function answerBatches(writer: Writer): void {
  assert(parentPort !== null, 'the writer runs on a thread of its own');
  const port = parentPort;
  let turn: Promise<void> = Promise.resolve();
  port.on('message', (batch: readonly Instruction[] | 'close') => {
    turn = turn.then(async () => {
      if (batch !== 'close') return port.postMessage(withRewind(writer, await answer(writer, batch)));
      await writer.close();
      // Of a thread, this ends only the thread, which a connection whose other end is silent would keep.
      process.exit();
    });
  });
}

function withRewind(writer: Writer, reply: ThreadReply): ThreadReply {
  const rewind = writer.takeRewind();
  return rewind ? { ...reply, rewind } : reply;
}

async function answer(writer: Writer, batch: readonly Instruction[]): Promise<ThreadReply> {
  try {
    return { outcomes: await writer.commit(batch) };
  } catch (error) {
    if (error instanceof OutcomeUnknown) return { unknown: error.message, cause: portable(error.cause) };
    const known = writer.explain(error);
    return known instanceof StoreUnavailable
      ? { unavailable: known.reason, detail: known.message }
      : { bug: portable(known) };
  }
}

/** An error on its way to another thread, which would otherwise lose its name and what the database said. */
function portable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, code, detail } = error as Error & { code?: unknown; detail?: unknown };
  return { name, message, stack, code: code && String(code), detail: detail && String(detail) };
}
