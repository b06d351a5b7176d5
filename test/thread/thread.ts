// A thread with calls that answer, never answer, or block for ever.
import { threadId } from 'node:worker_threads';
import { answerCalls } from '../../src/thread/answer-calls.ts';

const service = {
  number: () => threadId,
  never: () => new Promise(() => {}),
  block: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
};

answerCalls({ service }, async () => {});
