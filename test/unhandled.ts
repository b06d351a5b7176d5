// Fails the test in which a promise was rejected without anybody to handle it: in production that would end the process.
import { afterEach } from 'vitest';

/** Taken before any test can replace it by a clock of its own. */
const { setImmediate } = globalThis;

const KEY = Symbol.for('millpond tests: unhandled rejections');
type Holder = { [KEY]?: unknown[] };

/** Test files share a process: one listener serves all of them. */
function unhandled(): unknown[] {
  const holder = globalThis as Holder;
  if (holder[KEY]) return holder[KEY];
  const reasons: unknown[] = [];
  holder[KEY] = reasons;
  process.on('unhandledRejection', (reason) => reasons.push(reason));
  return reasons;
}

const reasons = unhandled();

afterEach(async () => {
  // Node reports a rejection once the microtasks of its turn have run.
  await new Promise((resolve) => setImmediate(resolve));
  const found = reasons.splice(0);
  if (found.length > 0)
    throw new Error(`a promise was rejected and nobody handled it: ${found[0]}`, { cause: found[0] });
});
