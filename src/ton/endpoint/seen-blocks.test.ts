// Answers are accepted by their block: a wrong number is refused, and one that slipped through does not block later answers.
import { expect, test } from 'vitest';
import { StaleAnswer } from './rpc.ts';
import { SeenBlocks } from './seen-blocks.ts';

const opened = (first: number) => {
  const clock = { ms: 0 };
  const blocks = new SeenBlocks(() => clock.ms);
  const isBelieved = (seqno: number): boolean => {
    try {
      blocks.check('it', seqno);
      blocks.believe(seqno);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(StaleAnswer);
      return false;
    }
  };
  isBelieved(first);
  return { clock, isBelieved };
};

test('the same block or a later one is accepted, an earlier one is not', () => {
  const { isBelieved } = opened(10);
  expect([10, 9, 11, 10, 11].map(isBelieved)).toEqual([true, false, true, false, true]);
});

test.each([
  [0, 1000],
  [2000, 3000],
])('%i ms later the chain may have made up to %i blocks, and a number above that changes nothing', (ms, most) => {
  const { clock, isBelieved } = opened(10);
  clock.ms = ms;
  expect([10 + most + 1, 2 ** 40, 10 + most].map(isBelieved)).toEqual([false, false, true]);
});

test('an accepted wrong number is forgotten once no answer has reached it for half a minute', () => {
  const { clock, isBelieved } = opened(2 ** 40);
  clock.ms = 30_000;
  expect(isBelieved(10)).toBe(false);
  clock.ms = 30_001;
  expect([10, 9, 11].map(isBelieved)).toEqual([true, false, true]);
});

test('a server that lags is not accepted however often it is asked', () => {
  const { clock, isBelieved } = opened(10);
  for (clock.ms = 0; clock.ms < 120_000; clock.ms += 10_000) expect([9, 10].map(isBelieved)).toEqual([false, true]);
});
