// The thread that adds up what the exchange owes: reads the balances on its own connection, and stores the trees.
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { openProjection } from '../../ports/projection.ts';
import type { Journal } from '../../ports/store.ts';
import { answerCalls, speak } from '../../thread/answer-calls.ts';
import type { MakerNotice, MakerOptions } from './keeper.ts';
import { LiabilitiesMaker } from './maker.ts';

const send = speak<MakerNotice>();
const { journal, projection: stored, everyMs }: MakerOptions = workerData;

// A lower priority than trading; on Linux this applies to the thread alone.
if (process.platform === 'linux') setPriority(10);

const projection = await openProjection(stored);
answerCalls({ store: projection }, () => projection.close());

try {
  const { openJournal }: { openJournal(options: object): Promise<Journal> } = await import(journal.module);
  // The audit looks for damage; here every total is compared with what the issuer owes.
  const options = { ...journal.options, isUnchecked: true };
  const maker = new LiabilitiesMaker(projection, { openJournal: () => openJournal(options) });
  send({ made: await maker.make(everyMs) });
} catch (error) {
  send({ failed: (error as Error).message });
}
