// Verdicts on swaps recorded on STON.fi's real contracts, in whatever order the transactions become visible.
import { Address, beginCell, Dictionary, internal, type Message, type Transaction } from '@ton/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXIT } from '#devnet/contracts/ops';
import { records, type TraceRecord } from '../../../test/ton/traces/records.ts';
import { VisibleChain } from '../../../test/ton/traces/visible-chain.ts';
import { Tracker } from './tracker.ts';
import type { Settled, Verdict } from './watch.ts';

const VERSIONS = [1, 2] as const;
const RECORDS = { 1: records(1), 2: records(2) };
const ALL = VERSIONS.flatMap((version) => RECORDS[version].all.map((record) => ({ version, ...record })));
const find = (version: 1 | 2, name: string): TraceRecord => {
  const found = RECORDS[version].all.find((record) => record.name === name);
  if (!found) throw new Error(`No record ${name}`);
  return found;
};

async function judged({ sent, watch, transactions }: TraceRecord, ...others: Transaction[]): Promise<Verdict> {
  const chain = new VisibleChain();
  chain.show(...transactions, ...others);
  return new Tracker(chain).track([sent], watch);
}
const settled = async (record: TraceRecord, ...others: Transaction[]): Promise<Settled & Verdict> => {
  const verdict = await judged(record, ...others);
  if (verdict.status === 'pending') throw new Error('not judged');
  return verdict;
};

test('there are fifteen records, of every outcome', () => {
  expect(ALL).toHaveLength(15);
  expect(new Set(ALL.map(({ expected }) => expected.reason ?? expected.status))).toEqual(
    new Set(['completed', 'refunded', 'bounced', 'stuck']),
  );
});

test.each(ALL)('the verdict on "$name" in version $version is as recorded', async (record) => {
  const { expected, walletGas, watch } = record;
  const verdict = await settled(record);
  const reason = expected.status === 'stuck' ? 'stranded' : expected.reason;
  expect(verdict).toMatchObject(
    reason ? { status: 'failed', reason } : { status: 'completed', received: { sides: [0n, expected.deltaB], lp: 0n } },
  );
  // deltaA of a record is the change of the user's balance of token A; it does not count TON.
  const isOfA = watch.sides[0].userWallet !== null;
  if (reason === 'refunded') expect(verdict.received.sides).toEqual([1_000_000_000n + expected.deltaA, 0n]);
  if (reason === 'bounced' || reason === 'stranded') expect(verdict.received.sides).toEqual([0n, 0n]);
  if (reason !== 'stranded') expect(expected.deltaA).toBe(reason || !isOfA ? 0n : -1_000_000_000n);
  expect(walletGas + verdict.cost.gasUnits).toBe(expected.gas);
});

test('a message is judged by its own watch, and never by a verdict cached for another', async () => {
  const { watch, sent, transactions } = find(1, 'swap');
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

describe('exit codes of the contracts', () => {
  test.each([
    { version: 1, name: 'swap', exitCode: EXIT.swapOk },
    { version: 1, name: 'swap with referrer', exitCode: EXIT.swapOk },
    { version: 1, name: 'swap below its minimum', exitCode: EXIT.swapRefundNoLiquidity },
    { version: 1, name: 'swap with too little gas for the jetton wallet', exitCode: 709 },
    { version: 1, name: 'swap of more than is held', exitCode: 706 },
    { version: 1, name: 'swap with too little gas for the router', exitCode: EXIT.swapOk },
    { version: 2, name: 'swap', exitCode: EXIT.swapOk },
    { version: 2, name: 'swap below its minimum', exitCode: EXIT.swapRefundSlippage },
    { version: 2, name: 'swap after its deadline', exitCode: EXIT.bounceExpired },
    { version: 2, name: 'swap with too little gas for the router', exitCode: EXIT.bounceLowGas },
  ] as const)('version $version: verdict on "$name" has exit code $exitCode', async ({ version, name, exitCode }) => {
    expect((await settled(find(version, name))).exitCode).toBe(exitCode);
  });
});

test.each(VERSIONS)('version %i: the verdict has the pool’s referral fee, or 0 without a referrer', async (version) => {
  expect((await settled(find(version, 'swap with referrer'))).refFee).toBe(3_991_941n);
  expect((await settled(find(version, 'swap'))).refFee).toBe(0n);
});

test('the network fee is the attached TON less what came back, plus the fees for sending it and receiving the rest', async () => {
  // 0.22 TON went to the wallet, which returned 0.2190296; the message and the transaction that received the rest cost fees too.
  const { cost } = await settled(find(1, 'swap of more than is held'));
  expect(cost.networkFee).toBe(670_672n + (220_000_000n - 219_029_600n) + 311_200n);
});

test('a request is pending until its last transaction is visible, and the verdict does not depend on their order', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...ALL).chain((record) =>
      fc.record({
        record: fc.constant(record),
        request: fc.shuffledSubarray([...record.transactions], {
          minLength: record.transactions.length,
        }),
        refusals: fc.array(fc.nat(4), { minLength: record.transactions.length, maxLength: record.transactions.length }),
      }),
    ),
    async ({ record, request, refusals }) => {
      const chain = new VisibleChain();
      const tracker = new Tracker(chain);
      const track = () => tracker.track([record.sent], record.watch);
      for (const [i, transaction] of request.entries()) {
        expect(await track()).toEqual({ status: 'pending' });
        // An endpoint that fails half-way only delays the verdict.
        chain.answersLeft = refusals[i] ?? 0;
        await track().catch(() => undefined);
        chain.answersLeft = Number.POSITIVE_INFINITY;
        chain.show(transaction);
      }
      expect(await track()).toEqual(await judged(record));
    },
  );
  await fc.assert(property, { numRuns: 200 });
});

test('known transactions are not requested again', async () => {
  const { sent, watch, transactions } = find(1, 'swap');
  const chain = new VisibleChain();
  const tracker = new Tracker(chain);
  for (const transaction of transactions) {
    await tracker.track([sent], watch);
    chain.show(transaction);
  }
  await Promise.all([tracker.track([sent], watch), tracker.track([sent], watch)]);
  // Each message is requested once when it is processed, and once for each poll before that: two polls have two messages under way.
  expect(chain.asked).toBeLessThan(3 * transactions.length);
});

describe('a foreign payment cannot pass for the payout of a swap', () => {
  test.each(VERSIONS)('version %i: a payout of another swap with the same query id is not counted', async (version) => {
    const refused = find(version, 'swap below its minimum');
    const paid = find(version, 'swap').transactions;
    expect(await judged(refused, ...paid)).toEqual(await judged(refused));
    expect(await judged(refused, ...paid)).toMatchObject({ status: 'failed', reason: 'refunded' });
  });

  test('messages that the referrer sends on are neither awaited nor counted', async () => {
    const record = find(1, 'swap with referrer');
    const { addresses } = RECORDS[1];
    const referrer = BigInt(`0x${addresses.referrer?.slice(2)}`);
    const transactions = record.transactions.map((transaction) =>
      transaction.address === referrer ? sendingOn(transaction, addresses['router.B'] as string) : transaction,
    );
    expect(transactions.filter((one, i) => one !== record.transactions[i])).toHaveLength(1);
    expect(await judged({ ...record, transactions })).toEqual(await judged(record));
  });

  test('a referral fee to the user is not part of the payout', async () => {
    const record = find(1, 'swap with referrer');
    const { addresses } = RECORDS[1];
    const asReferrer = { ...record.watch.sides[1], userWallet: addresses['referrer.B'] as string };
    const watch = { ...record.watch, sides: [record.watch.sides[0], asReferrer] as const };
    expect(await judged({ ...record, watch })).toMatchObject({ reason: 'stranded', received: { sides: [0n, 0n] } });
  });

  test.each([
    { what: 'from a wallet that is not the router’s', change: { routerWallet: 'wallet.A' } },
    { what: 'to another wallet than the user’s', change: { userWallet: 'referrer.B' } },
  ])('a payout $what is not counted', async ({ change }) => {
    const record = find(1, 'swap');
    const { addresses } = RECORDS[1];
    const named = Object.fromEntries(Object.entries(change).map(([key, role]) => [key, addresses[role] as string]));
    const watch = { ...record.watch, sides: [record.watch.sides[0], { ...record.watch.sides[1], ...named }] as const };
    expect(await judged({ ...record, watch })).toMatchObject({ status: 'failed', reason: 'stranded' });
  });
});

/** The same transaction with a further message that is never processed. */
function sendingOn(transaction: Transaction, to: string): Transaction {
  const outMessages = Dictionary.empty<number, Message>(Dictionary.Keys.Uint(15));
  const body = beginCell().storeUint(1, 32).endCell();
  const message = internal({ to: Address.parseRaw(to), value: 1n, body });
  const src = new Address(0, Buffer.from(transaction.address.toString(16).padStart(64, '0'), 'hex'));
  outMessages.set(0, {
    ...message,
    init: null,
    body,
    info: { ...message.info, type: 'internal', src, createdLt: transaction.lt + 1n } as never,
  });
  return { ...transaction, outMessages };
}
