// Fails the test in which a promise rejection was not handled: in production it would end the process.
import { afterEach } from 'vitest';

/** Captured before any test can replace it with fake timers. */
const { setImmediate } = globalThis;

const KEY = Symbol.for('millpond tests: unhandled rejections');
type Holder = { [KEY]?: unknown[] };

/** Test files share a process, so one listener serves all. */
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
  // Node reports a rejection after the microtasks of its turn.
  await new Promise((resolve) => setImmediate(resolve));
  const found = reasons.splice(0);
  if (found.length > 0)
    throw new Error(`a promise was rejected and nobody handled it: ${found[0]}`, { cause: found[0] });
});
