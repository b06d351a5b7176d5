// A repeated idempotency key gets the first answer again: in the same batch, in a later one, and for refusals too.
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, PaperExchange } from '../../../test/paper-exchange.ts';
import { ann, bob, deposit, swap } from '../../../test/paper-orders.ts';
import type { Command } from '../commands/command.ts';
import type { Instruction, Outcome } from './instruction.ts';

const market = () =>
  PaperExchange.open({ apple: 100_000n, bread: 100_000n }).fund(ann, APPLE, 1000n).fund(ann, BREAD, 1000n);
/** The length of the journal after the setup: three tokens, two deposits, a pool and its liquidity, two deposits. */
const MARKET_SEQUENCE = 9;

const under = (key: string, command: Command, fingerprint = 'print'): Instruction => ({
  actor: ann,
  command,
  idempotency: { key, fingerprint },
});
const answerOf = (outcome: Outcome) => ('refusal' in outcome ? outcome.refusal.code : outcome.posted.sequence);

const WHEN = [
  {
    when: 'in the same batch',
    settle: (exchange: PaperExchange, all: Instruction[]) => exchange.settle(all).outcomes,
  },
  {
    when: 'in a later batch',
    settle: (exchange: PaperExchange, all: Instruction[]) => all.flatMap((one) => exchange.settle([one]).outcomes),
  },
];

describe.each(WHEN)('a repeated key $when', ({ settle }) => {
  test('gets the first answer, and its command is not executed again', () => {
    const exchange = market();
    const [first, second] = settle(exchange, [under('k', swap(10n)), under('k', swap(10n))]);
    expect(first).toHaveProperty('posted');
    expect(second).toEqual(first);
    expect(exchange.journal.length).toBe(MARKET_SEQUENCE + 1);
    expect(exchange.balanceOf(ann, APPLE.address)).toBe(990n);
  });

  test('gets the first refusal, even when the command would now succeed', () => {
    const exchange = market();
    const gift = under('gift', deposit(ann, APPLE, 1000n));
    const answers = settle(exchange, [under('k', swap(1001n)), gift, under('k', swap(1001n)), under('l', swap(1001n))]);
    const [refused, , again, later] = answers.map(answerOf);
    expect([refused, again, later]).toEqual(['insufficient_funds', 'insufficient_funds', MARKET_SEQUENCE + 2]);
  });

  test('with another request is refused, and the first request still gets its answer', () => {
    const exchange = market();
    const all = [under('k', swap(10n), 'one'), under('k', swap(20n), 'two'), under('k', swap(10n), 'one')];
    const first = MARKET_SEQUENCE + 1;
    expect(settle(exchange, all).map(answerOf)).toEqual([first, 'idempotency_key_reused', first]);
    expect([...exchange.replies.values()]).toMatchObject([{ actor: 'ann', key: 'k', fingerprint: 'one' }]);
  });

  test('of another actor is another key', () => {
    const all = [under('k', swap(10n)), { ...under('k', swap(10n)), actor: bob }];
    expect(settle(market(), all).map(answerOf)).toEqual([MARKET_SEQUENCE + 1, MARKET_SEQUENCE + 2]);
  });
});

test('a batch whose only key is a repeated one writes nothing', () => {
  const exchange = market();
  const first = exchange.settle([under('k', swap(10n))]);
  expect(first.replies).toEqual([
    { actor: ann, key: 'k', fingerprint: 'print', outcome: first.outcomes[0], decidedAtMs: exchange.nowMs },
  ]);
  const unchanged = { changedTokens: [], changedPools: [], listingSequence: undefined };
  const nothing = { transactions: [], tokens: [], pools: [], ...unchanged, replies: [], balances: [] };
  expect(exchange.settle([under('k', swap(10n))])).toEqual({ outcomes: first.outcomes, ...nothing });
});

test('an instruction without a key is executed each time, and its answer is not stored', () => {
  const exchange = market();
  const once = { actor: ann, command: swap(10n) };
  expect(exchange.settle([once, once]).outcomes.map(answerOf)).toEqual([MARKET_SEQUENCE + 1, MARKET_SEQUENCE + 2]);
  expect(exchange.replies.size).toBe(0);
});

test('a refusal under a key is forgotten after refusalRetentionMs; a success is never forgotten', () => {
  const exchange = market();
  const [refused, accepted] = [under('k', swap(5n, { account: bob })), under('l', swap(5n))];
  const codes = () => exchange.settle([refused, accepted]).outcomes.map(answerOf);
  const done = MARKET_SEQUENCE + 1;
  expect(codes()).toEqual(['insufficient_funds', done]);
  exchange.fund(bob, APPLE, 5n);
  exchange.nowMs += exchange.policy.refusalRetentionMs - 1;
  expect(codes()).toEqual(['insufficient_funds', done]);
  exchange.nowMs += 1;
  expect(codes()).toEqual([done + 2, done]);
  exchange.nowMs += 2 * exchange.policy.refusalRetentionMs;
  expect(codes()).toEqual([done + 2, done]);
});
