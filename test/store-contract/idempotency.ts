// Idempotency: the first reply to a key is final, also after a restart.
import { describe, expect, test } from 'vitest';
import { replyKey } from '../../src/core/settle/repetitions.ts';
import { APPLE, MAKER } from '../paper-exchange.ts';
import { ann, bob, deposit, withdraw } from '../paper-orders.ts';
import { balance, give, headOf, type Key, order, post, type Site } from './site.ts';

const key: Key = { key: 'order "7"', fingerprint: 'first' };
const accepted = order(withdraw(ann, APPLE, 10n), ann, key);
const refused = order(withdraw(bob, APPLE, 10n), ann, key);
const other = order(withdraw(ann, APPLE, 10n), ann, { ...key, fingerprint: 'second' });
const REUSED = { refusal: { code: 'idempotency_key_reused' } };

export function idempotency(site: Site): void {
  describe('a repeated idempotency key', () => {
    test.each([
      ['success', accepted, 8],
      ['refusal', refused, 7],
    ] as const)('returns the first %s again: in one batch, in another, after reopening', async (_, repeated, head) => {
      const store = await site.openMarket();
      const [first, second] = await store.commit([repeated, repeated]);
      expect(second).toEqual(first);
      expect(await give(store, repeated)).toEqual(first);
      const reopened = await site.reopen(store);
      expect(await give(reopened, repeated)).toEqual(first);
      expect(await headOf(reopened)).toBe(head);
      expect(await balance(reopened, ann, APPLE)).toBe(head === 8 ? 99_990n : 100_000n);
    });

    test('returns the recorded refusal even if the command would succeed now', async () => {
      const store = await site.openMarket();
      const first = await give(store, refused);
      await post(store, deposit(bob, APPLE, 10n));
      expect(await give(store, refused)).toEqual(first);
      expect(await give(store, order(withdraw(bob, APPLE, 10n), ann))).toMatchObject({ posted: { sequence: 9 } });
    });

    test('is reported by answered(): a success always, a refusal only if it is newer than the given time', async () => {
      const store = await site.openMarket();
      const no = order(withdraw(bob, APPLE, 10n), ann, { key: 'no', fingerprint: 'no' });
      const names = [key.key, 'no', 'never'].map((each) => ({ actor: ann, key: each }));
      expect(await store.answered(names, 0)).toEqual(new Set());
      await store.commit([accepted, no]);
      const answeredAfter = (ms: number) => store.answered([...names, { actor: bob, key: key.key }], ms);
      expect(await answeredAfter(0)).toEqual(new Set([replyKey(ann, key.key), replyKey(ann, 'no')]));
      expect(await answeredAfter(Date.now() + 3_600_000)).toEqual(new Set([replyKey(ann, key.key)]));
      expect(await store.answered([], 0)).toEqual(new Set());
    });

    test('is refused for another request, and still returns the answer of the first', async () => {
      const store = await site.openMarket();
      const [first, inBatch] = await store.commit([accepted, other]);
      expect(inBatch).toEqual(REUSED);
      const reopened = await site.reopen(store);
      expect(await give(reopened, other)).toEqual(REUSED);
      expect(await give(reopened, accepted)).toEqual(first);
    });

    test('is another key if another actor uses it', async () => {
      const store = await site.openMarket();
      const byMaker = order(deposit(MAKER, APPLE, 1n), MAKER, { ...key, fingerprint: 'third' });
      expect(await store.commit([accepted, byMaker])).toMatchObject([
        { posted: { sequence: 8, actor: ann } },
        { posted: { sequence: 9, actor: MAKER } },
      ]);
      expect(await store.commit([byMaker, accepted])).toMatchObject([
        { posted: { sequence: 9 } },
        { posted: { sequence: 8 } },
      ]);
    });

    test('is compared exactly: case, spaces and similar letters make another key', async () => {
      const store = await site.openMarket();
      const keys = ['k', 'K', 'k ', 'к', '\u{1f511}', "k'; --"].map((text) => ({ key: text, fingerprint: 'same' }));
      const batch = keys.map((each) => order(withdraw(ann, APPLE, 1n), ann, each));
      const first = await store.commit(batch);
      expect(first.map((outcome) => ('posted' in outcome ? outcome.posted.sequence : null))).toEqual([
        8, 9, 10, 11, 12, 13,
      ]);
      expect(await store.commit(batch)).toEqual(first);
    });
  });
}
