// Liquidity provided and refunded in one token only: the same receipts and balances in one batch and over restarts.
import { describe, expect, test } from 'vitest';
import { Addresses } from '../../src/address.ts';
import { audit } from '../../src/audit/audit.ts';
import { feeAccount, ISSUER, lpToken, reserveAccount } from '../../src/core/accounts.ts';
import { type Account, amount, type PoolAddress, ppm, type TokenAddress } from '../../src/core/amount.ts';
import type { Store } from '../../src/ports/store.ts';
import { APPLE, BREAD } from '../paper-exchange.ts';
import { ann, pairOf, provide, refund } from '../paper-orders.ts';
import { give, headOf, order, post, type Site } from './site.ts';

const PAIR = pairOf(APPLE, BREAD);
const poolOf = ({ factory }: Store) => new Addresses(factory).pool(APPLE.address, BREAD.address);

const PROVIDE = provide(5000n, 0n);
const REFUND = refund({ account: ann, portionPpm: ppm(500_000n), only: 'A' });

/**
 * 2501 apples buy ⌊2495.998·4,000,000/1,002,495.998⌋ = 9959 bread, 10 of which are the protocol fee; 2499 of 1,002,501 and 9949 of
 * 3,990,041 mint 4985 of 2,000,000. Half of that returns 1249 apples and 4971 bread, which buy 1244 apples, less a fee of 2.
 */
const receiptsOf = (pool: PoolAddress) => [
  {
    ...{ kind: 'provide', account: ann, ...PAIR, pool, locked: 0n },
    ...{ amountA: 2499n, amountB: 9946n, lpTokens: 4985n },
    swapped: { sold: 'A', amountIn: 2501n, amountOut: 9949n, fees: { lp: 6n, protocol: 10n, ref: 0n } },
  },
  {
    ...{ kind: 'refund', account: ann, ...PAIR, pool },
    ...{ amountA: 1249n, amountB: 4971n, lpTokens: 2492n },
    swapped: { sold: 'B', amountIn: 4971n, amountOut: 1242n, fees: { lp: 10n, protocol: 2n, ref: 0n } },
  },
];

/** Apples, bread and LP tokens of the provider, of the pool and of its fees. */
async function balances(store: Store): Promise<readonly (readonly bigint[])[]> {
  const pool = poolOf(store);
  const of = async (account: Account, ...tokens: TokenAddress[]) =>
    (await store.read(tokens.map((token) => ({ account, token })))).balances;
  return Promise.all([
    of(ann, APPLE.address, BREAD.address, lpToken(pool)),
    of(reserveAccount(pool), APPLE.address, BREAD.address),
    of(feeAccount(pool), APPLE.address, BREAD.address),
    of(ISSUER, lpToken(pool)),
  ]);
}

const HELD = [
  [100_000n - 2501n - 2499n + 1249n + 1242n, 9949n - 9946n, 4985n - 2492n],
  [1_000_000n + 2501n + 2499n - 1249n - 1244n, 4_000_000n - 9959n + 9946n - 4971n + 4971n],
  [2n, 10n],
  [-(2_000_000n + 4985n - 2492n)],
];

export function oneToken(site: Site): void {
  describe('liquidity in one token', () => {
    test('is provided and refunded in one batch, with the receipts and balances computed by hand', async () => {
      const store = await site.openMarket();
      const posted = await post(store, PROVIDE, REFUND);
      expect(posted.map(({ receipt }) => receipt)).toEqual(receiptsOf(poolOf(store)));
      expect(await balances(store)).toEqual(HELD);
      expect(await audit(store, () => {})).toMatchObject({ transactions: 9 });
    });

    test('has the same receipts and balances if the store is reopened after each command', async () => {
      let store = await site.openMarket();
      for (const command of [PROVIDE, REFUND]) {
        await post(store, command);
        store = await site.reopen(store);
      }
      const read = await Promise.all([8, 9].map((sequence) => store.posted(sequence)));
      expect(read.map((posted) => posted?.receipt)).toEqual(receiptsOf(poolOf(store)));
      expect(await balances(store)).toEqual(HELD);
      expect(await audit(store, () => {})).toMatchObject({ transactions: 9 });
    });

    test('is refused if it would pay one unit less than the minimum, and nothing is changed', async () => {
      const store = await site.openMarket();
      await post(store, PROVIDE);
      const before = await balances(store);
      const [lpTokens, all] = [4985n, 1249n + 1242n];
      for (const command of [
        provide(5000n, 0n, { minLpTokens: amount(lpTokens + 1n) }),
        { ...REFUND, minA: amount(all + 1n) },
      ]) {
        expect(await give(store, order(command))).toMatchObject({ refusal: { code: 'below_minimum' } });
      }
      expect(await balances(store)).toEqual(before);
      expect(await headOf(store)).toBe(8);
    });
  });
}
