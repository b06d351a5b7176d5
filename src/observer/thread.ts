// The observer's thread: answers calls, and follows the journal in between.
import { workerData } from 'node:worker_threads';
import { Observer } from '../market/observer.ts';
import { Projector } from '../market/projector.ts';
import { MarketQueries } from '../market/queries/market-queries.ts';
import { openProjection } from '../ports/projection.ts';
import { openTail, type StoreModule } from '../ports/tail.ts';
import type { QuoteChoice } from '../ports/venue/listing.ts';
import { answerCalls, speak } from '../thread/answer-calls.ts';
import { LiabilitiesService } from '../transparency/liabilities/service.ts';
import { ReceiptMaker } from '../transparency/log/receipts.ts';
import { Recorder } from '../transparency/log/recorder.ts';
import { LogService } from '../transparency/log/service.ts';
import { FileSigner } from '../transparency/log/signer.ts';
import { TextSigner } from '../transparency/log/text-signer.ts';
import { type WitnessAddress, Witnesses } from '../transparency/log/witnesses.ts';
import { Hooks, hooksOf } from './hooks.ts';
import type { HeadNotice, ObserverNotice } from './notice.ts';

export type ObserverOptions = {
  readonly tail: StoreModule;
  readonly projection: StoreModule;
  readonly storeEveryMs: number;
  readonly quote?: QuoteChoice;
  readonly log: {
    /** The content of the key file, and the file that keeps the last checkpoint; undefined if nothing is signed. */
    readonly key: { readonly text: string; readonly lastFile: string } | undefined;
    readonly checkpointEveryMs: number;
    readonly witnesses: readonly WitnessAddress[];
  };
  readonly webhooks: {
    readonly isSending: boolean;
    /** Whether API keys exist, so that a webhook is delivered only while its owner has one. */
    readonly needsKeys: boolean;
    /** Non-public addresses and networks that webhooks may be sent to. */
    readonly allow: readonly string[];
  };
};

const onNotice = speak<ObserverNotice | HeadNotice>();
const { tail, projection: stored, storeEveryMs, webhooks, log, ...choices }: ObserverOptions = workerData;
const projection = await openProjection(stored);
const observer = new Observer(await openTail(tail), projection);
const queries = new MarketQueries(observer, choices);
const projector = new Projector(observer, { storeEveryMs, onNotice });
const { isSending, ...guarded } = webhooks;
const hooks = new Hooks(hooksOf(observer), { ...guarded, onNotice });

let unkept = '';
const onUnkept = ({ message }: Error) => {
  // A repeated failure is reported once.
  if (message !== unkept) onNotice({ unkept: message });
  unkept = message;
};
const recorder =
  log.key &&
  new Recorder(projection, {
    signer: new FileSigner(log.key.text, log.key.lastFile, onUnkept),
    witnesses: new Witnesses(projection, log.witnesses, { onNotice }),
    checkpointEveryMs: log.checkpointEveryMs,
    onNotice,
  });

const signer = new TextSigner(projection, log.key?.text);
const logService = new LogService(projection);
const receipts = new ReceiptMaker(projection, signer);
const liabilities = new LiabilitiesService(projection, logService, signer);
answerCalls({ market: queries, webhooks: hooks.service, log: logService, receipts, liabilities }, async () => {
  await Promise.all([hooks.close(), projector.close(), recorder?.close()]);
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
recorder?.start();
if (isSending) hooks.start();
