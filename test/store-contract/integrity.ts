// Integrity: a failed batch leaves nothing behind, the audit finds missing rows, and LP tokens cannot be forged.
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { APPLE, CORN, MAKER, token } from '../paper-exchange.ts';
import {
  ann,
  bob,
  createPool,
  deposit,
  pairOf,
  provide,
  refund,
  registerToken,
  swap,
  withdraw,
} from '../paper-orders.ts';
import { balance, give, headOf, order, post, type Site } from './site.ts';

export function integrity(site: Site): void {
  describe('a batch that fails because of a bug', () => {
    const dates = token('dates', 0);
    const faults = {
      'an assertion': [deposit(ann, APPLE, 0n)],
      'a constraint': [createPool(pairOf(APPLE, CORN)), registerToken(token('half', 0.5))],
    };

    test.each(Object.entries(faults))('writes nothing, and the next batch succeeds: %s', async (_, fault) => {
      const store = await site.openMarket();
      const batch = [registerToken(dates), deposit(bob, dates, 5n), swap(10n), ...fault];
      await expect(store.commit(batch.map((command) => order(command)))).rejects.toThrow();
      expect(await headOf(store)).toBe(7);
      expect(await store.token(dates.address)).toBeUndefined();
      expect(await balance(store, bob, dates)).toBe(0n);
      expect(await balance(store, ann, APPLE)).toBe(100_000n);
      expect(await store.pool(APPLE.address, CORN.address)).toBeUndefined();
      expect((await post(store, swap(10n)))[0]?.sequence).toBe(8);
    });

    test('does not remember the idempotency keys of its instructions', async () => {
      const store = await site.openMarket();
      const keyed = order(withdraw(ann, APPLE, 1n), ann, { key: 'k', fingerprint: 'f' });
      await expect(store.commit([keyed, order(deposit(ann, APPLE, 0n))])).rejects.toThrow();
      expect(await give(store, keyed)).toMatchObject({ posted: { sequence: 8 } });
      expect(await balance(store, ann, APPLE)).toBe(99_999n);
    });
  });

  describe('the audit of the rows by which transactions are found', () => {
    const repeated = order({ ...deposit(ann, CORN, 5n), reference: 'a \u0000 "wire"' }, ann, {
      key: 'k',
      fingerprint: 'f',
    });
    const openTraded = async () => {
      const store = await site.openMarket();
      await store.commit([repeated, { ...repeated, actor: bob }, order(swap(10n, { referrer: bob }), ann)]);
      const refused = order(withdraw(bob, APPLE, 1n), bob, { key: 'k 2', fingerprint: 'f' });
      expect(await give(store, refused)).toHaveProperty('refusal');
      return store;
    };

    test('passes if one deposit is the answer to two requests, and with a remembered refusal', async () => {
      const store = await openTraded();
      expect(await audit(store, () => {})).toMatchObject({ transactions: 9 });
    });

    test.each([
      ['a lost reference', 'DELETE FROM movements WHERE sequence = 8', 'transaction 8 is not found by the reference'],
      ['a missing party', 'DELETE FROM parties WHERE sequence = 9', 'transaction 9 is not found by the accounts'],
      [
        'a sender who sent nothing',
        "UPDATE parties SET sender = 'ann' WHERE sequence = 9",
        'transaction 9 is not found by the accounts',
      ],
      [
        'an answer to another actor',
        "UPDATE replies SET sequence = 9 WHERE actor = 'bob' AND sequence = 8",
        'transaction 9 is the remembered answer to bob, who did not ask for it',
      ],
      [
        'a wrong last transaction',
        "UPDATE head SET last_transaction = 'x'",
        'the head names x as the last transaction',
      ],
    ])('fails, naming %s', async (_, tampering, offence) => {
      const store = await openTraded();
      await site.place.execute(tampering);
      await expect(audit(store, () => {})).rejects.toThrow(offence);
    });
  });

  describe('a token whose address consists of the addresses of a pool’s tokens', () => {
    const asked = async (pool: 'apple-bread' | 'apple-corn') => {
      const store = await site.openMarket();
      await post(store, deposit(MAKER, APPLE, 10_000n), deposit(MAKER, CORN, 10_000n));
      const lp = token(pool, 9);
      const pair = pool === 'apple-bread' ? {} : pairOf(APPLE, CORN);
      // Some of these may be refused; the test only checks the totals.
      const offer = provide(10_000n, 10_000n, { ...pairOf(APPLE, CORN), account: MAKER });
      for (const command of [registerToken(lp), deposit(bob, lp, 5_000_000n), offer]) await give(store, order(command));
      return { store, refund: await give(store, order(refund({ ...pair, account: bob }))) };
    };

    test('gives its holder no share of a pool that existed before it', async () => {
      const { store, refund: refunded } = await asked('apple-bread');
      expect(refunded).toMatchObject({ refusal: { code: 'no_position' } });
      await audit(store, () => {});
    });

    test('gives its holder no share of a pool that is created after it, and the audit passes', async () => {
      const { store, refund: refunded } = await asked('apple-corn');
      expect(refunded).toMatchObject({ refusal: expect.anything() });
      await audit(store, () => {});
    });
  });
}
