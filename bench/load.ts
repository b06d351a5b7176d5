// The load generator, a separate process: each line that it reads is a plan, and it answers with the results.
// It sends prepared bytes and looks at as few bytes of an answer as possible, because it shares the cores with what it measures.
import { answerLines } from './lines.ts';
import { run } from './load/run.ts';

await answerLines(run);
