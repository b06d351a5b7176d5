// The observer's thread: answers calls, and follows the journal in between.
import { workerData } from 'node:worker_threads';
import { openProjection } from '../ports/projection.ts';
import { openTail, type StoreModule } from '../ports/tail.ts';
import { answerCalls, speak } from '../thread/answer-calls.ts';
import { Hooks, hooksOf } from './hooks-thread.ts';
import type { HeadNotice, Notice } from './notice.ts';
import { Observer } from './observer.ts';
import type { QuoteChoice } from './overview/overview.ts';
import { Projector } from './projector.ts';
import { MarketQueries } from './queries/market-queries.ts';

export type ObserverOptions = {
  readonly tail: StoreModule;
  readonly projection: StoreModule;
  readonly storeEveryMs: number;
  readonly quote?: QuoteChoice;
  readonly webhooks: {
    readonly isSending: boolean;
    /** Whether API keys exist, so that a webhook is delivered only while its owner has one. */
    readonly needsKeys: boolean;
    /** Non-public addresses and networks that webhooks may be sent to. */
    readonly allow: readonly string[];
  };
};

const onNotice = speak<Notice | HeadNotice>();
const { tail, projection, storeEveryMs, webhooks, ...choices }: ObserverOptions = workerData;
const observer = new Observer(await openTail(tail), await openProjection(projection));
const queries = new MarketQueries(observer, choices);
const projector = new Projector(observer, { storeEveryMs, onNotice });
const { isSending, ...guarded } = webhooks;
const hooks = new Hooks(hooksOf(observer), { ...guarded, onNotice });

answerCalls({ market: queries, webhooks: hooks.service }, async () => {
  await Promise.all([hooks.close(), projector.close()]);
  await queries.close();
});

queries.onHead((head) => {
  onNotice({ head });
  hooks.wake(head);
});
let saidMs = Number.NEGATIVE_INFINITY;
observer.onCounted(({ receipt, sequence }) => {
  // At most once a second: the receiver then looks for all new orders.
  if (receipt.kind !== 'placeOrder' || performance.now() - saidMs < 1000) return;
  saidMs = performance.now();
  onNotice({ placed: sequence });
});
queries.start();
projector.start();
if (isSending) hooks.start();
