// Addresses of the exchange's own: all that there are, and those that could be as long as they are few.
import { expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE, BREAD, CORN, MAKER, token } from '../../test/paper-exchange.ts';
import { registerToken, setPoolStatus } from '../../test/paper-orders.ts';
import { MARKET, post } from '../../test/store-contract/site.ts';
import { Addresses } from './address.ts';

const on = useExchange(MARKET);
const [apple, bread, corn] = [APPLE.address, BREAD.address, CORN.address];

const asked = (addresses: readonly string[]) => Promise.all(addresses.map((address) => on.exchange.makes(address)));

test('they are told from others, of however many tokens', async () => {
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
