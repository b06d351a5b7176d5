// The venue reports what a request has cost, exact to the nanoton, and estimates it before. One devnet for all: 6 s of CPU.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Address, toNano } from '@ton/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, amount, type TokenAddress } from '../../../src/core/amount.ts';
import type { Command } from '../../../src/core/commands/command.ts';
import { TON } from '../../../src/ton/venue/dex.ts';
import type { ChainReceipt } from '../../../src/ton/venue/receipts.ts';
import { type PaperTon, paperTon } from './paper-ton.ts';

const [ann, shop] = ['ann', 'shop'] as [Account, Account];
const folder = mkdtempSync(join(tmpdir(), 'millpond-ton-'));
let on: PaperTon;

beforeAll(async () => {
  on = await paperTon(folder);
  await on.fund(ann, { TON: '1000', USDT: '10000', STON: '10000' });
});

afterAll(async () => {
  await on.stop();
  rmSync(folder, { recursive: true });
});

const held = async () => (await on.venue.wallets.wallet(ann)).balanceNano;
const pairOf = (a: string, b: string) => ({ tokenA: on.token(a), tokenB: on.token(b) });
const swap = (a: string, b: string, units: bigint, over: object = {}): Command => ({
  ...{ kind: 'swap', account: ann, ...pairOf(a, b), amountA: amount(units), ...over },
});

/** The TON that the request itself moved out of the wallet, less what it moved in: not a cost. */
function tonMoved(receipt: ChainReceipt): bigint {
  const of = (token: TokenAddress, units: bigint) => (token === TON ? units : 0n);
  if (receipt.kind === 'transfer') return of(receipt.token, receipt.amount);
  const [first, second] = [of(receipt.tokenA, receipt.amountA), of(receipt.tokenB, receipt.amountB)];
  if (receipt.kind === 'swap') return first - second;
  return receipt.kind === 'provide' ? first + second : -first - second;
}

/** Executes a command; returns the TON that the wallet lost beside the amounts traded, and the cost that the venue reported. */
async function lost(command: Command) {
  const before = await held();
  const failed = await on.venue.execute(ann, command).then(
    () => false,
    () => true,
  );
  const [entry] = (await on.venue.activity({ account: ann }, { limit: 1 })).items;
  if (!entry) throw new Error('the command left no request');
  const receipt = entry.receipt as ChainReceipt;
  const moved = failed ? 0n : tonMoved(receipt);
  return { lost: before - (await held()) - moved, reported: entry.settlement?.tonSpentNano, failed, entry };
}

test.each<[string, () => Command]>([
  ['a swap of two jettons', () => swap('STON', 'USDT', 10n ** 9n)],
  ['a swap with a referrer, who keeps TON', () => swap('STON', 'USDT', 10n ** 9n, { referrer: shop })],
  ['a swap of TON', () => swap('TON', 'USDT', toNano('3'))],
  ['a swap for TON', () => swap('USDT', 'TON', 5_000_000n)],
  [
    'providing TON and USDT, of which a part comes back',
    () => ({
      ...{ kind: 'provide', account: ann, ...pairOf('TON', 'USDT') },
      ...{ amountA: amount(toNano('4')), amountB: amount(9_000_000n) },
    }),
  ],
  ['withdrawing that liquidity', () => ({ kind: 'refund', account: ann, ...pairOf('TON', 'USDT') })],
  ['a transfer of TON', () => sending(TON, toNano('2'))],
  ['a transfer of a jetton', () => sending(on.token('USDT'), 1_000_000n)],
])('the reported cost of %s is what the wallet lost', async (_, command) => {
  const found = await lost(command());
  expect(found.failed).toBe(false);
  expect(found.reported).toBe(found.lost);
  expect((found.reported ?? 0n) > (found.entry.settlement?.networkFeeNano ?? 0n) / 2n).toBe(true);
});

const sending = (token: typeof TON, units: bigint): Command => ({
  ...{ kind: 'transfer', account: ann, token, amount: amount(units) },
  to: new Address(0, Buffer.alloc(32, 3)).toString() as Account,
});

test('the reported cost of a failed request is what the wallet lost', async () => {
  // Both swaps wait at the pool, so the second is executed at a worse price than quoted and fails on its minimum.
  const { plan } = await on.venue.quote({
    ...pairOf('TON', 'USDT'),
    referred: false,
    exact: { in: amount(toNano('5')) },
  });
  const pool = (await on.dex.poolAddress(TON, on.token('USDT'))).toString();
  const before = await held();
  await on.server.devnet.hold(pool);
  const wanted = { minReceived: plan.amountOut };
  const both = [swap('TON', 'USDT', toNano('5')), swap('TON', 'USDT', toNano('5'), wanted)].map((command) =>
    on.venue.execute(ann, command).catch((error: Error) => error),
  );
  await expect.poll(async () => (await on.store.chainRequests.underWay({ after: 0, limit: 9 })).length).toBe(2);
  await on.server.devnet.release(pool);
  await Promise.all(both);
  const { items } = await on.venue.activity({ account: ann }, { limit: 2 });
  expect(items.map(({ status }) => status).toSorted()).toEqual(['completed', 'failed']);
  const told = items.reduce((sum, { settlement }) => sum + (settlement?.tonSpentNano ?? 0n), 0n);
  // If two requests share a fee, each is charged its part, rounded up.
  const difference = told - (before - (await held()) - toNano('5'));
  expect([0n, 1n]).toContain(difference);
});

test('quotes and unsigned messages estimate the cost from earlier swaps of the same kind, and the router reports their gas', async () => {
  const fresh = await on.another();
  const told = (await lost(swap('STON', 'USDT', 10n ** 9n))).reported as bigint;
  const terms = { ...pairOf('STON', 'USDT'), exact: { in: amount(10n ** 9n) } };
  const near = (expected: bigint | undefined, cost: bigint) =>
    expected !== undefined && expected > (cost * 9n) / 10n && expected < (cost * 11n) / 10n;
  const direct = await fresh.venue.quote({ ...terms, referred: false });
  const referred = await fresh.venue.quote({ ...terms, referred: true });
  expect([direct.tonSpentNano, near(direct.tonSpentNano, told)]).toEqual([expect.any(BigInt), true]);
  expect((referred.tonSpentNano ?? 0n) > (told * 3n) / 2n).toBe(true);
  const { swapGasEstimate } = await fresh.venue.router();
  expect(swapGasEstimate).toBeGreaterThan(40_000);
  expect(swapGasEstimate).toBeLessThan(55_000);
  // The default, used before the first swap, is close to the cost of a swap here.
  const { FIRST } = await import('../../../src/ton/venue/costs.ts');
  expect([FIRST.own.jettons[0], near(FIRST.own.jettons[0], told)]).toEqual([expect.any(BigInt), true]);
  const owner = (await on.venue.wallets.wallet(ann)).address as Account;
  const built = await on.venue.wallets.build({ ...swap('STON', 'USDT', 10n ** 9n), account: owner } as never);
  expect(built.minReceived).toBe(((built.receipt as { amountB: bigint }).amountB * 99n) / 100n);
  expect(near(built.tonSpentNano, told)).toBe(true);
});
