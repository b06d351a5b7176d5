// Transfers become balance changes that net to zero; only the issuer's balance may be negative.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount } from '../../../test/arbitraries.ts';
import { ISSUER } from '../accounts.ts';
import { type Account, amount, MAX_AMOUNT, type TokenAddress } from '../amount.ts';
import { AssertionFailure } from '../assert.ts';
import { balanceIsSound, balanceKey, deltasOf, type Transfer } from './transfer.ts';

const [ann, bob] = ['ann' as Account, 'bob' as Account];
const [apple, bread] = ['apple' as TokenAddress, 'bread' as TokenAddress];
const move = (from: Account, to: Account, token: TokenAddress, units: bigint): Transfer => ({
  from,
  to,
  token,
  amount: amount(units),
});

describe('deltasOf', () => {
  test.each<{ what: string; transfers: Transfer[]; deltas: [Account, TokenAddress, bigint][] }>([
    { what: 'no transfers is empty', transfers: [], deltas: [] },
    {
      what: 'one transfer is a change of either account',
      transfers: [move(ann, bob, apple, 5n)],
      deltas: [
        [ann, apple, -5n],
        [bob, apple, 5n],
      ],
    },
    {
      what: 'several transfers of a token is their sum for each account',
      transfers: [move(ann, bob, apple, 5n), move(bob, ann, apple, 2n), move(ann, bob, apple, 1n)],
      deltas: [
        [ann, apple, -4n],
        [bob, apple, 4n],
      ],
    },
    {
      what: 'transfers of two tokens is separate for each token',
      transfers: [move(ann, bob, apple, 5n), move(bob, ann, bread, 7n)],
      deltas: [
        [ann, apple, -5n],
        [bob, apple, 5n],
        [bob, bread, -7n],
        [ann, bread, 7n],
      ],
    },
    { what: 'a self-transfer is zero', transfers: [move(ann, ann, apple, 5n)], deltas: [[ann, apple, 0n]] },
  ])('of $what', ({ transfers, deltas }) => {
    expect(deltasOf(transfers)).toEqual(deltas.map(([account, token, delta]) => ({ account, token, delta })));
  });

  test('nets to zero for every token', () => {
    const name = fc.constantFrom(ann, bob, ISSUER);
    const transfer = fc.record({
      from: name,
      to: name,
      token: fc.constantFrom(apple, bread),
      amount: anyAmount({ min: 1n }),
    });
    const property = fc.property(fc.array(transfer), (transfers) => {
      for (const token of [apple, bread]) {
        const deltas = deltasOf(transfers).filter((entry) => entry.token === token);
        expect(deltas.reduce((sum, { delta }) => sum + delta, 0n)).toBe(0n);
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  test('accepts a transfer of one unit and throws on a transfer of zero units', () => {
    expect(deltasOf([move(ann, bob, apple, 1n)])).toHaveLength(2);
    expect(() => deltasOf([move(ann, bob, apple, 0n)])).toThrow(AssertionFailure);
  });
});

test.each([
  [ann, 0n, true],
  [ann, -1n, false],
  [ann, MAX_AMOUNT, true],
  [ann, MAX_AMOUNT + 1n, false],
  [ISSUER, 0n, true],
  [ISSUER, 1n, false],
  [ISSUER, -MAX_AMOUNT, true],
  [ISSUER, -MAX_AMOUNT - 1n, false],
])('for the account %s a balance of %i is sound: %s', (account, balance, sound) => {
  expect(balanceIsSound(account, balance)).toBe(sound);
});

test('balances of different accounts or tokens have different keys', () => {
  const keys = [balanceKey(ann, apple), balanceKey(ann, bread), balanceKey(bob, apple), balanceKey(ISSUER, apple)];
  expect(new Set(keys).size).toBe(keys.length);
});
