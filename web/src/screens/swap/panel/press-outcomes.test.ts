// A press is one swap of one account: it is called refused only where nothing of it can have been made.
import { expect, test } from 'vitest';
import { type CallOptions, MillpondError } from '#client';
import type { Order } from './order.ts';
import { type Asking, Presser } from './press.ts';

const ORDER = { input: {}, pay: { amount: '1' }, receive: { amount: '2' } } as Order;
const failing = (failing: ConstructorParameters<typeof MillpondError>[1]) => new MillpondError('no', failing);
const CUT = failing({ code: 'unreadable', mayHaveHappened: true });
const LOST = failing({ code: 'network', mayHaveHappened: true, attempts: 6 });
const BUSY = failing({ code: 'overloaded', status: 503, serverCode: 'overloaded', attempts: 6 });
const NOT_NOW = failing({ code: 'overloaded', status: 503, serverCode: 'overloaded', retryAfterMs: 60_000 });
const SIGNED_OUT = failing({ code: 'unauthorized', status: 401, serverCode: 'unauthorized' });
const REFUSED = failing({ code: 'below_minimum', status: 422, serverCode: 'below_minimum' });

/** A server that answers these in turn, and a tab that keeps what is open. */
function tab(answers: (Error | object)[], drawer = new Map<string, string>()) {
  const sent: CallOptions[] = [];
  const asking = {
    async createSwap(_: unknown, options: CallOptions) {
      sent.push(options);
      const answer = answers.shift() ?? REFUSED;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    getSwap: async () => ({}),
  } as unknown as Asking;
  const kept = {
    getItem: (name: string) => drawer.get(name) ?? null,
    setItem: (name: string, text: string) => void drawer.set(name, text),
    removeItem: (name: string) => void drawer.delete(name),
  };
  return { presser: new Presser(asking, kept), sent, drawer };
}

test.each([
  ['busy at once', [BUSY], 'refused'],
  ['lost, then busy', [LOST, BUSY, REFUSED], 'refused'],
  ['lost, then told to wait for long', [LOST, NOT_NOW], 'unknown'],
  ['lost, then signed out', [LOST, SIGNED_OUT], 'unknown'],
  ['lost, then refused by the ledger', [LOST, REFUSED], 'refused'],
  ['lost, then done', [LOST, { transactionId: 't' }], 'done'],
])('%s', async (_, answers, kind) => {
  const { presser, sent } = tab([...answers]);
  await presser.press(ORDER, 'ann');
  expect(presser.now().kind).toBe(kind);
  expect(sent).toHaveLength(answers.length);
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('what was open when the page was left is not called refused by who does not know', async () => {
  const before = tab([CUT]);
  await before.presser.press(ORDER, 'ann');
  const after = tab([SIGNED_OUT, CUT, SIGNED_OUT, REFUSED], before.drawer);
  await after.presser.resume('ann');
  for (const _ of [1, 2]) {
    expect(after.presser.now().kind).toBe('unknown');
    await after.presser.askAgain('ann');
  }
  expect(after.presser.now().kind).toBe('unknown');
  await after.presser.askAgain('ann');
  expect(after.presser.now().kind).toBe('refused');
  expect(after.drawer.size).toBe(0);
});

test('nobody sends the press of another', async () => {
  const { presser, sent } = tab([CUT]);
  await presser.press(ORDER, 'ann');
  await presser.resume('bob');
  await presser.askAgain('bob');
  expect([presser.now().kind, sent.length]).toEqual(['unknown', 1]);
});
