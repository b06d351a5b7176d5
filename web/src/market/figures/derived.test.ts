// The page computes pool addresses itself, so that readers can verify those of the server.
import { expect, test } from 'vitest';
import { Addresses } from '../../../../src/address.ts';
import { derivedAddress, poolParts } from './derived.ts';

test('the page derives the same pool address as the exchange, in either token order', async () => {
  const addresses = new Addresses('5f'.repeat(32));
  const made = addresses.pool('Bread' as never, 'apple' as never);
  expect(await derivedAddress(poolParts(addresses.factory, 'apple', 'Bread'))).toBe(made);
  expect(await derivedAddress(poolParts(addresses.factory, 'Bread', 'apple'))).toBe(made);
});
