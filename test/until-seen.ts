// Random tests that must meet certain cases: repeated until they have, since chance may leave a case out of one run.
import { expect } from 'vitest';

const TIMES = 10;

export async function untilSeen(run: () => unknown, isSeen: () => boolean): Promise<void> {
  for (let time = 0; time < TIMES && (time === 0 || !isSeen()); time++) await run();
  expect(isSeen(), `a case that the test is about was not met in ${TIMES} runs`).toBe(true);
}
