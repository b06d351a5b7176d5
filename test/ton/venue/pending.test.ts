// The amounts of pending requests are reserved: two nodes over PostgreSQL together accept no more than an account has, on a devnet that can hold messages.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, amount } from '../../../src/core/amount.ts';
import type { Command } from '../../../src/core/commands/command.ts';
import { Overloaded, RefusedError, TonFundsTooLow } from '../../../src/ports/venue.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { createDatabase } from '../../postgres/database.ts';
import { POLICY } from '../../store-contract/site.ts';
import { type PaperTon, paperTon } from './paper-ton.ts';

const folder = mkdtempSync(join(tmpdir(), 'millpond-ton-'));
let on: PaperTon;
let nodes: readonly Pick<PaperTon, 'venue'>[];
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createDatabase();
  drop = database.drop;
  const { url } = database;
  const openStore = () => openPostgresStore({ url, poolSize: 3, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY });
  // Both nodes send the same message, and the devnet refuses the second.
  on = await paperTon(folder, { openStore, onTrouble: () => {} });
  nodes = [on, await on.another()];
});

afterAll(async () => {
  await on.stop();
  await drop();
  rmSync(folder, { recursive: true });
});

const pairOf = (a: string, b: string) => ({ tokenA: on.token(a), tokenB: on.token(b) });
const swap = (account: Account, from: string, to: string, units: bigint) =>
  ({ kind: 'swap', account, ...pairOf(from, to), amountA: amount(units) }) as const;
/** The answers to commands given to several nodes at once. */
const atOnce = (account: Account, commands: readonly Command[]) =>
  Promise.all(
    commands.map((command, at) =>
      (nodes[at % nodes.length] as (typeof nodes)[number]).venue
        .execute(account, command)
        .catch((error: Error) => error),
    ),
  );
const ended = async (account: Account) => {
  const { items } = await on.venue.swaps(account, { limit: 100 });
  return items.map(({ status }) => status);
};

test('if swaps together exceed the balance, as many are accepted as it covers, and none of those fails on the chain', async () => {
  const eve = 'eve' as Account;
  await on.fund(eve, { TON: '100', USDT: '100' });
  const answers = await atOnce(
    eve,
    Array.from({ length: 6 }, () => swap(eve, 'USDT', 'STON', 30_000_000n)),
  );
  const refusals = answers.filter((answer) => answer instanceof RefusedError).map(({ refusal }) => refusal.code);
  expect(refusals).toEqual(['insufficient_funds', 'insufficient_funds', 'insufficient_funds']);
  expect(await ended(eve)).toEqual(['completed', 'completed', 'completed']);
  expect((await on.venue.balancesNamed(eve, [on.token('USDT')]))[0]?.balance).toBe(10_000_000n);
});

test('the TON that pending swaps attach is reserved: swaps that the rest does not cover are refused', async () => {
  const pat = 'pat' as Account;
  // A swap needs 0.282 TON in the wallet and attaches 0.232 of it, so that 0.6 TON is enough for two.
  await on.fund(pat, { TON: '0.6', USDT: '100' });
  const router = on.server.published.router;
  await on.server.devnet.hold(router);
  let refusals = 0;
  const swaps = Array.from({ length: 4 }, async (_, at) => {
    const { venue } = nodes[at % 2] as (typeof nodes)[number];
    const answer = await venue.execute(pat, swap(pat, 'USDT', 'STON', 1_000_000n)).catch((error: Error) => error);
    if (answer instanceof TonFundsTooLow) refusals += 1;
    return answer;
  });
  await expect.poll(() => refusals).toBe(2);
  await on.server.devnet.release(router);
  await Promise.all(swaps);
  expect(await ended(pat)).toEqual(['completed', 'completed']);
});

test('tokens that have left the wallet are not reserved again while their request is pending', async () => {
  const kim = 'kim' as Account;
  await on.fund(kim, { TON: '100', USDT: '100' });
  const router = on.server.published.router;
  await on.server.devnet.hold(router);
  const first = on.venue.execute(kim, swap(kim, 'USDT', 'STON', 60_000_000n));
  const held = async () => (await on.venue.balancesNamed(kim, [on.token('USDT')]))[0]?.balance;
  await expect.poll(held).toBe(40_000_000n);
  await expect(on.venue.execute(kim, swap(kim, 'USDT', 'STON', 40_000_001n))).rejects.toMatchObject({
    refusal: { code: 'insufficient_funds' },
  });
  const second = on.venue.execute(kim, swap(kim, 'USDT', 'STON', 40_000_000n), 'rest');
  await expect.poll(async () => (await on.venue.swaps(kim, { limit: 9 })).items.length).toBe(2);
  // A repeat returns its request, rather than a refusal for missing funds.
  const again = nodes[1]?.venue.execute(kim, swap(kim, 'USDT', 'STON', 40_000_000n), 'rest');
  await on.server.devnet.release(router);
  expect(await first).toMatchObject({ status: 'completed' });
  expect(await again).toEqual(await second);
  expect(await held()).toBe(0n);
});

test('an account has at most one pending provision in a pool, over all nodes; another pool is not affected', async () => {
  const lea = 'lea' as Account;
  await on.fund(lea, { TON: '100', USDT: '1000', STON: '1000' });
  const provide = (other: string, units: bigint) =>
    ({
      kind: 'provide',
      account: lea,
      ...pairOf(other, 'USDT'),
      amountA: amount(units),
      amountB: amount(10_000_000n),
    }) as const;
  const router = on.server.published.router;
  await on.server.devnet.hold(router);
  const answers = atOnce(lea, [
    ...Array.from({ length: 4 }, () => provide('STON', 16_000_000_000n)),
    provide('TON', 4_000_000_000n),
  ]);
  await expect.poll(async () => (await on.store.chainRequests.pending(lea, 9)).requests.length).toBe(2);
  await on.server.devnet.release(router);
  const told = (await answers).map((answer) =>
    answer instanceof Overloaded ? 'later' : (answer as { status: string }).status,
  );
  expect(told.slice(0, 4).toSorted()).toEqual(['completed', 'later', 'later', 'later']);
  expect(told[4]).toBe('completed');
  const { tokenA, tokenB } = pairOf('STON', 'USDT');
  const { amountB } = await on.venue.position(lea, tokenA, tokenB);
  expect([9_999_998n, 9_999_999n, 10_000_000n]).toContain(amountB);
});
