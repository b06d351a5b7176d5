// The contract that the API relies on in any venue, tested through its interface only.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Account, amount, ppm } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import { hopReceipt, hopsOf } from '../../src/core/commands/swap-receipt.ts';
import type { ListedToken, Token } from '../../src/core/pool.ts';
import type { Page, PageRequest } from '../../src/ports/page.ts';
import type { HistoryEntry, Swap } from '../../src/ports/venue/accounts.ts';
import type { Completed } from '../../src/ports/venue/trading.ts';
import { RefusedError, type Venue } from '../../src/ports/venue.ts';
import { account, token } from '../paper-exchange.ts';
import { ann, bob, deposit, pairOf, registerToken, transfer } from '../paper-orders.ts';

/** An empty venue with the rates 0.2 % for providers, 0.1 % for the protocol and 0.1 % for a referrer. */
export type NewVenue = {
  readonly venue: Venue;
  /** The same market over another instance, which is not notified of changes made by the first. */
  readonly another: Venue;
  /** Gives an account units of a token, in whichever way the venue allows. */
  fund(account: Account, token: Token, units: bigint): Promise<unknown>;
  close(): Promise<void>;
};

/** Properties that differ between venues; everything else holds for each. */
export type VenueKind = {
  /** True if the venue keeps the tokens itself: they are deposited with references, sent between accounts, and holders are listed. */
  readonly isLedger: boolean;
  /** The market's tokens: without decimals, with two and with six. */
  readonly tokens: { readonly APPLE: ListedToken; readonly BREAD: ListedToken; readonly CORN: ListedToken };
};

const maker = account('maker');

export function venueContract(
  name: string,
  { isLedger, tokens: { APPLE, BREAD, CORN } }: VenueKind,
  newVenue: () => Promise<NewVenue>,
): void {
  const [apple, bread, corn] = [APPLE.address, BREAD.address, CORN.address];
  const provide = (who: Account, apples: bigint, breads: bigint, pair = pairOf(APPLE, BREAD)) =>
    ({ kind: 'provide', account: who, ...pair, amountA: amount(apples), amountB: amount(breads) }) as const;
  const swap = (units: bigint, terms: object = {}) =>
    ({ kind: 'swap', account: ann, ...pairOf(APPLE, BREAD), amountA: amount(units), ...terms }) as const;
  /** A test for ledgers only. */
  const onLedger: (title: string, run: () => Promise<void>) => void = isLedger ? test : () => {};

  describe(`the venue ${name}`, () => {
    let on: NewVenue;
    beforeEach(async () => {
      on = await newVenue();
      for (const token of [APPLE, BREAD, CORN]) await done(registerToken(token), maker);
      await on.fund(maker, APPLE, 1_000_000n);
      await on.fund(maker, BREAD, 4_000_000n);
      await on.fund(ann, APPLE, 100_000n);
      await done(provide(maker, 1_000_000n, 4_000_000n), maker);
    });
    afterEach(() => on.close());

    /** Executes a command that must complete at once; a venue that settles later has another suite as well. */
    async function done<C extends Command>(command: C, actor: Account = ann, key?: string): Promise<Completed<C>> {
      const executed = await on.venue.execute(actor, command, key);
      if (executed.status === 'pending') throw new Error('the suite needs an answer at once');
      return executed;
    }
    const refusal = (code: string) => expect.objectContaining({ refusal: expect.objectContaining({ code }) });
    const refuses = async (question: Promise<unknown>, code: string) => {
      const error = await question.then(
        () => 'not refused',
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(RefusedError);
      expect(error).toEqual(refusal(code));
    };

    describe('a quote', () => {
      test.each([
        ['forwards', pairOf(APPLE, BREAD), false],
        ['backwards', pairOf(BREAD, APPLE), false],
        ['with a referrer', pairOf(APPLE, BREAD), true],
      ])('%s equals what the swap then pays, to the unit', async (_, pair, referred) => {
        await on.fund(ann, BREAD, 100_000n);
        for (const units of [9n, 1000n, 34_567n]) {
          const { plan } = await on.venue.quote({ ...pair, referred, exact: { in: amount(units) } });
          const { receipt } = await done(swap(units, { ...pair, ...(referred && { referrer: bob }) }));
          expect(receipt).toMatchObject({ ...pair, amountA: plan.amountIn, amountB: plan.amountOut });
          expect(hopsOf(receipt)).toEqual(plan.hops.map(hopReceipt));
        }
      });

      test('for an exact output is the smallest payment that yields it', async () => {
        const asked = { ...pairOf(APPLE, BREAD), referred: false };
        const { plan } = await on.venue.quote({ ...asked, exact: { out: amount(3999n) } });
        const { plan: less } = await on.venue.quote({ ...asked, exact: { in: amount(plan.amountIn - 1n) } });
        expect(less.amountOut).toBeLessThan(3999n);
        expect((await done(swap(plan.amountIn))).receipt.amountB).toBeGreaterThanOrEqual(3999n);
      });
    });

    describe('an operator’s change', () => {
      const terms = { ...pairOf(APPLE, BREAD), referred: false, exact: { in: amount(1000n) } };

      onLedger('of fees applies to the next quote of another instance, and a swap pays that quote', async () => {
        await on.another.quote(terms);
        await done({ kind: 'setPoolFees', ...pairOf(APPLE, BREAD), lpFeePpm: ppm(500_000n), force: true }, maker);
        const { plan } = await on.another.quote(terms);
        expect(plan.hops[0]?.fill.lpFee).toBe(500n);
        expect((await done(swap(1000n))).receipt).toMatchObject({ amountB: plan.amountOut, fees: { lp: 500n } });
      });

      test('of a pool to paused refuses quotes, swaps and provisions, but no refund', async () => {
        await on.another.quote(terms);
        await done({ kind: 'setPoolStatus', ...pairOf(APPLE, BREAD), status: 'paused' }, maker);
        await refuses(on.another.quote(terms), 'pool_paused');
        await refuses(done(swap(10n)), 'pool_paused');
        await refuses(done(provide(maker, 10n, 40n)), 'pool_paused');
        await done({ kind: 'refund', account: maker, ...pairOf(APPLE, BREAD) }, maker);
      });

      test('of a token to hidden removes it and its pools from lists, but it can still be swapped', async () => {
        await done({ kind: 'updateToken', token: bread, status: 'hidden', name: 'Bread' }, maker);
        expect((await on.another.router()).tokens).toEqual([APPLE, CORN]);
        expect((await on.another.tokens({ limit: 9 })).items.map(({ address }) => address)).toEqual(
          [apple, corn].toSorted(),
        );
        expect((await on.another.tokens({ limit: 9, status: 'hidden' })).items).toMatchObject([{ name: 'Bread' }]);
        expect((await on.another.pools({ limit: 9 })).items).toEqual([]);
        expect((await on.another.pools({ limit: 9, status: 'listed' })).items).toHaveLength(1);
        await done(swap(10n));
      });
    });

    test('a position is worth what its refund returns, in the order of tokens asked for', async () => {
      await done(swap(12_345n));
      const { lpTokens, lpSupply, amountA, amountB, lpAddress } = await on.venue.position(maker, bread, apple);
      expect(lpTokens < lpSupply && lpAddress !== '').toBe(true);
      expect(await on.venue.position(ann, apple, bread)).toMatchObject({ amountA: 0n, amountB: 0n, lpTokens: 0n });
      const { receipt } = await done({ kind: 'refund', account: maker, ...pairOf(BREAD, APPLE) }, maker);
      expect(receipt).toMatchObject({ lpTokens, amountA, amountB, tokenA: bread, tokenB: apple });
    });

    test('a pool is the same in either order of its tokens, and has their reserves, its rates and addresses', async () => {
      const view = await on.venue.pool(apple, bread);
      expect(await on.venue.pool(bread, apple)).toEqual(view);
      const reserves = new Map([
        [view.token0.address, view.reserve0],
        [view.token1.address, view.reserve1],
      ]);
      expect([reserves.get(apple), reserves.get(bread)]).toEqual([1_000_000n, 4_000_000n]);
      expect([view.lpFeePpm, view.protocolFeePpm, view.refFeePpm]).toEqual([ppm(2000n), ppm(1000n), ppm(1000n)]);
      const { routerAddress, factoryAddress, tokens } = await on.venue.router();
      expect(new Set([view.address, view.wallet0, view.wallet1, routerAddress]).size).toBe(4);
      // On a chain the router creates the pools, so that it is the factory.
      expect([view.address, view.wallet0, view.wallet1, isLedger && routerAddress]).not.toContain(factoryAddress);
      expect(tokens).toEqual([APPLE, BREAD, CORN]);
      expect(await on.venue.pair(bread, apple)).toEqual({ tokenA: BREAD, tokenB: APPLE });
    });

    test('a refusal changes nothing, and says why', async () => {
      const before = [await on.venue.head(), await on.venue.pool(apple, bread)];
      const dates = token('dates', 0).address;
      await refuses(on.venue.token(dates), 'unknown_token');
      await refuses(on.venue.pair(apple, apple), 'same_token');
      await refuses(on.venue.pool(apple, corn), 'unknown_pool');
      await refuses(on.venue.position(ann, apple, dates), 'unknown_token');
      await refuses(on.venue.swap('00000000-0000-7000-8000-000000000000'), 'not_found');
      await refuses(on.venue.transaction('00000000-0000-7000-8000-000000000000'), 'not_found');
      await refuses(on.venue.transaction(2 ** 40), 'not_found');
      await refuses(on.venue.activity({}, { cursor: 'nonesuch', limit: 5 }), 'bad_cursor');
      await refuses(on.venue.pools({ cursor: 'nonesuch', limit: 5 }), 'bad_cursor');
      await refuses(
        on.venue.quote({ ...pairOf(APPLE, CORN), referred: false, exact: { in: amount(1n) } }),
        'unknown_pool',
      );
      await refuses(done(swap(10n, { account: bob }), bob), 'insufficient_funds');
      await refuses(done(swap(10n, { minReceived: amount(10_000n) })), 'below_minimum');
      await refuses(done(swap(100_000n, { maxPriceImpactPpm: ppm(1n) })), 'price_impact_too_high');
      await refuses(done({ kind: 'createPool', ...pairOf(BREAD, APPLE) }, maker), 'pool_exists');
      expect([await on.venue.head(), await on.venue.pool(apple, bread)]).toEqual(before);
    });

    onLedger('a deposit repeated with its reference has one effect, on any instance', async () => {
      const wire = deposit(bob, APPLE, 7n);
      const first = await done(wire, maker);
      expect(await on.another.execute(ann, wire)).toEqual(first);
      await refuses(done({ ...wire, amount: amount(8n) }), 'reference_reused');
      expect((await on.venue.balances(bob, { limit: 5 })).items).toMatchObject([{ balance: 7n }]);
    });

    describe('an idempotency key', () => {
      test('has one effect and one answer over all instances', async () => {
        const first = await done(swap(100n), ann, 'k');
        const head = await on.venue.head();
        expect(await done(swap(100n), ann, 'k')).toEqual(first);
        expect(await on.another.execute(ann, swap(100n), 'k')).toEqual(first);
        expect(await on.venue.head()).toBe(head);
      });

      test('is separate for each caller; with another command it is refused, and a ledger repeats a refusal', async () => {
        await done(swap(100n), ann, 'k');
        await refuses(done(swap(101n), ann, 'k'), 'idempotency_key_reused');
        await refuses(done(swap(100n, { account: bob }), bob, 'k'), 'insufficient_funds');
        await on.fund(bob, APPLE, 100n);
        const again = done(swap(100n, { account: bob }), bob, 'k');
        // On a chain nothing was signed, so there is no refusal to remember.
        if (isLedger) await refuses(again, 'insufficient_funds');
        else expect(await again).toMatchObject({ status: 'completed' });
      });
    });

    describe('several commands at once', () => {
      const keyed = (commands: readonly Command[], key: string) =>
        commands.map((command, index) => ({ command, idempotencyKey: `${key}/${index}` }));
      const plain = (commands: readonly Command[]) => commands.map((command) => ({ command }));
      const answersTo = (all: readonly (object | Error)[]) =>
        all.map((one) => (one instanceof RefusedError ? one.refusal.code : (one as Completed).transactionId));
      const broke = swap(10n, { account: bob });

      test('are done in their order, and each is answered as if it had come alone', async () => {
        expect(await on.venue.executeAll(ann, [])).toEqual([]);
        const all = await on.venue.executeAll(ann, plain([swap(10n), broke, swap(20n)]));
        const [first, refused, second] = all as [Completed, RefusedError, Completed];
        expect(refused).toEqual(refusal('insufficient_funds'));
        expect(bare(await on.venue.swap(first.transactionId))).toEqual(bare(first));
        expect([first.receipt, second.receipt]).toMatchObject([{ amountA: 10n }, { amountA: 20n }]);
        expect(first.sequence).toBeLessThan(second.sequence);
      });

      test('have one effect each under their keys, which single commands share', async () => {
        const orders = keyed([swap(10n), swap(10n), broke], 'k');
        const first = answersTo(await on.venue.executeAll(ann, [...orders, ...orders.slice(0, 1)]));
        expect(first[3]).toBe(first[0]);
        expect(answersTo(await on.another.executeAll(ann, orders))).toEqual(first.slice(0, 3));
        expect((await done(swap(10n), ann, 'k/1')).transactionId).toBe(first[1]);
        const other = keyed([swap(11n), swap(10n)], 'k');
        expect(answersTo(await on.another.executeAll(ann, other))).toEqual(['idempotency_key_reused', first[1]]);
      });

      onLedger('are all done or none if they are atomic, also in a pool that they create themselves', async () => {
        const made = pairOf(APPLE, CORN);
        await done(deposit(ann, CORN, 10_000n), maker);
        const commands = [
          { kind: 'provide', account: ann, ...made, amountA: amount(5000n), amountB: amount(5000n) },
          swap(100n, made),
        ] as const;
        const before = [await on.venue.head(), await on.venue.balances(ann, { limit: 9 })];
        const refused = await on.venue.executeAll(ann, keyed([...commands, broke], 'k'), { atomic: true });
        expect(refused).toEqual([
          ...Array(2).fill(expect.objectContaining({ refusal: { code: 'not_attempted', item: 2 } })),
          refusal('insufficient_funds'),
        ]);
        expect([await on.venue.head(), await on.venue.balances(ann, { limit: 9 })]).toEqual(before);
        await refuses(on.venue.pool(apple, corn), 'unknown_pool');
        await done(deposit(bob, APPLE, 100n), maker);
        expect(await on.another.executeAll(ann, keyed([...commands, broke], 'k'), { atomic: true })).toEqual(refused);
        const accepted = await on.venue.executeAll(ann, keyed([...commands, broke], 'l'), { atomic: true });
        expect(answersTo(accepted)).toEqual(Array(3).fill(expect.stringMatching(/-/)));
        const again = await on.another.executeAll(ann, keyed([...commands, broke], 'l'), { atomic: true });
        expect(answersTo(again)).toEqual(answersTo(accepted));
      });

      onLedger('are refused under the keys of an atomic request unless they repeat exactly that request', async () => {
        const [one, two] = [swap(10n), swap(20n)];
        await on.venue.executeAll(ann, keyed([one, two], 'k'), { atomic: true });
        const REUSED = ['idempotency_key_reused', 'not_attempted'];
        for (const other of [
          [one, swap(21n)],
          [two, one],
          [one, two, one],
        ]) {
          const answers = answersTo(await on.another.executeAll(ann, keyed(other, 'k'), { atomic: true }));
          expect(answers.slice(0, 2)).toEqual(REUSED);
        }
        expect(answersTo(await on.venue.executeAll(ann, keyed([one], 'k')))).toEqual(REUSED.slice(0, 1));
        expect(answersTo(await on.venue.executeAll(ann, keyed([one], 'k'), { atomic: true }))).toEqual(
          REUSED.slice(0, 1),
        );
        expect((await on.venue.swaps(ann, { limit: 9 })).items).toHaveLength(2);
      });
    });

    test('reads by name return zero balances and hidden tokens and pools; unknown ones are left out or refused', async () => {
      const { venue } = on;
      const { sequence: _, ...pool } = await venue.pool(apple, bread);
      const hidden: Command[] = [
        { kind: 'updateToken', token: corn, status: 'hidden' },
        { kind: 'setPoolStatus', tokenA: apple, tokenB: bread, status: 'hidden' },
      ];
      const held = await venue.balancesNamed(ann, [corn, apple, bread]);
      expect(held.map(({ token: { symbol }, balance }) => [symbol, balance])).toEqual([
        ['CORN', 0n],
        ['APPLE', 100_000n],
        ['BREAD', 0n],
      ]);
      await refuses(venue.balancesNamed(ann, [apple, token('dates', 0).address]), 'unknown_token');
      for (const command of hidden) await done(command, maker);
      const tokens = await venue.tokensNamed([corn, token('dates', 0).address, apple, corn]);
      expect(tokens.map(({ address, status }) => [address, status])).toEqual([
        [corn, 'hidden'],
        [apple, 'listed'],
      ]);
      expect(await venue.poolsNamed(['none' as never, pool.address])).toMatchObject([{ ...pool, status: 'hidden' }]);
      expect((await venue.balancesNamed(ann, [corn]))[0]?.balance).toBe(0n);
    });

    onLedger('activity lists a swap for who gave it, and as referral income for any other referrer', async () => {
      await done(deposit(bob, APPLE, 2000n), maker);
      const given = await done(swap(1000n, { account: bob, referrer: ann }), ann);
      const paid = await done(swap(1000n, { account: bob, referrer: ann }), bob);
      const idsOf = async (kind: 'swap' | 'referral') =>
        (await on.venue.activity({ account: ann, kind }, { limit: 9 })).items.map((each) => each.transactionId);
      const swapsOf = async (account: Account) =>
        (await on.venue.swaps(account, { limit: 9 })).items.map((each) => each.transactionId);
      expect([await swapsOf(ann), await swapsOf(bob)]).toEqual([[], [paid.transactionId, given.transactionId]]);
      expect([await idsOf('swap'), await idsOf('referral')]).toEqual([[given.transactionId], [paid.transactionId]]);
    });

    onLedger(
      'an account is known on every instance once a transfer has reached it, even when its balance is zero again',
      async () => {
        const known = async () => [await on.venue.knows(bob), await on.another.knows(bob)];
        const sent = async () => [await on.venue.hasSent(ann, bob), await on.another.hasSent(ann, bob)];
        expect([await known(), await sent()]).toEqual([
          [false, false],
          [false, false],
        ]);
        await done(transfer(APPLE, 100_000n));
        expect([await known(), await sent()]).toEqual([
          [true, true],
          [true, true],
        ]);
        const { items } = await on.another.balances(bob, { limit: 9 });
        expect(items.map(({ token: { address }, balance }) => [address, balance])).toEqual([[apple, 100_000n]]);
        await done(transfer(APPLE, 100_000n, { account: bob, to: ann }), bob);
        expect(await known()).toEqual([true, true]);
      },
    );

    test('lists continue from their cursor until there is none, and have every item once', async () => {
      for (const [first, pair] of [
        [APPLE, pairOf(APPLE, CORN)],
        [BREAD, pairOf(BREAD, CORN)],
      ] as const) {
        if (isLedger) await done({ kind: 'createPool', ...pair, force: true }, maker);
        else {
          await on.fund(maker, first, 5000n);
          await on.fund(maker, CORN, 5000n);
          await done(provide(maker, 5000n, 5000n, pair), maker);
        }
      }
      const ids: string[] = [];
      for (const units of [10n, 20n, 30n]) ids.unshift((await done(swap(units))).transactionId);
      const pools = await everyPage((page) => on.venue.pools(page));
      expect(new Set(pools.map(({ address }) => address)).size).toBe(3);
      const swaps = await everyPage((page) => on.venue.swaps(ann, page));
      expect(swaps.map(({ transactionId }) => transactionId)).toEqual(ids);
      const newest = bare(swaps[0] as Swap);
      expect(bare(await on.venue.swap(ids[0] as string))).toEqual(newest);
      expect(bare(await on.venue.transaction(ids[0] as string))).toEqual(newest);
      expect(bare(await on.venue.transaction(newest.sequence))).toEqual(newest);
      const activity = await everyPage((page) => on.venue.activity({ account: ann }, page));
      expect(activity.map(({ receipt }) => receipt.kind)).toEqual([
        ...Array(3).fill('swap'),
        ...(isLedger ? ['deposit'] : []),
      ]);
      const accounts = await everyPage((page) => on.venue.accounts(page));
      expect(accounts.map((each) => each.account)).toEqual(isLedger ? [ann, maker] : []);
      const held = await everyPage((page) => on.venue.balances(ann, page));
      expect(held.map(({ token: { address } }) => address)).toEqual([apple, bread].toSorted());
      expect(held.find(({ token: { address } }) => address === apple)?.balance).toBe(100_000n - 60n);
    });

    test('a change acknowledged by one instance is visible in the next request to another', async () => {
      // A swap on a chain takes a hundred times as long.
      for (let count = isLedger ? 10 : 3; count > 0; count--) {
        const head = await on.another.head();
        const { reserve0, reserve1 } = await on.another.pool(apple, bread);
        const { sequence } = await done(swap(50n));
        expect(await on.another.head()).not.toBe(head);
        const [view, quote] = [
          await on.another.pool(apple, bread),
          await on.another.quote({ ...pairOf(APPLE, BREAD), referred: false, exact: { in: amount(9n) } }),
        ];
        expect(view.reserve0 * view.reserve1).toBeGreaterThan(reserve0 * reserve1);
        expect(quote.sequence).toBe(sequence);
      }
    });
  });
}

/** Removes the settlement, which only a chain adds. */
function bare<Answer extends Completed | HistoryEntry>({
  settlement: _,
  ...told
}: Answer & { readonly settlement?: unknown }) {
  return told;
}

async function everyPage<Item>(read: (page: PageRequest) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Page<Item> = await read({ limit: 2, ...(cursor !== undefined && { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}
