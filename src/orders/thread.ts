// The keeper's thread: the main thread asks it for commands, and executes them.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { workerData } from 'node:worker_threads';
import { openProjection } from '../ports/projection.ts';
import { openTail, type StoreModule } from '../ports/tail.ts';
import { answerCalls, speak } from '../thread/answer-calls.ts';
import { KeeperService, type KeeperServiceOptions } from './service.ts';

export type ThreadOptions = {
  readonly tail: StoreModule;
  readonly projection: StoreModule;
  readonly keeper: Pick<
    KeeperServiceOptions,
    'maxPools' | 'minGain' | 'maxPriceImpactPpm' | 'matchFeePpm' | 'patienceMs'
  >;
};

const { tail, projection, keeper }: ThreadOptions = workerData;
const leases = await openProjection(projection);
// Contains host and process id, so that an operator can find the process.
const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
const onQuiet = speak<number>();
const service = new KeeperService(await openTail(tail), leases, { ...keeper, holder, onQuiet });

answerCalls({ keeper: service }, async () => {
  await service.close();
  await leases.close();
});
