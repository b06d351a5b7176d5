// On TON, the amount a wallet can offer leaves enough to pay the network fees.
import { expect, test } from 'vitest';
import { spendable } from './chain.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';

test.each([
  ['10', TON, 'swap', true, '9.6'],
  ['10', TON, 'provide', true, '9.3'],
  ['0.4', TON, 'swap', true, '0'],
  ['0.399999999', TON, 'swap', true, '0'],
  ['0.700000001', TON, 'provide', true, '0.000000001'],
  ['10', 'another', 'swap', true, '10'],
  ['10', TON, 'swap', false, '10'],
] as const)('of %s of token %s, a %s (on a chain: %s) can spend %s', (balance, address, by, onChain, expected) => {
  expect(spendable(balance, address, by, onChain)).toBe(expected);
});
