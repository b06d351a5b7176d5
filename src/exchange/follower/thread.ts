// The thread that follows the journal: answers what comes over its port, and goes on by itself while nobody asks.
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../core/assert.ts';
import { CLOSE } from '../lasting-thread.ts';
import { openTail, type TailPlace } from '../tail.ts';
import { Desk, type DeskOptions } from './desk.ts';
import type { Asked, Notice, Said } from './wire.ts';

export type ThreadOptions = { readonly tail: TailPlace; readonly limits: Omit<DeskOptions, 'onRestart'> };

/** Often enough that there is little to catch up with when somebody asks. */
const FOLLOW_EVERY_MS = 200;

assert(parentPort !== null, 'the follower runs on a thread of its own');
const port = parentPort;
const say = (said: Notice | Said) => port.postMessage(said);
const { tail, limits }: ThreadOptions = workerData;
const desk = new Desk(await openTail(tail), { ...limits, onRestart: (restarted) => say({ restarted }) });

port.on('message', async (asked: Asked | typeof CLOSE) => {
  if (asked !== CLOSE) return say([asked[0], await desk.answer(asked[1])]);
  await desk.close();
  // Of a thread, this ends only the thread, which a connection whose other end is silent would keep.
  process.exit();
});

let said = -1;
async function follow(): Promise<void> {
  await desk.answer([]);
  if (desk.sequence !== said) say({ followed: desk.sequence });
  said = desk.sequence;
  setTimeout(follow, FOLLOW_EVERY_MS);
}
await follow();
