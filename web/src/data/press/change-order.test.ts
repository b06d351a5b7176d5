// A change is refused with the reason of the item that stopped the bulk, and its outcome is open if that item's is.
import { expect, test } from 'vitest';
import { outputOf } from './change-order.ts';

const CANCELLED = { status: 200, data: { returned: '60' }, transactionId: 'tx-1' };
const PLACED = { status: 200, data: { orderId: 'tx-2' }, transactionId: 'tx-2' };
const NOT_DONE = { status: 424, error: 'Not attempted.', code: 'not_attempted' };
const MOVED = { status: 422, error: 'It changed.', code: 'order_moved' };
const DEAR = { status: 422, error: 'Too little.', code: 'insufficient_funds' };
const OPEN = { status: 503, error: 'Unknown.', code: 'outcome_unknown' };

const codeOf = (...items: Parameters<typeof outputOf>[0]) => {
  try {
    return outputOf(items);
  } catch (error) {
    const { code, mayHaveHappened } = error as { code: string; mayHaveHappened: boolean };
    return { code, mayHaveHappened };
  }
};

test.each([
  ['both done', [CANCELLED, PLACED], { output: { orderId: 'tx-2' }, transactionId: 'tx-2' }],
  ['the old order filled meanwhile', [MOVED, NOT_DONE], { code: 'order_moved', mayHaveHappened: false }],
  ['too little for the new one', [NOT_DONE, DEAR], { code: 'insufficient_funds', mayHaveHappened: false }],
  ['the writer gone', [OPEN, OPEN], { code: 'outcome_unknown', mayHaveHappened: true }],
])('%s', (_, items, outcome) => {
  expect(codeOf(...items)).toEqual(outcome);
});
