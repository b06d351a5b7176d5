// The thread in which a devnet runs: executing a transaction takes milliseconds, which must not block the main thread.
import { workerData } from 'node:worker_threads';
import { type Replayed, replay } from '#devnet/chain/replay';
import { Devnet, type DevnetOptions } from '#devnet/devnet';
import { type DevnetInfo, fileOf } from '#devnet/info';
import { answerCalls, speak } from '../../thread/answer-calls.ts';
import { type Failure, failureOf } from '../../thread/failure.ts';
import { asStoreError } from './unavailable.ts';

/** Messages to the main thread: progress, results and errors of work that takes longer than the timeout of a call. */
export type DevnetNotice =
  | { readonly opened: DevnetInfo }
  | { readonly failed: Failure }
  | { readonly trouble: string }
  | { readonly done: number; readonly total: number }
  | { readonly replayed: Replayed };

const options = workerData as DevnetOptions;
const notify = speak<DevnetNotice>();
let open: Promise<Devnet> | undefined;

/** Opens the devnet with the first call, so that an unusable file is reported in the answer. */
function opened(fresh = false): Promise<Devnet> {
  open ??= Devnet.open({ ...options, fresh, onTrouble: (trouble) => notify({ trouble }) }).catch((error) => {
    open = undefined;
    throw asStoreError(error);
  });
  return open;
}

/** Creating a devnet takes seconds, or much longer on a busy machine: the calls return at once, and notices report. */
const lengthy = {
  open: (fresh: boolean) => report(opened(fresh).then(({ info }) => ({ opened: info }))),
  audit: () =>
    report(replay(fileOf(options.folder), (done, total) => notify({ done, total })).then((replayed) => ({ replayed }))),
};

function report(work: Promise<DevnetNotice>): void {
  void work.then(notify, (error) => notify({ failed: failureOf(asStoreError(error)) }));
}

answerCalls({ devnet: opened, lengthy }, async () => (await open?.catch(() => undefined))?.stop());
