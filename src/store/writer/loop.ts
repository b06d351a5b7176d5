// The main loop of a writer's thread: takes one question (a batch, a write or a check) after the other and replies to each.
import { parentPort } from 'node:worker_threads';
import { assert } from '../../core/assert.ts';
import type { Instruction } from '../../core/settle/instruction.ts';
import type { JournalMark } from '../../ports/records.ts';
import { OutcomeUnknown } from '../../ports/store.ts';
import type { SqlStep } from '../sql/database.ts';
import { JournalWentBack } from './history.ts';
import { isBatch, packReply, type SentQuestion, unpack } from './packed.ts';
import { type Committed, toReply, type WriterReply } from './wire.ts';

/** The first message that the thread sends: if the thread ends before, it has begun none of the questions. */
export const STARTED = 'started';
export const CLOSE = 'close';

type Writer = {
  /** Throws if the batch was composed at a position (`composedAt`) that the journal no longer contains. */
  commit(batch: readonly Instruction[], composedAt: JournalMark): Committed | Promise<Committed>;
  /** Work to do after a batch is replied to, so that nobody waits for it. Must not throw. */
  tidy?(): void;
  /** Runs a transaction that does not write to the journal, if the store sends such transactions to this thread. */
  write?(steps: readonly SqlStep[]): unknown;
  /** Throws unless a batch could be committed now; changes nothing. */
  check(): void | Promise<void>;
  close(): void | Promise<void>;
  /** Converts an error of the database to `StoreUnavailable`; other errors are bugs and returned unchanged. */
  explain(error: unknown): unknown;
};

export function answerQuestions(writer: Writer): void {
  assert(parentPort !== null, 'the writer runs on a thread of its own');
  const port = parentPort;
  let turn: Promise<void> = Promise.resolve();
  port.on('message', (question: SentQuestion | typeof CLOSE) => {
    turn = turn.then(async () => {
      if (question !== CLOSE) {
        port.postMessage(packReply(await answer(writer, question)));
        return writer.tidy?.();
      }
      await writer.close();
      // In a worker this ends only the thread, which a connection to a silent server would otherwise keep alive.
      process.exit();
    });
  });
  port.postMessage(STARTED);
}

async function answer(writer: Writer, question: SentQuestion): Promise<WriterReply> {
  try {
    if (isBatch(question)) {
      const { batch, composedAt } = unpack(question);
      return await writer.commit(batch, composedAt);
    }
    if ('write' in question) {
      assert(writer.write !== undefined, 'this store writes nothing beside the journal on its thread');
      return { written: writer.write(question.write) };
    }
    await writer.check();
    return { outcomes: [] };
  } catch (error) {
    const isOurs = error instanceof OutcomeUnknown || error instanceof JournalWentBack;
    return toReply(isOurs ? error : writer.explain(error));
  }
}
