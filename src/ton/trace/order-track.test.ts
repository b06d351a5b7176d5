// Verdicts for the outbox can be stored, and contain the reason of a failure as text.
import { Address } from '@ton/core';
import { describe, expect, test } from 'vitest';
import { records, type TraceRecord } from '../../../test/ton/traces/records.ts';
import { VisibleChain } from '../../../test/ton/traces/visible-chain.ts';
import type { ChainOrder } from '../../ports/chain-orders.ts';
import { EXIT } from '../wire/ops.ts';
import { OrderTrack } from './order-track.ts';
import { Tracker } from './tracker.ts';
import type { FailureReason } from './watch.ts';
import { faultOf } from './words.ts';

const { all } = records(1);
const find = (name: string): TraceRecord => all.find((record) => record.name === name) as TraceRecord;

async function told({ watch, sent, transactions }: TraceRecord, shown = transactions) {
  const chain = new VisibleChain();
  chain.show(...shown);
  const order = { watch: JSON.stringify(watch) } as ChainOrder;
  const { source, destination, createdLt } = sent;
  const message = { source: Address.parse(source), destination: Address.parse(destination), createdLt };
  return new OrderTrack(new Tracker(chain)).track(order, [message]);
}

test('a swap with a referrer, in its stored form', async () => {
  const verdict = await told(find('swap with referrer'));
  expect(JSON.parse(JSON.stringify(verdict))).toEqual({
    status: 'completed',
    details: {
      ...{ received: ['0', '3983956318'], lp: '0', refFee: '3991941', exitCode: EXIT.swapOk },
      ...{ gasUnits: '90348', networkFee: expect.stringMatching(/^\d+$/), walletNano: '123658139' },
    },
  });
});

test('an order under way is pending', async () => {
  const record = find('swap');
  expect(await told(record, record.transactions.slice(0, 3))).toEqual({ status: 'pending' });
});

test('a refunded order', async () => {
  expect(await told(find('swap below its minimum'))).toMatchObject({
    ...{ status: 'failed', details: { outcome: 'refunded', received: ['1000000000', '0'] } },
    reason: 'the pool would have paid less than the minimum; what was offered came back',
  });
});

test('a message is judged by its own watch, and never by a verdict cached for another', async () => {
  const { watch, sent, transactions } = find('swap');
  const chain = new VisibleChain();
  chain.show(...transactions);
  const tracker = new Tracker(chain);
  expect(await tracker.track([sent], watch)).toMatchObject({ status: 'completed' });
  const asked = chain.asked;
  // A watch of another user must not count a payment that this user received.
  const [offered, wanted] = watch.sides;
  const elsewhere = { ...watch, sides: [offered, { ...wanted, userWallet: offered.routerWallet }] as const };
  expect(await tracker.track([sent], elsewhere)).not.toMatchObject({ status: 'completed' });
  expect(chain.asked).toBeGreaterThan(asked);
  expect(await tracker.track([sent], watch)).toMatchObject({ status: 'completed' });
});

describe('reasons as text', () => {
  test.each<{ reason: FailureReason; exitCode: number | null; words: RegExp }>([
    {
      reason: 'refunded',
      exitCode: EXIT.swapRefundExpired,
      words: /^the deadline had passed; what was offered came back$/,
    },
    { reason: 'refunded', exitCode: EXIT.bounceLowGas, words: /^too little TON was attached; / },
    { reason: 'refunded', exitCode: 0xdeadbeef, words: /^the contracts refused it \(exit code 0xdeadbeef\); / },
    { reason: 'refunded', exitCode: null, words: /^the contracts refused it; / },
    { reason: 'bounced', exitCode: 706, words: /^a wallet did not take the message \(exit code 706\); / },
    { reason: 'staged', exitCode: null, words: /taken back from the LP account$/ },
    { reason: 'stranded', exitCode: EXIT.swapOk, words: /an operator has to look at the transactions$/ },
  ])('$reason with $exitCode', ({ reason, exitCode, words }) => {
    expect(faultOf(reason, exitCode).reason).toMatch(words);
  });
});
