// Clocks that differ: a chain whose clock was set ahead, and a machine whose clock is wrong. The chain's clock decides what
// expires. One devnet: 6 s of CPU.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Address } from '@ton/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Account, amount } from '../../../src/core/amount.ts';
import { type PaperTon, paperTon } from './paper-ton.ts';

const folder = mkdtempSync(join(tmpdir(), 'millpond-ton-'));
const ann = 'ann' as Account;
const owner = new Address(0, Buffer.alloc(32, 9)).toString() as Account;
let on: PaperTon;

beforeAll(async () => {
  on = await paperTon(folder);
  for (const account of [ann, owner]) await on.fund(account, { TON: '100', USDT: '1000' });
});

afterAll(async () => {
  await on.stop();
  rmSync(folder, { recursive: true });
});

const swap = (account = ann) =>
  ({ kind: 'swap', account, tokenA: on.token('USDT'), tokenB: on.token('STON'), amountA: amount(1_000_000n) }) as const;
const chainTimeS = async () => (await on.dex.chain.head()).timeS;
const refusal = (error: unknown) => (error as { refusal?: { code: string } }).refusal?.code ?? error;

test.each([-3600, -1, -0.02, 0.02, 1, 3600])('messages expire on time if our clock is %d s ahead', async (aheadS) => {
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadS * 1000);
  const beforeS = await chainTimeS();
  const { status, transactionId } = await on.venue.execute(ann, swap());
  expect(status).toBe('completed');
  const request = await on.store.chainRequests.find(transactionId);
  const send = await on.store.chainRequests.send(request?.send as number);
  const validForS = (send?.validUntilS as number) - beforeS;
  // However far the machine is ahead, a signed message can be executed for two minutes at most.
  expect(validForS).toBeGreaterThanOrEqual(60);
  expect(validForS).toBeLessThanOrEqual(120 + ((await chainTimeS()) - beforeS));
  const { validUntilS } = await on.venue.wallets.build(swap(owner));
  expect(Math.abs(validUntilS - 300 - beforeS)).toBeLessThanOrEqual((await chainTimeS()) - beforeS);
});

test('after the chain’s clock was set ahead by a day, swaps complete, also on a new node, and deadlines count by the chain’s clock', async () => {
  await on.server.devnet.skipTime(86_400);
  const timeS = await chainTimeS();
  expect(timeS).toBeGreaterThan(Date.now() / 1000 + 86_000);
  expect(await on.venue.execute(ann, swap())).toMatchObject({ status: 'completed' });
  const { validUntilS } = await on.venue.wallets.build(swap(owner));
  expect(validUntilS).toBeGreaterThanOrEqual(timeS + 300);
  const { validUntilS: toTakeBack } = await on.venue.wallets.buildTakeBack({ ...swap(owner) });
  expect(toTakeBack).toBeGreaterThanOrEqual(timeS + 300);
  const until = (deadlineMs: number) => on.venue.execute(ann, { ...swap(), deadlineMs });
  await expect(until(timeS * 1000 - 1).catch(refusal)).resolves.toBe('deadline_passed');
  await expect(until((timeS + 600) * 1000)).resolves.toMatchObject({ status: 'completed' });
  const { venue } = await on.another();
  expect(await venue.execute(ann, swap())).toMatchObject({ status: 'completed' });
});
