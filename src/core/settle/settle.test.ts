// Settling a batch: sequence numbers without gaps, and states that only a bug can cause throw before anything is written.
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, CORN, PaperExchange, token } from '../../../test/paper-exchange.ts';
import {
  ann,
  bob,
  collectFees,
  createPool,
  deposit,
  pairOf,
  provide,
  refund,
  registerToken,
  swap,
  withdraw,
} from '../../../test/paper-orders.ts';
import { ISSUER, lpToken } from '../accounts.ts';
import { MAX_AMOUNT } from '../amount.ts';
import { AssertionFailure } from '../assert.ts';
import type { Command } from '../commands/command.ts';
import type { Pool } from '../pool.ts';
import type { Instruction, Outcome } from './instruction.ts';
import { settle } from './settle.ts';
import { transactionId } from './transaction-id.ts';
import { balanceKey } from './transfer.ts';

const market = () =>
  PaperExchange.open({ apple: 100_000n, bread: 100_000n }).fund(ann, APPLE, 1000n).fund(ann, BREAD, 1000n);
/** The length of the journal after the setup: three tokens, two deposits, a pool and its liquidity, two deposits. */
const MARKET_SEQUENCE = 9;

const by = (command: Command): Instruction => ({ actor: ann, command });
const answerOf = (outcome: Outcome) => ('refusal' in outcome ? outcome.refusal.code : outcome.posted.sequence);

describe('a batch', () => {
  test('gives refusals no sequence number, so that the journal has no gap', () => {
    const exchange = market();
    const { outcomes, transactions } = exchange.settle([
      by(swap(10n)),
      by(swap(5000n)),
      by(swap(20n)),
      by(withdraw(bob, APPLE, 1n)),
      by(withdraw(ann, APPLE, 970n)),
      by(swap(1n)),
    ]);
    const funds = 'insufficient_funds';
    expect(outcomes.map(answerOf)).toEqual([10, funds, 11, funds, 12, 'output_zero']);
    expect(transactions.map(({ sequence }) => sequence)).toEqual([10, 11, 12]);
    expect(exchange.settle([by(swap(10n, pairOf(BREAD, APPLE)))]).outcomes.map(answerOf)).toEqual([13]);
  });

  test('decides each instruction after the effects of those before it', () => {
    const exchange = market();
    const outcomes = exchange.answer(withdraw(ann, APPLE, 990n), swap(11n), deposit(ann, APPLE, 1n), swap(11n));
    expect(outcomes.map(answerOf)).toEqual([10, 'insufficient_funds', 11, 12]);
  });

  test('writes the actor, time, id and sequence of each transaction', () => {
    const exchange = market();
    const loaded = { ...exchange.load([by(swap(10n))]), nowMs: 1_800_000_000_000, entropy: 77 };
    const { outcomes, transactions } = settle([by(swap(10n))], loaded);
    const sequence = MARKET_SEQUENCE + 1;
    const id = transactionId(1_800_000_000_000, sequence, 77);
    const posted = { sequence, id, actor: ann, createdAtMs: 1_800_000_000_000 };
    expect(outcomes).toMatchObject([{ posted: { ...posted, receipt: { kind: 'swap', amountA: 10n } } }]);
    expect(transactions).toEqual(outcomes.map((outcome) => 'posted' in outcome && outcome.posted));
  });

  test('that is the first of a journal keeps the times of its instructions, but none before the last one or in the future', () => {
    const exchange = new PaperExchange();
    const { nowMs } = exchange;
    const told = (tokens: readonly (typeof APPLE)[], ...agoMs: readonly number[]) =>
      exchange
        .settle(tokens.map((one, at) => ({ ...by(registerToken(one)), atMs: nowMs - (agoMs[at] as number) })))
        .transactions.map(({ createdAtMs }) => nowMs - createdAtMs);
    expect(told([APPLE, BREAD, CORN], 50, 30, 40)).toEqual([50, 30, 30]);
    expect(told([token('dates', 3)], 20)).toEqual([0]);
    expect(new PaperExchange().settle([{ ...by(registerToken(APPLE)), atMs: nowMs + 1 }]).transactions).toMatchObject([
      { createdAtMs: nowMs },
    ]);
  });

  test('can use the tokens and pools that it lists', () => {
    const exchange = PaperExchange.open();
    const dates = token('dates', 3);
    const pair = pairOf(dates, APPLE);
    exchange.run(
      registerToken(dates),
      deposit(ann, dates, 5000n),
      deposit(ann, APPLE, 5000n),
      createPool(pair),
      provide(2000n, 2000n, pair),
      swap(100n, { ...pair, referrer: bob }),
      provide(500n, 500n, pair),
      refund({ ...pair, account: ann }),
    );
    expect(exchange.pool(pair)).toMatchObject({ number: 7, address: 'apple-dates' });
    expect(exchange.balanceOf(bob, APPLE.address)).toBe(1n);
    expect(exchange.balanceOf(ISSUER, lpToken((exchange.pool(pair) as Pool).address))).toBe(-1000n);
  });

  test('can collect the fees of a pool that it creates', () => {
    const exchange = market();
    const pair = pairOf(APPLE, CORN);
    exchange.fund(ann, APPLE, 5000n).fund(ann, CORN, 5000n);
    exchange.run(createPool(pair), provide(2000n, 2000n, pair), swap(100n, pair), collectFees(pair));
    expect(exchange.journal.at(-1)?.receipt).toMatchObject({ kind: 'collectFees', amountA: 0n, amountB: 1n });
  });

  test('writes each changed balance once, with its final value', () => {
    const { balances } = market().settle([by(deposit(bob, CORN, 5n)), by(withdraw(bob, CORN, 2n))]);
    expect(balances).toEqual([
      { account: ISSUER, token: 'corn', balance: -3n },
      { account: 'bob', token: 'corn', balance: 3n },
    ]);
  });

  test('does not modify the state that was loaded for it', () => {
    const batch = [
      { ...by(swap(10n)), idempotency: { key: 'k', fingerprint: 'f' } },
      by(registerToken(token('dates', 1))),
      by(createPool(pairOf(APPLE, CORN))),
    ];
    const loaded = market().load(batch);
    const { addressOf, ...rest } = loaded;
    const before = structuredClone(rest);
    settle(batch, loaded);
    expect(loaded).toEqual({ ...before, addressOf });
  });
});

describe('settling throws', () => {
  const command = swap(10n, { referrer: bob });

  test('when any balance that a swap needs was not loaded', () => {
    const loaded = market().load([by(command)]);
    expect([...loaded.balances.keys()].length).toBe(6);
    expect(settle([by(command)], loaded).transactions.length).toBe(1);
    for (const missing of loaded.balances.keys()) {
      const balances = new Map([...loaded.balances].filter(([key]) => key !== missing));
      const claim = `balance not loaded: ${missing.replace('\n', ' ')}`;
      expect(() => settle([by(command)], { ...loaded, balances })).toThrow(new AssertionFailure(claim));
    }
  });

  const depositOver = (balance: bigint) => {
    const batch = [by(deposit(ann, CORN, 1n))];
    const loaded = market().load(batch);
    return settle(batch, {
      ...loaded,
      balances: new Map([...loaded.balances, [balanceKey(ann, CORN.address), balance]]),
    });
  };

  test('when a balance above the largest amount would be written', () => {
    expect(depositOver(MAX_AMOUNT - 1n).balances).toContainEqual({ account: ann, token: 'corn', balance: MAX_AMOUNT });
    expect(() => depositOver(MAX_AMOUNT)).toThrow(AssertionFailure);
  });

  test('when a negative balance of anyone but the issuer would be written', () => {
    expect(depositOver(-1n).balances).toContainEqual({ account: ann, token: 'corn', balance: 0n });
    expect(() => depositOver(-2n)).toThrow(AssertionFailure);
  });
});
