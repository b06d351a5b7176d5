// Deposits and withdrawals with the same reference are made once, whichever actor repeats them under whichever idempotency key.
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, PaperExchange } from '../../../test/paper-exchange.ts';
import { ann, bob, deposit, withdraw } from '../../../test/paper-orders.ts';
import type { Command } from '../commands/command.ts';
import type { Instruction, Outcome } from './instruction.ts';

/** The length of the journal after the setup: three tokens, two deposits, a pool and its liquidity, one deposit. */
const MARKET_SEQUENCE = 8;
const market = () => PaperExchange.open({ apple: 100_000n, bread: 100_000n }).fund(ann, APPLE, 1000n);

const wire = deposit(ann, APPLE, 5n);
const by = (actor: typeof ann, command: Command, key?: string): Instruction => ({
  actor,
  command,
  ...(key !== undefined && { idempotency: { key, fingerprint: 'print' } }),
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

describe.each(WHEN)('a repeated reference $when', ({ settle }) => {
  test('returns the first deposit and moves nothing, for any actor and idempotency key', () => {
    const exchange = market();
    const [first, ...again] = settle(exchange, [by(ann, wire), by(ann, wire), by(bob, wire, 'k'), by(bob, wire, 'k')]);
    expect(first).toMatchObject({ posted: { sequence: MARKET_SEQUENCE + 1, actor: ann } });
    expect(again).toEqual([first, first, first]);
    expect(exchange.balanceOf(ann, APPLE.address)).toBe(1005n);
    expect(exchange.journal).toHaveLength(MARKET_SEQUENCE + 1);
  });

  test('with another amount is refused, and the first deposit can still be repeated', () => {
    const exchange = market();
    const other = { ...wire, amount: 6n as typeof wire.amount };
    const answers = settle(exchange, [by(ann, wire), by(ann, other), by(ann, wire)]);
    const first = MARKET_SEQUENCE + 1;
    expect(answers.map(answerOf)).toEqual([first, 'reference_reused', first]);
  });

  test('counts as new for a withdrawal, for another account and for another token', () => {
    const exchange = market();
    const { reference } = wire;
    const others = [withdraw(ann, APPLE, 5n), deposit(bob, APPLE, 5n), deposit(ann, BREAD, 5n)];
    const all = [wire, ...others.map((other) => ({ ...other, reference }))].map((command) => by(ann, command));
    expect(settle(exchange, all).map(answerOf)).toEqual([1, 2, 3, 4].map((place) => MARKET_SEQUENCE + place));
  });

  test('can be used again if its withdrawal was refused', () => {
    const exchange = market();
    const out = withdraw(bob, APPLE, 5n);
    const all = [by(ann, out), by(ann, deposit(bob, APPLE, 5n)), by(ann, out)];
    expect(settle(exchange, all).map(answerOf)).toEqual([
      'insufficient_funds',
      MARKET_SEQUENCE + 1,
      MARKET_SEQUENCE + 2,
    ]);
  });
});
