// The thread that observes the journal: answers what comes over its port, and goes on by itself while nobody asks.
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../core/assert.ts';
import { CLOSE } from '../lasting-thread.ts';
import { openProjection } from '../projection.ts';
import { openTail, type TailPlace } from '../tail.ts';
import { Observer } from './observer.ts';
import { Projector } from './projector.ts';
import { Watch } from './watch.ts';
import { type Call, failureOf, type Said } from './wire.ts';

export type ObserverOptions = {
  readonly tail: TailPlace;
  readonly projection: TailPlace;
  readonly storeEveryMs: number;
};

assert(parentPort !== null, 'the observer runs on a thread of its own');
const port = parentPort;
const say = (said: Said) => port.postMessage(said);
const options: ObserverOptions = workerData;
const observer = new Observer(await openTail(options.tail), await openProjection(options.projection));
const watch = new Watch(observer);
const { storeEveryMs } = options;
const projector = new Projector(observer, { storeEveryMs, onNotice: (notice) => say({ notice }) });

port.on('message', async (call: Call | typeof CLOSE) => {
  if (call !== CLOSE) return say(await answer(call));
  await projector.close();
  await watch.close();
  // Of a thread, this ends only the thread, which a connection whose other end is silent would keep.
  process.exit();
});

async function answer({ id, method, args }: Call): Promise<Said> {
  try {
    const ask = watch[method] as (...args: unknown[]) => Promise<unknown>;
    return { id, value: await ask.apply(watch, [...args]) };
  } catch (error) {
    return { id, failure: failureOf(error) };
  }
}

watch.onHead((head) => say({ head }));
watch.start();
projector.start();
