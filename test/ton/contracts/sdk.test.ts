// The unmodified SDK of STON.fi, version 1, on our contracts.
import { beforeAll, expect, test } from 'vitest';
import { Exchange, type Person } from './exchange.ts';

let exchange: Exchange;
let alice: Person;

beforeAll(async () => {
  exchange = await Exchange.open();
  alice = await exchange.person('alice');
  await exchange.provide(alice, 10n ** 12n, 4n * 10n ** 12n);
});

test('liquidity: both halves mint LP tokens, the first 1000 of them locked', async () => {
  expect(await exchange.balance(alice.address, exchange.poolOf())).toBe(2n * 10n ** 12n - 1000n);
});
