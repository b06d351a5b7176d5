// A thread with calls that answer, never answer, block for ever, or leave a rejection unhandled.
import { threadId } from 'node:worker_threads';
import { answerCalls } from '../../src/thread/answer-calls.ts';

const service = {
  number: () => threadId,
  never: () => new Promise(() => {}),
  /** Answers at once, and rejects a promise that nobody handles. */
  forget: () => void setImmediate(() => void Promise.reject(new Error('nobody handles this'))),
  block: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
};

answerCalls({ service }, async () => {});
