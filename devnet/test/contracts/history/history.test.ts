// Requests of several people and forged ones, hop by hop in any order: the books balance, and a share of a pool never loses value.

import { toNano } from '@ton/core';
import { expect, test } from 'vitest';
import { Random } from '../../../../test/simulation/random.ts';
import { setFeesBody } from '../../../src/contracts/messages.ts';
import { stranded } from '../accounts.ts';
import { Exchange, HELD } from '../exchange.ts';
import { dataOf, loadPool, type PoolState } from '../states.ts';
import { History } from './any-order.ts';
import { RandomRequests } from './requests.ts';

const seed = Number(process.env.CONTRACT_SEED ?? Math.floor(Math.random() * 2 ** 32));
const requests = Number(process.env.CONTRACT_HISTORY ?? 48);
/** Requests under way at once. */
const AT_ONCE = 6;

test(`the books balance (CONTRACT_SEED=${seed} CONTRACT_HISTORY=${requests})`, { timeout: 0 }, async () => {
  const random = new Random(seed);
  const exchange = await Exchange.open();
  const people = await Promise.all(['alice', 'bob', 'carol'].map((name) => exchange.person(name)));
  const forger = await exchange.person('forger');
  const addresses = people.map(({ address }) => address);
  const { tokenA, tokenB, pton, router, admin } = exchange;
  const pairs = [[tokenA, tokenB] as const, [tokenB, pton] as const];
  await exchange.provide(people[0] as (typeof people)[0], 10n ** 12n, 3n * 10n ** 12n);
  await exchange.provideTon(people[1] as (typeof people)[0], 10n ** 11n, 10n ** 12n);
  const fees = { lpFee: 30, protocolFee: 20, refFee: 40, feeAddress: addresses[2] as (typeof addresses)[0] };
  for (const [one, other] of pairs) {
    const pair = { walletA: exchange.walletOf(router, one), walletB: exchange.walletOf(router, other) };
    await exchange.send(admin, router, toNano('0.1'), setFeesBody(fees, pair));
  }
  const everyone = [...addresses, forger.address];
  const history = new History(exchange, random, [...everyone, admin.address]);
  const drawn = new RandomRequests(exchange, random, addresses, forger.address);
  const owed = () => stranded(exchange, pairs, everyone);
  let shares: readonly PoolState[] = await sharesOf();

  for (let sent = 0; sent < requests; ) {
    for (let batch = 0; batch < AT_ONCE; batch++, sent++) history.push(drawn.next());
    for (let hop = 1; !history.isQuiet; hop++) {
      await history.step();
      // Amounts in undelivered messages are on no account, but the router never owes more than it holds.
      if (hop % 20 === 0) expect((await owed()).every((amount) => amount >= 0n)).toBe(true);
    }
    expect(await owed(), 'the router holds what it owes').toEqual((await owed()).map(() => 0n));
    shares = grown(shares, await sharesOf());
    for (const token of [tokenA, tokenB]) expect(await heldOf(token), 'tokens neither come nor go').toBe(4n * HELD);
    expect(await exchange.balance(forger.address, tokenA), 'the forger gains nothing').toBe(HELD);
    const wallet = await exchange.chain.getContract(exchange.walletOf(router, pton));
    expect(wallet.balance, 'TON backs what counts as it').toBeGreaterThanOrEqual(await exchange.balance(router, pton));
  }

  async function heldOf(token: typeof tokenA): Promise<bigint> {
    const balances = await Promise.all([...everyone, router].map((owner) => exchange.balance(owner, token)));
    return balances.reduce((sum, balance) => sum + balance, 0n);
  }

  async function sharesOf() {
    return Promise.all(
      pairs.map(async (pair) => {
        const data = await dataOf(exchange.chain, exchange.poolOf(...pair));
        const pool = data && loadPool(data);
        if (!pool) throw new Error('there is liquidity from the start');
        return pool;
      }),
    );
  }
});

type Share = { readonly reserve0: bigint; readonly reserve1: bigint; readonly supply: bigint };

/** Checks that the value of a share of each pool, r0·r1/S², has not fallen. */
function grown<S extends Share>(before: readonly S[], after: readonly S[]): readonly S[] {
  for (const [at, now] of after.entries()) {
    const then = before[at] as S;
    const [worthNow, worthThen] = [
      now.reserve0 * now.reserve1 * then.supply ** 2n,
      then.reserve0 * then.reserve1 * now.supply ** 2n,
    ];
    expect(worthNow >= worthThen, 'a share loses no worth').toBe(true);
  }
  return after;
}
