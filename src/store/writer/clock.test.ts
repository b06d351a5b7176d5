// ClockGuard: a clock that jumps ahead is refused until it has kept the new time for as long as the limit.
import { beforeEach, describe, expect, test } from 'vitest';
import { ClockGuard } from './clock.ts';

const [SECOND, HOUR] = [1000, 3_600_000];
const START = Date.parse('2026-11-16T00:00:00Z');

let time: { clockMs: number; awakeMs: number; sinceBootMs: number };
let guard: ClockGuard;
const pass = (ms: number) => {
  time = { clockMs: time.clockMs + ms, awakeMs: time.awakeMs + ms, sinceBootMs: time.sinceBootMs + ms };
};
const jump = (ms: number) => {
  time.clockMs += ms;
};
const ask = () => guard.believe(time.clockMs);
const refused = () => expect(ask).toThrow(expect.objectContaining({ name: 'StoreUnavailable', reason: 'clock' }));
const believed = () => expect(ask()).toBe(time.clockMs);

beforeEach(() => {
  time = { clockMs: START, awakeMs: 5, sinceBootMs: 7 * HOUR };
  guard = new ClockGuard(30 * SECOND, { awakeMs: () => time.awakeMs, sinceBootMs: () => time.sinceBootMs });
});

test('a clock that jumps an hour ahead is refused with a reason, and trusted again as soon as it is set right', () => {
  believed();
  pass(10 * SECOND);
  jump(HOUR);
  expect(ask).toThrow(
    'the clock says 2026-11-16T01:00:10.000Z, 3600 s more than have passed since it was last read; the new time is accepted if it lasts another 30 s',
  );
  pass(29 * SECOND);
  refused();
  jump(-HOUR);
  believed();
  pass(SECOND);
  believed();
});

test('a clock that stays an hour ahead is trusted after the limit of 30 s', () => {
  believed();
  jump(HOUR);
  refused();
  pass(29_999);
  refused();
  pass(1);
  believed();
  pass(SECOND);
  believed();
});

test('if a clock jumps ahead again, the 30 s start anew', () => {
  believed();
  jump(HOUR);
  refused();
  pass(20 * SECOND);
  jump(HOUR);
  refused();
  pass(20 * SECOND);
  refused();
  pass(10 * SECOND);
  believed();
});

describe('a clock is trusted at once', () => {
  test('at the first reading, whatever its time', () => {
    jump(-50 * 365 * 24 * HOUR);
    believed();
  });

  test('when it is set back, and when it runs on from there', () => {
    believed();
    jump(-HOUR);
    believed();
    pass(5 * SECOND);
    believed();
  });

  test('when it was set back and is set right again, but not when it is then 31 s ahead', () => {
    believed();
    pass(5 * SECOND);
    believed();
    jump(-HOUR);
    believed();
    pass(20 * 60 * SECOND);
    believed();
    jump(HOUR);
    believed();
    jump(-HOUR);
    believed();
    jump(HOUR + 31 * SECOND);
    refused();
  });

  test.each([
    ['the limit', 30 * SECOND, true],
    ['a millisecond more', 30 * SECOND + 1, false],
  ])('only up to the limit: ahead by %s (%i ms): %s', (_, ms, isBelieved) => {
    believed();
    jump(ms);
    (isBelieved ? believed : refused)();
  });

  test('when it is ahead because the machine has slept', () => {
    believed();
    jump(8 * HOUR);
    time.sinceBootMs += 8 * HOUR;
    believed();
  });

  test('after a month without readings in which the clocks drifted apart', () => {
    believed();
    pass(720 * HOUR);
    jump(0.0005 * 720 * HOUR);
    believed();
  });

  test('when it gains a second in every three, with readings in between', () => {
    for (let step = 0; step < 100; step += 1) {
      believed();
      pass(2 * SECOND);
      jump(SECOND);
    }
  });

  test('always, if the limit is switched off', () => {
    guard = new ClockGuard(0, { awakeMs: () => time.awakeMs, sinceBootMs: () => time.sinceBootMs });
    believed();
    jump(HOUR);
    believed();
  });
});

test('jumps within one second add up, since they are measured from the same reading', () => {
  believed();
  for (let step = 0; step < 3; step += 1) {
    pass(100);
    jump(15 * SECOND);
    if (step < 2) believed();
    else refused();
  }
});
