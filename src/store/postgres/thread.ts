// The writer's thread of a PostgreSQL store: commits batches to the database.
import { workerData } from 'node:worker_threads';
import { CLOCK_AHEAD_MS, ClockGuard } from '../writer/clock.ts';
import { answerQuestions } from '../writer/loop.ts';
import { explain } from './connection.ts';
import type { PostgresOptions } from './store.ts';
import { PostgresWriter } from './writer.ts';

const options: PostgresOptions & { readonly factory: string } = workerData;
const clock = new ClockGuard(options.clockAheadMs ?? CLOCK_AHEAD_MS);
const writer = new PostgresWriter(options, options.policy, options.factory, clock);

answerQuestions({
  commit: (...question) => writer.commit(...question),
  check: () => writer.check(),
  close: () => writer.close(),
  explain: (error) => explain(error, options.url),
});
