// Queries: unknown tokens, pools, swaps and cursors are refused with a reason, and lists continue from their cursor.
import { describe, expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE, BREAD, CORN, MAKER, token } from '../../test/paper-exchange.ts';
import { ann, pairOf, refund, registerToken, swap, withdraw } from '../../test/paper-orders.ts';
import { MARKET } from '../../test/store-contract/site.ts';
import { Addresses } from '../address.ts';
import { amount } from '../core/amount.ts';
import { RefusedError } from '../ports/venue.ts';

const on = useExchange(MARKET);
const [apple, bread, corn] = [APPLE.address, BREAD.address, CORN.address];
const refusal = (refusal: RefusedError['refusal']) => new RefusedError(refusal);

describe('a query', () => {
  const unknown = refusal({ code: 'unknown_token', token: 'dates' });
  const { address: dates } = token('dates', 0);

  test('is refused for an unknown token', async () => {
    const exact = { in: amount(1n) };
    await expect(on.exchange.token(dates)).rejects.toEqual(unknown);
    await expect(on.exchange.pool(apple, dates)).rejects.toEqual(unknown);
    await expect(on.exchange.pool(dates, apple)).rejects.toEqual(unknown);
    await expect(on.exchange.position(ann, dates, apple)).rejects.toEqual(unknown);
    await expect(on.exchange.quote({ tokenA: apple, tokenB: dates, referred: false, exact })).rejects.toEqual(unknown);
  });

  test('is refused for a pair of the same token, and for a pair without a pool', async () => {
    await expect(on.exchange.pool(apple, apple)).rejects.toEqual(refusal({ code: 'same_token', token: 'APPLE' }));
    const noPool = refusal({ code: 'unknown_pool', tokenA: 'CORN', tokenB: 'APPLE' });
    await expect(on.exchange.pool(corn, apple)).rejects.toEqual(noPool);
    await expect(on.exchange.position(ann, corn, apple)).rejects.toEqual(noPool);
  });

  test('for a token is answered as soon as the token is registered', async () => {
    await on.exchange.execute(MAKER, registerToken(token('dates', 3)));
    expect(await on.exchange.token(dates)).toEqual(token('dates', 3));
  });

  test('for a swap is refused unless the id is exactly that of a swap', async () => {
    const { transactionId: id } = await on.exchange.execute(ann, swap(10n));
    const { transactionId: otherKind } = await on.exchange.execute(ann, withdraw(ann, APPLE, 1n));
    expect(await on.exchange.swap(id)).toMatchObject({
      transactionId: id,
      actor: ann,
      sequence: 8,
      receipt: { kind: 'swap' },
    });
    const sameSequence = id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');
    for (const text of [otherKind, sameSequence, id.toUpperCase(), '', 'x', '00000000-0000-7000-8000-000000000000']) {
      await expect(on.exchange.swap(text)).rejects.toEqual(refusal({ code: 'not_found', what: 'swap', id: text }));
    }
  });

  test.each(['', '-1', '1.5', '1e3', ' 1', '1234567890123456', 'next'])(
    'is refused for the cursor %j',
    async (cursor) => {
      await expect(on.exchange.pools({ cursor, limit: 5 })).rejects.toEqual(refusal({ code: 'bad_cursor' }));
      await expect(on.exchange.swaps(ann, { cursor, limit: 5 })).rejects.toEqual(refusal({ code: 'bad_cursor' }));
    },
  );
});

describe('a list', () => {
  test('of pools continues from its cursor; the last page has none', async () => {
    for (const pair of [pairOf(APPLE, CORN), pairOf(BREAD, CORN)]) {
      await on.exchange.execute(MAKER, { kind: 'createPool', ...pair, force: true });
    }
    const first = await on.exchange.pools({ limit: 2 });
    expect(first.items.map(({ token0, token1 }) => [token0, token1])).toEqual([
      [APPLE, BREAD],
      [APPLE, CORN],
    ]);
    expect(first.nextCursor).toBe('8');
    const second = await on.exchange.pools({ limit: 2, cursor: '8' });
    expect(second.items.map(({ token0, token1 }) => [token0, token1])).toEqual([[BREAD, CORN]]);
    expect(second.nextCursor).toBeNull();
  });

  test('of balances gives an LP token the address of its pool and the symbol LP', async () => {
    const { items } = await on.exchange.balances(MAKER, { limit: 10 });
    expect(items).toEqual([
      {
        token: { address: new Addresses(on.store.factory).pool(apple, bread), symbol: 'LP', decimals: 9 },
        balance: 1_999_000n,
      },
    ]);
  });
});

test('the amounts of a position are what its refund pays, and an account without one has zero LP tokens', async () => {
  expect(await on.exchange.position(ann, bread, apple)).toMatchObject({ lpTokens: 0n });
  const { lpAddress, ...position } = await on.exchange.position(MAKER, bread, apple);
  const { lpTokens } = position;
  expect(lpAddress).toMatch(/^EQ/);
  expect(position).toEqual({ amountA: 3_998_000n, amountB: 999_500n, lpTokens: 1_999_000n, lpSupply: 2_000_000n });
  const { receipt } = await on.exchange.execute(MAKER, refund());
  expect(receipt).toMatchObject({ amountA: 999_500n, amountB: 3_998_000n, lpTokens });
});
