// A regular job: done when it is due, tried again less and less often, and late only while the process runs.
import { beforeEach, expect, test } from 'vitest';
import { type JobFailure, type JobStanding, RegularJob } from './regular-job.ts';

const [MINUTE_MS, HOUR_MS, START_MS] = [60_000, 3_600_000, 1_800_000_000_000];
const DAY_MS = 24 * HOUR_MS;

let nowMs: number;
let standing: JobStanding | undefined;
/** The minutes after the start at which it ran. */
let runs: number[];
let failures: JobFailure[];
let outcome: () => Promise<void>;
beforeEach(() => {
  [nowMs, standing, runs, failures] = [START_MS, { doneMs: undefined }, [], []];
  outcome = async () => {};
});

const jobOf = (over: object = {}) =>
  new RegularJob({
    everyMs: DAY_MS,
    nowMs: () => nowMs,
    standing: async () => standing,
    async run() {
      runs.push((nowMs - START_MS) / MINUTE_MS);
      await outcome();
    },
    onFailure: (failure) => failures.push(failure),
    ...over,
  });
/** As often as a server looks. */
async function lookFor(job: RegularJob, forMs: number): Promise<void> {
  for (const endMs = nowMs + forMs; nowMs < endMs; nowMs += 10 * MINUTE_MS) await job.look();
}

test.each([
  ['it was never done', undefined, true],
  ['the last time is as long ago as the interval', -DAY_MS, true],
  ['it is a millisecond less', -DAY_MS + 1, false],
  ['it is in the future by less than the interval', DAY_MS - 1, false],
  ['it is in the future by the interval, since the clock was set back', DAY_MS, true],
])('is done if %s', async (_, ms, isDone) => {
  standing = { doneMs: ms === undefined ? undefined : START_MS + ms };
  await jobOf().look();
  expect(runs).toEqual(isDone ? [0] : []);
});

test('is not done where there is nothing to do', async () => {
  standing = undefined;
  const job = jobOf();
  await job.look();
  nowMs += DAY_MS;
  expect([runs, await job.lateMs()]).toEqual([[], 0]);
});

test('is tried six times in some five hours, and then once in each interval', async () => {
  outcome = async () => Promise.reject(new Error('no memory'));
  const job = jobOf();
  await lookFor(job, 3 * DAY_MS);
  const last = 300 + 1440;
  expect(runs).toEqual([0, 10, 30, 70, 150, 300, last, last + 1440]);
  expect(failures.slice(4, 6)).toEqual([
    { why: 'no memory', failures: 5, pauseMs: 144 * MINUTE_MS, isLast: false },
    { why: 'no memory', failures: 6, pauseMs: DAY_MS, isLast: true },
  ]);
  // Once it was done, the next failure is the first again.
  standing = { doneMs: nowMs };
  await job.look();
  nowMs += DAY_MS;
  await job.look();
  expect(failures.at(-1)).toMatchObject({ failures: 1, isLast: false });
});

test('tries of other processes count, such as those that it killed', async () => {
  standing = { doneMs: undefined, failures: 6, triedMs: START_MS - HOUR_MS };
  outcome = async () => Promise.reject(new Error('no memory'));
  await lookFor(jobOf(), DAY_MS);
  expect(runs).toEqual([23 * 60]);
  expect(failures).toMatchObject([{ failures: 7, isLast: true }]);
});

test('while the database is away, each look says so, and none of them is a try', async () => {
  let isAway = true;
  const job = jobOf({ standing: async () => (isAway ? Promise.reject(new Error('it is away')) : standing) });
  await lookFor(job, HOUR_MS);
  const away = { why: 'it is away', failures: 0, pauseMs: 10 * MINUTE_MS, isLast: false };
  expect([runs, failures]).toEqual([[], Array(6).fill(away)]);
  await expect(job.lateMs()).rejects.toThrow('it is away');
  isAway = false;
  await job.look();
  expect(runs).toEqual([60]);
});

test('closing ends what is running, which is no failure', async () => {
  const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const job = jobOf({
    run: async (signal: AbortSignal) => {
      began.resolve();
      signal.addEventListener('abort', () => ended.reject(new Error('interrupted')));
      await ended.promise;
    },
  });
  const looking = job.look();
  await began.promise;
  await job.close();
  await looking;
  await job.look();
  expect([runs, failures]).toEqual([[], []]);
});

test.each([
  ['it was never done: since the start', undefined, 2],
  ['it was due before the start: since then', -30, 2],
  ['it has been due for an hour', -23, 1],
  ['it is not due', -22, 0],
])('is late where %s', async (_, doneHour, hours) => {
  standing = { doneMs: doneHour === undefined ? undefined : START_MS + doneHour * HOUR_MS };
  const job = jobOf();
  nowMs += 2 * HOUR_MS;
  expect(await job.lateMs()).toBe(hours * HOUR_MS);
});
