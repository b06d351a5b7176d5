// A presser is dropped once no form shows it and its press is not open, so that memory does not grow with use.
import { expect, test } from 'vitest';
import { MillpondError } from '#client';
import { Presser } from './press.ts';
import { Pressers } from './pressers.ts';

const STORED = { getItem: () => null, setItem() {}, removeItem() {} };
const LOST = new MillpondError('no', { code: 'network', mayHaveHappened: true });

const presserAt = (place: string, answer: () => Promise<object>) => () =>
  new Presser<object, object>({ place, takesKey: true, make: async () => answer }, STORED);
const done = async () => ({});
const lost = async () => {
  throw LOST;
};

/** A form that shows the presser of a place until it is closed. */
function open(pressers: Pressers, place: string, answer = done) {
  const presser = pressers.at(place, presserAt(place, answer));
  const unsubscribe = presser.subscribe(() => {});
  return {
    presser,
    close() {
      unsubscribe();
      presser.clear();
      pressers.release(place);
    },
  };
}

test('closed forms leave no pressers, pressed or not', async () => {
  const pressers = new Pressers();
  for (let pool = 0; pool < 1000; pool++) {
    const form = open(pressers, `provideLiquidity ${pool}`);
    if (pool % 2 === 0) await form.presser.press({}, 'alice');
    expect(pressers.size).toBe(1);
    form.close();
  }
  expect(pressers.size).toBe(0);
});

test('a presser that another form shows is kept and shared', () => {
  const pressers = new Pressers();
  const [first, second] = [open(pressers, 'createOrder'), open(pressers, 'createOrder')];
  expect(second.presser).toBe(first.presser);
  first.close();
  expect(pressers.size).toBe(1);
  second.close();
  expect(pressers.size).toBe(0);
});

test('a presser with an unknown outcome is kept for its form until it is given up', async () => {
  const pressers = new Pressers();
  const form = open(pressers, 'createOrder', lost);
  await form.presser.press({}, 'alice');
  form.close();
  const again = open(pressers, 'createOrder');
  expect([again.presser === form.presser, again.presser.now().kind]).toEqual([true, 'unknown']);
  again.presser.clear({ givesUp: true });
  again.close();
  expect(pressers.size).toBe(0);
});
