// Verdicts on every kind of request, as recorded on the real contracts of STON.fi v1 and v2.2 and their pTON.
import type { Transaction } from '@ton/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXIT } from '#devnet/contracts/ops';
import { type RequestRecord, requests } from '../../../test/ton/traces/requests.ts';
import { VisibleChain } from '../../../test/ton/traces/visible-chain.ts';
import { Tracker } from './tracker.ts';
import type { Settled, Verdict } from './watch.ts';

const ALL = [...requests(1), ...requests(2)];

async function judged(record: RequestRecord, ...others: readonly Transaction[]): Promise<Settled & Verdict> {
  const chain = new VisibleChain();
  chain.show(...record.transactions, ...others);
  const verdict = await new Tracker(chain).track(record.sent, record.watch);
  if (verdict.status === 'pending') throw new Error('not judged');
  return verdict;
}

test('the records cover every kind of request and every outcome', () => {
  const reasons = ALL.map(({ expected }) => expected.reason ?? expected.status);
  expect(ALL).toHaveLength(54);
  expect(new Set(reasons)).toEqual(new Set(['completed', 'refunded', 'staged', 'bounced', 'stranded']));
  expect(new Set(ALL.map(({ watch }) => watch.kind))).toEqual(new Set(['swap', 'provide', 'withdraw']));
});

test.each(ALL)('the verdict on "$name" in version $version is as measured', async (record) => {
  const { expected, walletGas, watch } = record;
  const { status, reason, received, refFee, gas } = expected;
  const verdict = await judged(record);
  expect(verdict).toMatchObject({ status, ...(reason && { reason }), refFee });
  const lp = watch.kind === 'provide' ? expected.lp : 0n;
  expect(verdict.received).toEqual({ sides: received, lp });
  expect(walletGas + verdict.cost.gasUnits).toBe(gas);
  // The offers are of 1 TON or more: neither they nor a payout count as costs.
  if (reason !== 'stranded') expect(Math.abs(Number(verdict.cost.spentNano))).toBeLessThan(0.95e9);
});

test.each([
  { version: 1, name: 'swap for TON', exitCode: EXIT.swapOk },
  { version: 1, name: 'swap of TON below its minimum', exitCode: EXIT.swapRefundNoLiquidity },
  { version: 1, name: 'swap while the router is locked', exitCode: EXIT.bounceLocked },
  { version: 1, name: 'refund_me of TON', exitCode: EXIT.refundOk },
  { version: 1, name: 'burn of LP tokens of TON', exitCode: EXIT.burnOk },
  { version: 2, name: 'swap for TON', exitCode: EXIT.swapOk },
  { version: 2, name: 'swap of TON below its minimum', exitCode: EXIT.swapRefundSlippage },
  { version: 2, name: 'swap of TON after its deadline', exitCode: EXIT.bounceExpired },
  { version: 2, name: 'swap of TON in a pool that is not there', exitCode: EXIT.swapRefundNoLiquidity },
  { version: 2, name: 'swap while the router is locked', exitCode: EXIT.bounceLocked },
  { version: 2, name: 'swap while the pool is locked', exitCode: EXIT.swapPoolLocked },
  { version: 2, name: 'liquidity after its deadline', exitCode: EXIT.bounceExpired },
  { version: 2, name: 'burn of LP tokens of TON', exitCode: EXIT.burnOk },
])('the verdict on "$name" in version $version has the exit code $exitCode', async ({ version, name, exitCode }) => {
  const record = ALL.find((one) => one.version === version && one.name === name) as RequestRecord;
  expect((await judged(record)).exitCode).toBe(exitCode);
});

// All records of a version share one chain, one user and one query id.
test.each(ALL)('the verdict on "$name" in version $version ignores other transactions', async (record) => {
  const others = ALL.filter((one) => one !== record && one.version === record.version);
  expect(await judged(record, ...others.flatMap(({ transactions }) => transactions))).toEqual(await judged(record));
});

test('a request is pending while a message is under way, whichever transaction is visible first', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...ALL).chain((record) =>
      fc.record({
        record: fc.constant(record),
        request: fc.shuffledSubarray([...record.transactions], { minLength: record.transactions.length }),
      }),
    ),
    async ({ record, request }) => {
      const chain = new VisibleChain();
      const tracker = new Tracker(chain);
      for (const transaction of request) {
        expect(await tracker.track(record.sent, record.watch)).toEqual({ status: 'pending' });
        chain.show(transaction);
      }
      expect(await tracker.track(record.sent, record.watch)).toEqual(await judged(record));
    },
  );
  await fc.assert(property, { numRuns: 100 });
});
