// Answers are refused if their block number is too low or implausibly high; a wrong number that was accepted is forgotten after a while.
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

test('an answer of the same block or a later one is accepted, of an earlier one refused', () => {
  const { isBelieved } = opened(10);
  expect([10, 9, 11, 10, 11].map(isBelieved)).toEqual([true, false, true, false, true]);
});

test.each([
  [0, 1000],
  [2000, 3000],
])('after %i ms an answer may be up to %i blocks ahead; one further ahead is refused and forgotten', (ms, most) => {
  const { clock, isBelieved } = opened(10);
  clock.ms = ms;
  expect([10 + most + 1, 2 ** 40, 10 + most].map(isBelieved)).toEqual([false, false, true]);
});

test('an accepted block number that no answer has reached for more than 30 s is forgotten, and lower ones are accepted', () => {
  const { clock, isBelieved } = opened(2 ** 40);
  clock.ms = 30_000;
  expect(isBelieved(10)).toBe(false);
  clock.ms = 30_001;
  expect([10, 9, 11].map(isBelieved)).toEqual([true, false, true]);
});

test('the answers of a lagging server stay refused while another server still answers with the newest block', () => {
  const { clock, isBelieved } = opened(10);
  for (clock.ms = 0; clock.ms < 120_000; clock.ms += 10_000) expect([9, 10].map(isBelieved)).toEqual([false, true]);
});
