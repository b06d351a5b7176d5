// Commits: the commands of a batch are decided in order, numbered without gaps, and stored exactly.
import { describe, expect, test } from 'vitest';
import { feeAccount, ISSUER, LOCK, lpToken, reserveAccount } from '../../src/core/accounts.ts';
import { MAX_AMOUNT } from '../../src/core/amount.ts';
import type { Pool } from '../../src/core/pool.ts';
import type { Traded } from '../../src/ports/store.ts';
import { APPLE, BREAD, CORN, MAKER, TREASURY, token } from '../paper-exchange.ts';
import {
  ann,
  bob,
  collectFees,
  deposit,
  pairOf,
  provide,
  refund,
  registerToken,
  swap,
  withdraw,
} from '../paper-orders.ts';
import { balance, give, headOf, order, post, type Site } from './site.ts';

export function commits(site: Site): void {
  describe('a commit', () => {
    test('decides each command of the batch on the state that earlier ones leave', async () => {
      const store = await site.openMarket();
      // 10,000·0.998 of 1,000,000 apples takes 39,525 of 4,000,000 bread, 40 of it as protocol fee.
      const posted = await post(store, swap(10_000n), collectFees(), refund());
      expect(posted.map(({ receipt }) => receipt)).toMatchObject([
        { kind: 'swap', amountA: 10_000n, amountB: 39_485n, fees: { lp: 20n, protocol: 40n, ref: 0n } },
        { kind: 'collectFees', amountA: 0n, amountB: 40n, to: TREASURY },
        { kind: 'refund', lpTokens: 1_999_000n, amountA: 1_009_495n, amountB: 3_958_494n },
      ]);
    });

    test('reports its swaps and volumes to onTraded, without refused or repeated ones', async () => {
      const before = await site.openMarket();
      const keyed = order(swap(10_000n), ann, { key: 'once', fingerprint: 'swap' });
      const said: Traded[] = [];
      before.onTraded((traded) => said.push(traded));
      await before.commit([keyed, order(swap(10_000n)), keyed, order(swap(0n)), order(collectFees())]);
      await before.commit([keyed]);
      const store = await site.reopen(before);
      store.onTraded((traded) => said.push(traded));
      await store.commit([keyed, order(deposit(ann, APPLE, 1n))]);
      expect(said).toEqual([
        {
          swaps: 2,
          volumes: new Map([
            ['apple', { paid: 20_000, received: 0 }],
            ['bread', { paid: 0, received: 39_485 + 38_712 }],
          ]),
        },
      ]);
    });

    test('is stored: after reopening, every balance and the transaction are as answered', async () => {
      const before = await site.openMarket();
      const posted = await post(before, swap(10_000n));
      const store = await site.reopen(before);
      const { address: pool } = (await store.pool(APPLE.address, BREAD.address)) as Pool;
      const held: Readonly<Record<string, readonly bigint[]>> = {
        [ann]: [90_000n, 39_485n, 0n],
        [MAKER]: [0n, 0n, 1_999_000n],
        [LOCK]: [0n, 0n, 1000n],
        [reserveAccount(pool)]: [1_010_000n, 3_960_475n, 0n],
        [feeAccount(pool)]: [0n, 40n, 0n],
        [ISSUER]: [-1_100_000n, -4_000_000n, -2_000_000n],
      };
      const { balances, sequence } = await store.read(
        Object.keys(held).flatMap((account) =>
          ['apple', 'bread', lpToken(pool)].map((name) => ({ account, token: name }) as never),
        ),
      );
      expect(sequence).toBe(8);
      expect(balances).toEqual(Object.values(held).flat());
      expect(await store.posted(8)).toEqual(posted[0]);
    });

    test('stores amounts of every size exactly', async () => {
      const amounts = [1n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n + 1n, MAX_AMOUNT - 1n, MAX_AMOUNT];
      const tokens = amounts.map((units) => token(`token${units}`, 18));
      const moves = (move: typeof deposit | typeof withdraw) =>
        amounts.map((units, index) => move(ann, tokens[index] as typeof APPLE, units));
      const store = await site.open();
      const deposits = moves(deposit);
      await post(store, ...tokens.map(registerToken), ...deposits);
      const again = await site.reopen(store);
      for (const [index, units] of amounts.entries()) {
        const each = tokens[index] as typeof APPLE;
        expect(await balance(again, ann, each)).toBe(units);
        expect(await balance(again, ISSUER, each)).toBe(-units);
        expect((await again.posted(tokens.length + index + 1))?.receipt).toEqual(deposits[index]);
      }
      await post(again, ...moves(withdraw));
      for (const each of tokens) expect(await balance(again, ann, each)).toBe(0n);
      for (const each of tokens) expect(await balance(again, ISSUER, each)).toBe(0n);
    });

    test('refuses a deposit that would bring a token’s total one unit above the maximum', async () => {
      const store = await site.open();
      await post(store, registerToken(CORN), deposit(ann, CORN, MAX_AMOUNT));
      expect(await give(store, order(deposit(bob, CORN, 1n)))).toMatchObject({
        refusal: { code: 'amount_too_large' },
      });
      expect(await balance(store, bob, CORN)).toBe(0n);
    });

    test('numbers accepted commands without a gap; refused ones take no number', async () => {
      const store = await site.openMarket();
      const refused = order(withdraw(bob, APPLE, 1n));
      const accepted = order(swap(10n));
      const first = await store.commit([refused, accepted, refused, accepted]);
      const second = await store.commit([refused]);
      const third = await store.commit([accepted, refused]);
      const numbers = [...first, ...second, ...third].map((outcome) =>
        'posted' in outcome ? outcome.posted.sequence : outcome.refusal.code,
      );
      const no = 'insufficient_funds';
      expect(numbers).toEqual([no, 8, no, 9, no, 10, no]);
      expect(await headOf(store)).toBe(10);
      expect(await store.posted(11)).toBeUndefined();
    });

    test('of an empty batch returns no outcomes and changes nothing', async () => {
      const store = await site.openMarket();
      expect(await store.commit([])).toEqual([]);
      expect(await headOf(store)).toBe(7);
    });

    test('creates a pool, trades in it and collects its fees in one batch', async () => {
      const store = await site.openMarket();
      const pair = pairOf(APPLE, CORN);
      await post(store, deposit(MAKER, APPLE, 10_000n), deposit(MAKER, CORN, 10_000n));
      const posted = await post(
        store,
        provide(10_000n, 10_000n, { ...pair, account: MAKER }),
        swap(1000n, pair),
        collectFees(pair),
      );
      expect(posted[2]?.receipt).toMatchObject({ kind: 'collectFees', amountA: 0n, amountB: 1n, to: TREASURY });
      expect(await balance(store, TREASURY, CORN)).toBe(1n);
    });
  });
}
