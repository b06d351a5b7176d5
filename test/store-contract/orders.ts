// Orders: placed, filled and closed in one batch or over many, by one store or several, and never twice.
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { KEEPER, orderAccount } from '../../src/core/accounts.ts';
import { amount } from '../../src/core/amount.ts';
import type { Outcome } from '../../src/core/settle/instruction.ts';
import { copyExchange } from '../../src/ledger/copy.ts';
import { BatchFault, StoreUnavailable } from '../../src/ports/store.ts';
import { APPLE, BREAD, MAKER } from '../paper-exchange.ts';
import {
  ann,
  bob,
  closeOrder,
  deposit,
  fillOrder,
  matchOrders,
  pairOf,
  placeOrder,
  swap,
  triggerOrder,
} from '../paper-orders.ts';
import { goBack, keep } from './rewinds.ts';
import { balance, give, headOf, order, post, type Site } from './site.ts';

type Bid = typeof PLACED;

const answerOf = (outcome: Outcome) =>
  'refusal' in outcome ? outcome.refusal.code : `${outcome.posted.sequence} ${outcome.posted.receipt.kind}`;

/** The market takes seven sequence numbers, so the first order is number 8. */
const PLACED = placeOrder(10_000n, 30_000n);

export function orders(site: Site): void {
  describe('an order', () => {
    test('is placed, filled and closed in one batch', async () => {
      const store = await site.openMarket();
      const batch = [PLACED, fillOrder(8, 4000n, 10_000n), fillOrder(8, 4000n, 10_000n), closeOrder(8), closeOrder(8)];
      const outcomes = await store.commit(batch.map((command) => order(command, ann)));
      expect(outcomes.map(answerOf)).toEqual([
        '8 placeOrder',
        '9 swap',
        'order_moved',
        '10 closeOrder',
        'order_closed',
      ]);
      expect(await balance(store, orderAccount(8), APPLE)).toBe(0n);
      expect(await balance(store, ann, APPLE)).toBe(96_000n);
      expect(await audit(store, () => {})).toMatchObject({ transactions: 10 });
    });

    test('with a fill is placed and filled in one commit, once under its key, and neither in a chain that is refused', async () => {
      let store = await site.openMarket();
      const atOnce = { ...PLACED, fill: { amountA: amount(4000n) } };
      const keyed = order(atOnce, ann, { key: 'key-1', fingerprint: 'one' });
      expect(answerOf(await give(store, keyed))).toBe('8 placeOrder');
      store = await site.reopen(store);
      expect(answerOf(await give(store, keyed))).toBe('8 placeOrder');
      expect(await headOf(store)).toBe(9);
      expect(await store.posted(8)).toMatchObject({ actor: ann, receipt: { ...PLACED, order: 8 } });
      expect((await store.posted(9))?.receipt).toMatchObject({ kind: 'swap', fill: { order: 8, left: 6000n } });
      expect(await balance(store, orderAccount(8), APPLE)).toBe(6000n);
      // In a chain neither is done, since another command of it is refused.
      const fallen = [{ ...order(atOnce, ann), linked: true as const }, order(closeOrder(99))];
      expect((await store.commit(fallen)).map(answerOf)).toEqual(['not_attempted', 'not_found']);
      expect(await headOf(store)).toBe(9);
      expect(await audit(store, () => {})).toMatchObject({ transactions: 9 });
    });

    test('is closed together with others in one commit, once under their key; those that are over are passed by', async () => {
      let store = await site.openMarket();
      await post(store, deposit(bob, APPLE, 10_000n), ...Array.from({ length: 4 }, () => PLACED));
      await post(store, placeOrder(10_000n, 30_000n, { account: bob }), closeOrder(10));
      const orders = [13, 12, 11, 10, 9].map((number) => ({ order: number, ...pairOf(APPLE, BREAD) }));
      const command = { kind: 'closeOrders', account: ann, orders } as const;
      const keyed = order(command, ann, { key: 'all', fingerprint: 'all' });
      expect(answerOf(await give(store, keyed))).toBe('15 closeOrder');
      store = await site.reopen(store);
      expect(answerOf(await give(store, keyed))).toBe('15 closeOrder');
      const closed = [await store.posted(15), await store.posted(16), await store.posted(17)];
      expect(closed.map((posted) => posted?.receipt)).toEqual(
        [12, 11, 9].map((number) => {
          return { ...closeOrder(number), amountA: 10_000n, ...(number !== 12 && { first: 12 }) };
        }),
      );
      expect([await headOf(store), await balance(store, ann, APPLE)]).toEqual([17, 100_000n]);
      expect(answerOf(await give(store, order(command, ann)))).toBe('not_found');
      expect(answerOf(await give(store, order({ ...command, orders: [] }, ann)))).toBe('not_found');
      expect(await audit(store, () => {})).toMatchObject({ transactions: 17 });
    });

    // Takes about a second.
    test('that two nodes fill and cancel at once is filled, filled in part and cancelled, or cancelled, never both for the same units', async () => {
      const [here, there] = [await site.openMarket(), await site.open()];
      const ends = new Map<string, number>();
      for (let round = 0; round < 60; round++) {
        // A full fill, or a part that leaves something to cancel.
        const units = round % 3 === 0 ? 600n : 1000n;
        const [placed] = await post(here, placeOrder(1000n, 3000n));
        const number = placed?.sequence as number;
        const before = await balance(here, ann, APPLE);
        const fill = () => give(here, order(fillOrder(number, units, 1000n), KEEPER));
        const close = () => give(there, order(closeOrder(number), ann));
        const racing = round % 2 === 0 ? [fill(), close()] : [close(), fill()].toReversed();
        const [filled, closed] = (await Promise.all(racing)) as [Outcome, Outcome];
        const returned = (await balance(here, ann, APPLE)) - before;
        const end = `${answerOf(filled).replace(/^\d+ /, '')}, ${answerOf(closed).replace(/^\d+ /, '')}: ${returned}`;
        ends.set(end, (ends.get(end) ?? 0) + 1);
        expect(await balance(here, orderAccount(number), APPLE)).toBe(0n);
      }
      // The fill came first, for all or a part, or the cancellation did.
      const possible = ['swap, order_closed: 0', 'swap, closeOrder: 400', 'order_moved, closeOrder: 1000'];
      expect(possible).toEqual(expect.arrayContaining([...ends.keys()]));
      expect([...ends.values()].reduce((sum, count) => sum + count)).toBe(60);
      await audit(here, () => {});
    });

    test('keeps its terms and what is left of it over batches and restarts', async () => {
      let store = await site.openMarket();
      const schedule = { times: 2, everyMs: 1 };
      await post(store, PLACED, placeOrder(10n ** 4n, 0n, { schedule }));
      const placed = await Promise.all([8, 9].map((sequence) => store.posted(sequence)));
      expect(placed.map((posted) => posted?.receipt)).toEqual([
        { ...PLACED, order: 8 },
        { ...PLACED, minReceived: 0n, schedule, maxSlippagePpm: 1_000_000n, order: 9 },
      ]);
      for (const left of [10_000n, 9000n, 8000n]) {
        await post(store, fillOrder(8, 1000n, left));
        store = await site.reopen(store);
      }
      const filled = (await store.posted(12))?.receipt;
      expect(filled).toMatchObject({ kind: 'swap', account: ann, fill: { order: 8, left: 7000n } });
      await post(store, closeOrder(8));
      store = await site.reopen(store);
      expect(answerOf(await give(store, order(closeOrder(8))))).toBe('order_closed');
      expect(await balance(store, ann, APPLE)).toBe(87_000n);
      expect(await audit(store, () => {})).toMatchObject({ transactions: 13 });
    });

    test.each([
      ['a number that is not used yet', 9],
      ['a number that is far too large', 2 ** 47],
      ['the number 0', 0],
      ['the number of a deposit', 7],
      ['the number of a pool', 6],
    ])('is not found by %s', async (_, number) => {
      const store = await site.openMarket();
      await post(store, PLACED);
      for (const command of [fillOrder(number, 4000n, 10_000n), closeOrder(number)]) {
        expect(await give(store, order(command))).toEqual({
          refusal: { code: 'not_found', what: 'order', order: number },
        });
      }
      expect(await headOf(store)).toBe(8);
    });

    test('cannot be filled or closed under another account or pair', async () => {
      const store = await site.openMarket();
      await post(store, PLACED);
      for (const other of [{ account: bob }, pairOf(BREAD, APPLE)]) {
        expect(answerOf(await give(store, order(closeOrder(8, other))))).toBe('not_found');
        expect(answerOf(await give(store, order(fillOrder(8, 4000n, 10_000n, other))))).toBe('not_found');
      }
    });

    test('is placed once and closed once if both are repeated under their keys', async () => {
      const store = await site.openMarket();
      const keyed = (command: typeof PLACED | ReturnType<typeof closeOrder>, key: string) =>
        order(command, ann, { key, fingerprint: key });
      const [first, again] = [await give(store, keyed(PLACED, 'p')), await give(store, keyed(PLACED, 'p'))];
      expect([answerOf(first), answerOf(again)]).toEqual(['8 placeOrder', '8 placeOrder']);
      const closed = [await give(store, keyed(closeOrder(8), 'c')), await give(store, keyed(closeOrder(8), 'c'))];
      expect(closed.map(answerOf)).toEqual(['9 closeOrder', '9 closeOrder']);
      expect(await balance(store, ann, APPLE)).toBe(100_000n);
    });

    test('is filled once if two stores submit the same fill, and closed once if both close it', async () => {
      const stores = [await site.openMarket(), await site.open()];
      await post(stores[0] as (typeof stores)[0], PLACED);
      for (const left of [10_000n, 8000n, 6000n]) {
        const answers = await Promise.all(stores.map((store) => give(store, order(fillOrder(8, 2000n, left), ann))));
        expect(answers.map((answer) => answerOf(answer).replace(/^\d+ /, '')).sort()).toEqual(['order_moved', 'swap']);
      }
      const ends = await Promise.all(stores.map((store) => give(store, order(closeOrder(8), ann))));
      expect(ends.map(answerOf).sort()).toEqual(['12 closeOrder', 'order_closed']);
      expect(await balance(stores[0] as (typeof stores)[0], ann, APPLE)).toBe(94_000n);
    });

    test('is matched once if two stores submit the same match, and the match is in the activity of both owners', async () => {
      const stores = [await site.openMarket(), await site.open()];
      const [store] = stores as [(typeof stores)[0]];
      const theirs = placeOrder(12_000n, 2900n, { account: bob, ...pairOf(BREAD, APPLE) });
      await post(store, PLACED, deposit(bob, BREAD, 12_000n), theirs);
      const match = matchOrders(3000n, [8, 10_000n], [10, 12_000n]);
      const answers = await Promise.all(stores.map((one) => give(one, order(match, KEEPER))));
      expect(answers.map(answerOf).sort()).toEqual(['11 matchOrders', 'order_moved']);
      expect(await balance(store, bob, APPLE)).toBe(3000n);
      expect(await balance(store, ann, BREAD)).toBe(12_000n);
      expect(await balance(store, orderAccount(8), APPLE)).toBe(7000n);
      for (const account of [ann, bob]) {
        const [last] = await store.activity({ account, before: 99, limit: 1 });
        expect(last).toMatchObject({ sequence: 11, receipt: { kind: 'matchOrders', taker: { left: 0n } } });
      }
      expect(await audit(store, () => {})).toMatchObject({ transactions: 11 });
    });

    test('that is a stop can be filled only after its trigger, is triggered once by two stores, and is stored and copied with its terms', async () => {
      const stores = [await site.openMarket(), await site.open()];
      const [store] = stores as [(typeof stores)[0]];
      const trigger = { when: 'below', price: { numerator: 2n ** 200n, denominator: 1n }, overMs: 0 } as const;
      await post(store, placeOrder(10_000n, 30_000n, { trigger }));
      expect(answerOf(await give(store, order(fillOrder(8, 4000n, 10_000n))))).toBe('order_moved');
      const now = { nowMs: Date.now(), journal: { length: 8 } as never };
      const command = triggerOrder(8, now, { average: [4n * 2n ** 192n, 2n ** 192n] });
      const answers = await Promise.all(stores.map((one) => give(one, order(command, KEEPER))));
      expect(answers.map(answerOf).sort()).toEqual(['9 triggerOrder', 'order_moved']);
      const read = await Promise.all([8, 9].map((sequence) => store.posted(sequence)));
      expect(read.map((posted) => posted?.receipt)).toMatchObject([{ trigger }, { ...command, amountA: 10_000n }]);
      const [last] = await store.activity({ account: ann, before: 99, limit: 1 });
      expect(last).toMatchObject({ sequence: 9, actor: KEEPER });
      const held = { trigger: { ...command.evidence, asOf: 9 } };
      await post(store, fillOrder(8, 4000n, 10_000n, held), closeOrder(8), placeOrder(10_000n, 30_000n, { trigger }));
      await post(store, closeOrder(12));
      expect(await balance(store, ann, APPLE)).toBe(96_000n);
      const target = await site.anotherPlace();
      await copyExchange(store, await site.openTarget(target), () => {});
      expect(await audit(await site.open(target), () => {})).toMatchObject({ transactions: 13 });
    });

    test('has a clientId that no other open order of its account has, however each ends, over restarts and in a copy', async () => {
      let store = await site.openMarket();
      const [bid, stop] = ['bid:1', 'stop.1'].map((clientId) => ({ ...PLACED, clientId })) as [Bid, Bid];
      const trigger = { when: 'below', price: { numerator: 1n, denominator: 1n }, overMs: 0 } as const;
      const waiting = { ...stop, trigger };
      await post(store, deposit(bob, APPLE, 10_000n));
      const reused = (order: number, clientId = 'bid:1') => ({
        refusal: { code: 'reference_reused', clientId, order },
      });
      // In one batch: the second is refused, and so is one of two in a chain, which does not name the order that was undone.
      const [first, again, others] = await store.commit([
        order(bid, ann),
        order(bid, ann),
        order({ ...bid, account: bob }, bob),
      ]);
      expect([first, again, others].map((outcome) => answerOf(outcome as Outcome))).toEqual([
        '9 placeOrder',
        'reference_reused',
        '10 placeOrder',
      ]);
      expect(again).toEqual(reused(9));
      const chain = [{ ...order(waiting, ann), linked: true as const }, order(waiting, ann)];
      expect((await store.commit(chain))[1]).toEqual({ refusal: { code: 'reference_reused', clientId: 'stop.1' } });
      expect(answerOf(await give(store, order(waiting, ann)))).toBe('11 placeOrder');
      store = await site.reopen(store);
      const number = async (who = ann, clientId = 'bid:1') => (await store.orderUnder(who, clientId))?.sequence;
      expect([await number(), await number(bob), await number(ann, 'stop.1')]).toEqual([9, 10, 11]);
      expect([await number(ann, 'bid:2'), await number(ann, 'bid'), await number(MAKER)]).toEqual(
        Array(3).fill(undefined),
      );
      expect([await give(store, order(bid, ann)), await give(store, order(waiting, ann))]).toEqual([
        reused(9),
        reused(11, 'stop.1'),
      ]);
      // A part leaves it open; the rest, a cancellation in the same batch, and that of a stop do not.
      await post(store, fillOrder(9, 4000n, 10_000n));
      expect(await give(store, order(bid, ann))).toEqual(reused(9));
      await post(store, fillOrder(9, 6000n, 6000n));
      expect(answerOf(await give(store, order(bid, ann)))).toBe('14 placeOrder');
      expect([await number(), (await give(store, order(bid, ann))) as object]).toEqual([14, reused(14)]);
      const amended = [{ ...order(closeOrder(14)), linked: true as const }, order(bid, ann), order(closeOrder(11))];
      expect((await store.commit([...amended, order(waiting, ann)])).map(answerOf)).toEqual([
        ...['15 closeOrder', '16 placeOrder', '17 closeOrder', '18 placeOrder'],
      ]);
      // The newest is found also if it is over.
      await post(store, closeOrder(16));
      expect((await store.orderUnder(ann, 'bid:1'))?.receipt).toEqual({ ...bid, order: 16 });
      const target = await site.anotherPlace();
      await copyExchange(store, await site.openTarget(target), () => {});
      const copy = await site.open(target);
      expect((await copy.orderUnder(ann, 'stop.1'))?.sequence).toBe(18);
      expect(await give(copy, order(waiting, ann))).toEqual(reused(18, 'stop.1'));
      expect(await audit(copy, () => {})).toMatchObject({ transactions: 19 });
    });

    test('has an internal account that the list of accounts does not show', async () => {
      const store = await site.openMarket();
      await post(store, PLACED, deposit('order' as never, APPLE, 1n), deposit('orders-inc' as never, APPLE, 1n));
      const named = (await store.accounts({ after: '', limit: 99 })).map(({ account }) => account);
      expect(named).toEqual(['ann', 'maker', 'order', 'orders-inc']);
      const after = (await store.accounts({ after: 'order', limit: 99 })).map(({ account }) => account);
      expect(after).toEqual(['orders-inc']);
    });

    test('and its fills are in its owner’s activity, whoever submitted them', async () => {
      const store = await site.openMarket();
      await post(store, PLACED, fillOrder(8, 4000n, 10_000n), closeOrder(8));
      const kinds = (await store.activity({ account: ann, before: 99, limit: 3 })).map(({ receipt }) => receipt.kind);
      expect(kinds).toEqual(['closeOrder', 'swap', 'placeOrder']);
    });

    test('of a lost history can be neither filled nor closed after a rewind, even if its number is used again', async () => {
      const store = await site.openMarket();
      await keep(site.place);
      await post(store, PLACED, fillOrder(8, 4000n, 10_000n));
      await goBack(site.place);
      const other = await site.open();
      await post(other, deposit(bob, APPLE, 500n), placeOrder(500n, 1000n, { account: bob }));
      await expect(post(store, closeOrder(8))).rejects.toThrow(StoreUnavailable);
      for (const number of [8, 9]) {
        expect(answerOf(await give(store, order(closeOrder(number))))).toBe('not_found');
        expect(answerOf(await give(store, order(fillOrder(number, 500n, 6000n))))).toBe('not_found');
      }
      expect(answerOf(await give(store, order(closeOrder(9, { account: bob }))))).toBe('10 closeOrder');
      expect([await balance(store, ann, APPLE), await balance(store, bob, APPLE)]).toEqual([100_000n, 500n]);
      expect(await audit(store, () => {})).toMatchObject({ transactions: 10 });
    });

    test('can be filled and closed in a copy as in the source', async () => {
      const source = await site.openMarket();
      await post(source, PLACED, placeOrder(500n, 1000n), fillOrder(8, 4000n, 10_000n), closeOrder(9));
      const target = await site.anotherPlace();
      expect(await copyExchange(source, await site.openTarget(target), () => {})).toMatchObject({ transactions: 11 });
      const copy = await site.open(target);
      for (const store of [source, copy]) {
        expect(answerOf(await give(store, order(closeOrder(9))))).toBe('order_closed');
        expect(answerOf(await give(store, order(fillOrder(8, 4000n, 10_000n))))).toBe('order_moved');
        await post(store, fillOrder(8, 4000n, 6000n), closeOrder(8));
        expect(await balance(store, ann, APPLE)).toBe(92_000n);
        expect(await audit(store, () => {})).toMatchObject({ transactions: 13 });
      }
    });

    test('whose row cannot be read makes only commands that name it fail', async () => {
      const store = await site.openMarket();
      await post(store, PLACED, placeOrder(500n, 1000n));
      await site.place.execute(`UPDATE journal SET receipt = '{"kind":"placeOrder","amo' WHERE sequence = 8`);
      for (const command of [fillOrder(8, 4000n, 10_000n), closeOrder(8)]) {
        const answer = give(store, order(command));
        await expect(answer).rejects.toThrow(BatchFault);
        await expect(answer).rejects.toThrow('transaction 8 in the journal cannot be read');
      }
      expect(answerOf(await give(store, order(closeOrder(9))))).toBe('10 closeOrder');
      expect(answerOf(await give(store, order(swap(10n))))).toBe('11 swap');
    });
  });
}
