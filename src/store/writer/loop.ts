// What a writer's thread does: takes one question after the other, and replies to each.
import { parentPort } from 'node:worker_threads';
import { assert } from '../../core/assert.ts';
import type { Instruction } from '../../core/settle.ts';
import { OutcomeUnknown, type Rewind } from '../../exchange/store.ts';
import { type Question, type Reply, toReply, type WireOutcome } from './wire.ts';

/** The first thing that a thread says: whatever was asked before, it has not begun. */
export const STARTED = 'started';
export const CLOSE = 'close';

export type Writer = {
  commit(batch: readonly Instruction[]): readonly WireOutcome[] | Promise<readonly WireOutcome[]>;
  /** Throws unless a batch could be committed now; changes nothing. */
  check(): void | Promise<void>;
  /** The journal's going back that was found since it was last asked for. */
  takeRewind(): Rewind | undefined;
  close(): void | Promise<void>;
  /** The database's error as the store's own; anything else, being a bug, as it is. */
  explain(error: unknown): unknown;
};

export function answerQuestions(writer: Writer): void {
  assert(parentPort !== null, 'the writer runs on a thread of its own');
  const port = parentPort;
  let turn: Promise<void> = Promise.resolve();
  port.on('message', (question: Question | typeof CLOSE) => {
    turn = turn.then(async () => {
      if (question !== CLOSE) return port.postMessage(withRewind(writer, await answer(writer, question)));
      await writer.close();
      // Of a thread, this ends only the thread, which a connection whose other end is silent would keep.
      process.exit();
    });
  });
  port.postMessage(STARTED);
}

function withRewind(writer: Writer, reply: Reply): Reply {
  const rewind = writer.takeRewind();
  return rewind ? { ...reply, rewind } : reply;
}

async function answer(writer: Writer, question: Question): Promise<Reply> {
  try {
    if ('batch' in question) return { outcomes: await writer.commit(question.batch) };
    await writer.check();
    return { outcomes: [] };
  } catch (error) {
    return toReply(error instanceof OutcomeUnknown ? error : writer.explain(error));
  }
}
