// The thread that writes a PostgreSQL database.
import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../writer/loop.ts';
import { explain } from './connection.ts';
import type { PostgresOptions } from './store.ts';
import { PostgresWriter } from './writer.ts';

const options: PostgresOptions & { readonly factory: string } = workerData;
const writer = new PostgresWriter(options, options.policy, options.factory);

answerQuestions({
  commit: (...question) => writer.commit(...question),
  check: () => writer.check(),
  close: () => writer.close(),
  explain: (error) => explain(error, options.url),
});
