// Which addresses belong to the exchange: its own, those of all existing pools and, while tokens are few, those of possible pools.
import { expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE, BREAD, CORN, MAKER, token } from '../../test/paper-exchange.ts';
import { registerToken, setPoolStatus } from '../../test/paper-orders.ts';
import { MARKET, post } from '../../test/store-contract/site.ts';
import { Addresses } from '../address.ts';
import type { TokenAddress } from '../core/amount.ts';
import { isReserved } from './reserved-addresses.ts';

const on = useExchange(MARKET);

const [apple, bread, corn] = [APPLE.address, BREAD.address, CORN.address];

const asked = (addresses: readonly string[]) => Promise.all(addresses.map((address) => on.exchange.makes(address)));

test('addresses of the exchange and of its pools are recognised with few and with many tokens, and others are not', async () => {
  const own = new Addresses(on.store.factory);
  const pool = own.pool(apple, bread);
  const existing = [own.router, own.factory, pool, own.wallet(pool, apple), own.wallet(pool, bread)];
  const yetToBe = [own.pool(apple, corn), own.wallet(own.pool(bread, corn), corn)];
  expect(await asked([...existing, ...yetToBe])).toEqual(Array(7).fill(true));
  await post(on.store, setPoolStatus('hidden'));
  await post(on.store, ...Array.from({ length: 98 }, (_, index) => registerToken(token(`token-${index}`, 0))));
  expect(await asked(existing)).toEqual(Array(5).fill(true));
  expect(await asked([own.lpAccount(pool, MAKER), 'EQ-gold'])).toEqual([false, false]);
});

/** A store with this many tokens, and pools of the first with some of the others, by status and in pages. */
function storeOf(tokens: number, pools: Readonly<Record<string, number>>) {
  const all = Array.from({ length: tokens }, (_, at) => token(`token-${String(at).padStart(4, '0')}`, 0));
  const [first] = all as [(typeof all)[0]];
  let [number, looks] = [0, 0];
  const listed = Object.entries(pools).flatMap(([status, count]) =>
    Array.from({ length: count }, () => {
      number += 1;
      return { status, number, token0: first.address, token1: all[number]?.address };
    }),
  );
  return {
    tokens: async () => all,
    async pools({ after, limit, status }: { after: number; limit: number; status: string }) {
      looks += 1;
      return listed.filter((pool) => pool.status === status && pool.number > after).slice(0, limit);
    },
    looks: () => looks,
    pair: (at: number) => [first.address, all[at]?.address] as [TokenAddress, TokenAddress],
  };
}

test('with over 100 tokens, the addresses of existing pools of any status are reserved, on every page of pools, and those of possible pools are not', async () => {
  const own = new Addresses(on.store.factory);
  const store = storeOf(1400, { listed: 1150, hidden: 60, paused: 40 });
  const makes = (at: number) => isReserved(own.pool(...store.pair(at)), own, store as never);
  expect(await Promise.all([1, 1000, 1001, 1150, 1151, 1210, 1211, 1250].map(makes))).toEqual(Array(8).fill(true));
  // Possible pools count up to 100 tokens.
  expect(await Promise.all([1251, 1399].map(makes))).toEqual([false, false]);
  expect(await isReserved(own.pool(...storeOf(100, {}).pair(99)), own, storeOf(100, {}) as never)).toBe(true);
  expect(await isReserved(own.pool(...storeOf(101, {}).pair(99)), own, storeOf(101, {}) as never)).toBe(false);
});

test('for text that is not an address in the exchange’s format no pools are read', async () => {
  const store = storeOf(1400, { listed: 1 });
  const own = new Addresses(on.store.factory);
  for (const address of ['gold', 'EQ-gold', own.router.slice(1), `${own.router}A`])
    expect(await isReserved(address, own, store as never)).toBe(false);
  expect(store.looks()).toBe(0);
});
