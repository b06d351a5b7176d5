// Chains: linked instructions are committed together or not at all, and their replies are remembered as answered.
import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/core/commands/command.ts';
import type { Instruction, Outcome } from '../../src/core/settle/instruction.ts';
import { APPLE, CORN, MAKER, token } from '../paper-exchange.ts';
import { ann, bob, deposit, pairOf, provide, registerToken, setPoolStatus, swap, withdraw } from '../paper-orders.ts';
import { balance, headOf, order, post, type Site } from './site.ts';

const chainOf = (commands: readonly Command[], key: string): Instruction[] =>
  commands.map((command, index) => ({
    ...order(command, ann, { key: `${key}/${index}`, fingerprint: key }),
    ...(index < commands.length - 1 && { linked: true }),
  }));
const answersTo = (outcomes: readonly Outcome[]) =>
  outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : outcome.posted.sequence));

const pair = pairOf(APPLE, CORN);
const MADE: readonly Command[] = [
  registerToken(token('dates', 3)),
  deposit(ann, CORN, 10_000n),
  provide(10_000n, 10_000n, pair),
  swap(1000n, pair),
  setPoolStatus('hidden'),
];
const BROKE = withdraw(bob, APPLE, 1n);

export function chains(site: Site): void {
  describe('a chain of linked instructions', () => {
    test('is committed as a whole between its neighbours, and repeats its answer after reopening', async () => {
      const before = await site.openMarket();
      const batch = [order(swap(10n)), ...chainOf(MADE, 'k'), order(swap(10n))];
      const outcomes = await before.commit(batch);
      expect(answersTo(outcomes)).toEqual([8, 9, 10, 11, 12, 13, 14]);
      const store = await site.reopen(before);
      expect(await store.commit(chainOf(MADE, 'k'))).toEqual(outcomes.slice(1, -1));
      expect(await headOf(store)).toBe(14);
    });

    test('whose last instruction is refused changes nothing, and repeats its refusals even if it would succeed by now', async () => {
      const before = await site.openMarket();
      const chain = chainOf([...MADE, BROKE], 'k');
      const refused = [...MADE.map(() => 'not_attempted'), 'insufficient_funds'];
      const outcomes = await before.commit([order(swap(10n)), ...chain, order(swap(10n))]);
      expect(answersTo(outcomes)).toEqual([8, ...refused, 9]);
      const store = await site.reopen(before);
      expect(await store.pool(APPLE.address, CORN.address)).toBeUndefined();
      expect(await store.token(token('dates', 3).address)).toBeUndefined();
      expect(await balance(store, ann, CORN)).toBe(0n);
      expect(await store.pools({ after: 0, limit: 9, status: 'hidden' })).toEqual([]);
      await post(store, deposit(bob, APPLE, 1n));
      expect(await store.commit(chain)).toEqual(outcomes.slice(1, -1));
      expect(answersTo(await store.commit(chainOf([...MADE, BROKE], 'l')))).toEqual([11, 12, 13, 14, 15, 16]);
    });

    test('is refused as a whole if one of its keys was used for another request', async () => {
      const store = await site.openMarket();
      await store.commit([order(swap(10n), ann, { key: 'k/1', fingerprint: 'other' })]);
      const [first, second, ...others] = answersTo(await store.commit(chainOf(MADE, 'k')));
      expect([first, second]).toEqual(['not_attempted', 'idempotency_key_reused']);
      expect(new Set(others)).toEqual(new Set(['not_attempted']));
      expect(await headOf(store)).toBe(8);
      expect(await balance(store, MAKER, CORN)).toBe(0n);
    });
  });
}
