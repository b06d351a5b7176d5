// The thread that observes the journal: answers what comes over its port, and goes on by itself while nobody asks.
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../core/assert.ts';
import { CLOSE } from '../lasting-thread.ts';
import { openProjection } from '../projection.ts';
import { openTail, type TailPlace } from '../tail.ts';
import type { QuoteChoice } from './board.ts';
import { Hooks } from './hooks.ts';
import { Observer } from './observer.ts';
import { Projector } from './projector.ts';
import { Watch } from './watch.ts';
import { type Call, failureOf, type Notice, type Said } from './wire.ts';

export type ObserverOptions = {
  readonly tail: TailPlace;
  readonly projection: TailPlace;
  readonly storeEveryMs: number;
  readonly quote?: QuoteChoice;
  readonly webhooks: {
    readonly isSending: boolean;
    /** Whether there are keys at all, so that a hook goes on only while its owner has one. */
    readonly needsKeys: boolean;
    /** Addresses and networks that they are sent to although they are not public. */
    readonly allow: readonly string[];
  };
};

assert(parentPort !== null, 'the observer runs on a thread of its own');
const port = parentPort;
const say = (said: Said) => port.postMessage(said);
const onNotice = (notice: Notice) => say({ notice });
const { tail, projection, storeEveryMs, webhooks, ...choices }: ObserverOptions = workerData;
const observer = new Observer(await openTail(tail), await openProjection(projection));
const watch = new Watch(observer, choices);
const projector = new Projector(observer, { storeEveryMs, onNotice });
const { isSending, ...guarded } = webhooks;
const hooks = new Hooks(observer, { ...guarded, onNotice });

port.on('message', async (call: Call | typeof CLOSE) => {
  if (call !== CLOSE) return say(await answer(call));
  await Promise.all([hooks.close(), projector.close()]);
  await watch.close();
  // Of a thread, this ends only the thread, which a connection whose other end is silent would keep.
  process.exit();
});

async function answer({ id, args, ...call }: Call): Promise<Said> {
  try {
    const [asked, method] = 'method' in call ? [watch, watch[call.method]] : [hooks.desk, hooks.desk[call.webhooks]];
    const ask = method as (...args: unknown[]) => Promise<unknown>;
    return { id, value: await ask.apply(asked, [...args]) };
  } catch (error) {
    return { id, failure: failureOf(error) };
  }
}

watch.onHead((head) => {
  say({ head });
  hooks.wake(head);
});
watch.start();
projector.start();
if (isSending) hooks.start();
