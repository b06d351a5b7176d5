// References: an external deposit or withdrawal is booked once, on any node and in any batch.
import { describe, expect, test } from 'vitest';
import { copyExchange } from '../../src/ledger/copy.ts';
import { APPLE } from '../paper-exchange.ts';
import { ann, bob, deposit, withdraw } from '../paper-orders.ts';
import { balance, give, headOf, order, post, postedOf, type Site } from './site.ts';

const wire = { ...deposit(bob, APPLE, 5n), reference: 'wire "1"\n\u0000' };
const other = { ...wire, amount: 6n as typeof wire.amount };

export function references(site: Site): void {
  describe('a repeated reference', () => {
    test('is booked once and gets the first answer: in one batch, on another node, after reopening, in a copy', async () => {
      const [store, node] = [await site.openMarket(), await site.open()];
      const [first, second, keyed] = await store.commit([
        order(wire),
        order(wire, ann),
        order(wire, ann, { key: 'k', fingerprint: 'f' }),
      ]);
      expect(first).toMatchObject({ posted: { sequence: 8, receipt: wire } });
      expect([second, keyed]).toEqual([first, first]);
      expect(await give(node, order(wire))).toEqual(first);
      const reopened = await site.reopen(store);
      expect(await give(reopened, order(wire, ann, { key: 'k', fingerprint: 'f' }))).toEqual(first);
      expect([await balance(reopened, bob, APPLE), await headOf(reopened)]).toEqual([5n, 8]);
      const place = await site.anotherPlace();
      await copyExchange(reopened, await site.openTarget(place), () => {});
      const copy = await site.open(place);
      expect(await give(copy, order(wire))).toEqual(first);
      expect(await copy.activity({ account: bob, before: 99, limit: 9 })).toHaveLength(1);
    });

    test('with another amount is refused; a withdrawal may use the reference of a deposit', async () => {
      const store = await site.openMarket();
      const first = await give(store, order(wire));
      const { id: transactionId } = postedOf(first);
      const reused = { code: 'reference_reused', amount: '5', symbol: 'APPLE', transactionId };
      expect(await store.commit([order(other), order(wire)])).toEqual([{ refusal: reused }, first]);
      const out = { ...withdraw(bob, APPLE, 2n), reference: wire.reference };
      expect(await post(store, out, out)).toMatchObject([{ sequence: 9 }, { sequence: 9 }]);
      expect(await balance(store, bob, APPLE)).toBe(3n);
    });

    test('that two nodes use concurrently is booked once', async () => {
      const nodes = [await site.openMarket(), await site.open()];
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) => give(nodes[index % 2] as (typeof nodes)[0], order(wire))),
      );
      for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
      expect(await balance(nodes[0] as (typeof nodes)[0], bob, APPLE)).toBe(5n);
    });

    test('cannot be stored twice, whatever the program does', async () => {
      await post(await site.openMarket(), wire, { ...wire, reference: 'wire 2' });
      const twice = `UPDATE movements SET reference = (SELECT reference FROM movements WHERE sequence = 8) WHERE sequence = 9`;
      await expect(site.place.execute(twice)).rejects.toThrow(/unique/i);
    });
  });
}
