// The entries that a form previews equal those that the ledger's rules post.
import { describe, expect, test } from 'vitest';
import type { Account, Amount, PoolAddress, TokenAddress } from '../../../../../src/core/amount.ts';
import { type Receipt, transfersOf } from '../../../../../src/core/commands/command.ts';
import { printDecimal } from '../../../../../src/core/maths/decimal.ts';
import { deltasOf } from '../../../../../src/core/settle/transfer.ts';
import { collectEntries, depositEntries, withdrawEntries } from './entries.ts';

const [account, token, pool] = ['alice' as Account, 'USDT' as TokenAddress, 'EQpool' as PoolAddress];
const AMOUNT = 12_345_678n as Amount;

const posted = (receipt: Receipt) =>
  deltasOf(transfersOf(receipt)).map(({ delta, ...key }) => ({ ...key, change: printDecimal(delta, 6) }));

describe('previewed entries are those posted', () => {
  const movement = { account, token, amount: '12.345678' };

  test('by a deposit', () => {
    const receipt = { kind: 'deposit', account, token, amount: AMOUNT, reference: 'r' } as const;
    expect(depositEntries(movement)).toEqual(posted(receipt));
  });

  test('by a withdrawal', () => {
    const receipt = { kind: 'withdraw', account, token, amount: AMOUNT, reference: 'r' } as const;
    expect(withdrawEntries(movement)).toEqual(posted(receipt));
  });

  test.each([
    [1_500_000n, 2_000_000n],
    [0n, 2_000_000n],
    [1_500_000n, 0n],
  ])('by the collection of %i and %i in protocol fees', (a, b) => {
    const [tokenA, tokenB] = [token, 'TON' as TokenAddress];
    const [amountA, amountB] = [a as Amount, b as Amount];
    const receipt = { kind: 'collectFees', tokenA, tokenB, pool, amountA, amountB, to: account } as const;
    const fees = [
      { token: tokenA, amount: printDecimal(a, 6) },
      { token: tokenB, amount: printDecimal(b, 6) },
    ];
    expect(collectEntries({ poolAddress: pool, to: account, fees })).toEqual(posted(receipt));
  });
});
