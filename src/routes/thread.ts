// The thread that follows the journal: answers what comes over its port, and goes on by itself while nobody asks.
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../core/assert.ts';
import { openTail, type TailPlace } from '../ports/tail.ts';
import { CLOSE } from '../thread/lasting-thread.ts';
import { RouteService, type RouteServiceOptions } from './service.ts';
import type { Asked, Notice, Said } from './wire.ts';

export type ThreadOptions = { readonly tail: TailPlace; readonly limits: Omit<RouteServiceOptions, 'onRestart'> };

/** Often enough that there is little to catch up with when somebody asks. */
const FOLLOW_EVERY_MS = 200;

assert(parentPort !== null, 'the follower runs on a thread of its own');
const port = parentPort;
const say = (said: Notice | Said) => port.postMessage(said);
const { tail, limits }: ThreadOptions = workerData;
const service = new RouteService(await openTail(tail), { ...limits, onRestart: (restarted) => say({ restarted }) });

port.on('message', async (asked: Asked | typeof CLOSE) => {
  if (asked !== CLOSE) return say([asked[0], await service.answer(asked[1])]);
  await service.close();
  // Of a thread, this ends only the thread, which a connection whose other end is silent would keep.
  process.exit();
});

let said = -1;
async function follow(): Promise<void> {
  await service.answer([]);
  if (service.sequence !== said) say({ followed: service.sequence });
  said = service.sequence;
  setTimeout(follow, FOLLOW_EVERY_MS);
}
await follow();
