// The thread that observes the journal: answers what comes over its port, and goes on by itself while nobody asks.
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../core/assert.ts';
import { openProjection } from '../ports/projection.ts';
import { openTail, type TailPlace } from '../ports/tail.ts';
import { CLOSE } from '../thread/lasting-thread.ts';
import { Hooks } from './hooks-thread.ts';
import { Observer } from './observer.ts';
import type { QuoteChoice } from './overview/overview.ts';
import { Projector } from './projector.ts';
import { MarketQueries } from './queries/queries.ts';
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
const queries = new MarketQueries(observer, choices);
const projector = new Projector(observer, { storeEveryMs, onNotice });
const { isSending, ...guarded } = webhooks;
const hooks = new Hooks(observer, { ...guarded, onNotice });

port.on('message', async (call: Call | typeof CLOSE) => {
  if (call !== CLOSE) return say(await answer(call));
  await Promise.all([hooks.close(), projector.close()]);
  await queries.close();
  // Of a thread, this ends only the thread, which a connection whose other end is silent would keep.
  process.exit();
});

async function answer({ id, args, ...call }: Call): Promise<Said> {
  try {
    const [asked, method] =
      'method' in call ? [queries, queries[call.method]] : [hooks.service, hooks.service[call.webhooks]];
    const ask = method as (...args: unknown[]) => Promise<unknown>;
    return { id, value: await ask.apply(asked, [...args]) };
  } catch (error) {
    return { id, failure: failureOf(error) };
  }
}

queries.onHead((head) => {
  say({ head });
  hooks.wake(head);
});
queries.start();
projector.start();
if (isSending) hooks.start();
