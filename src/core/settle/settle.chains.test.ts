// Linked instructions: a chain is settled as a whole, or nothing of it is.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, CORN, MAKER, PaperExchange, token } from '../../../test/paper-exchange.ts';
import {
  ann,
  collectFees,
  createPool,
  deposit,
  pairOf,
  provide,
  refund,
  registerToken,
  setPoolFees,
  setPoolStatus,
  swap,
  updateToken,
  withdraw,
} from '../../../test/paper-orders.ts';
import { ppm } from '../amount.ts';
import type { Command } from '../commands/command.ts';
import type { Instruction, Outcome } from './instruction.ts';
import { settle } from './settle.ts';

const market = () =>
  PaperExchange.open({ apple: 100_000n, bread: 400_000n })
    .fund(ann, APPLE, 50_000n)
    .fund(ann, BREAD, 50_000n)
    .fund(ann, CORN, 50_000n);

const chainOf = (commands: readonly Command[], key?: string, fingerprint = 'all'): Instruction[] =>
  commands.map((command, index) => ({
    actor: ann,
    command,
    ...(key !== undefined && { idempotency: { key: `${key}/${index}`, fingerprint } }),
    ...(index < commands.length - 1 && { linked: true }),
  }));
const alone = (command: Command): Instruction => ({ actor: ann, command });
/** The length of the journal after the setup: three tokens, two deposits, a pool and its liquidity, three deposits. */
const MARKET_SEQUENCE = 10;
/** Refusal codes, or sequences counted from 1 after the setup. */
const answersTo = (outcomes: readonly Outcome[]) =>
  outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : outcome.posted.sequence - MARKET_SEQUENCE));

const BROKE = withdraw(MAKER, CORN, 1n);
const toCorn = pairOf(APPLE, CORN);
const dates = token('dates', 3);

describe('a chain', () => {
  const listing: readonly Command[] = [
    registerToken(dates),
    updateToken(CORN, { status: 'hidden' }),
    provide(10_000n, 10_000n, toCorn),
    swap(100n, toCorn),
    setPoolFees({ lpFeePpm: ppm(9n) }),
    setPoolStatus('hidden'),
    deposit(ann, APPLE, 7n),
  ];

  test('has the same result as its instructions sent one by one', () => {
    const [chained, loose] = [market(), market()];
    const outcomes = answersTo(chained.settle(chainOf(listing)).outcomes);
    expect(outcomes).toEqual(answersTo(loose.settle(listing.map(alone)).outcomes));
    expect(outcomes.every((answer) => typeof answer === 'number')).toBe(true);
    expect(chained.balances).toEqual(loose.balances);
  });

  test('whose last instruction is refused leaves no token, pool, change, balance, reference or sequence number behind', () => {
    const exchange = market();
    const gift = listing.at(-1) as Command;
    const batch = [...chainOf([...listing, BROKE]), alone(registerToken(dates)), alone(gift)];
    const settlement = exchange.settle(batch);
    const others = Array(listing.length).fill({ refusal: { code: 'not_attempted', item: listing.length } });
    expect(settlement.outcomes.slice(0, -3)).toEqual(others);
    expect(settlement.outcomes.at(-3)).toMatchObject({ refusal: { code: 'insufficient_funds' } });
    expect(answersTo(settlement.outcomes.slice(-2))).toEqual([1, 2]);
    expect(settlement).toMatchObject({ pools: [], changedTokens: [], changedPools: [], listingSequence: undefined });
    expect(settlement.tokens).toHaveLength(1);
    expect(settlement.balances).toHaveLength(2);
  });

  test('that repeats a reference moves the tokens once, and is refused if it repeats it with another amount', () => {
    const exchange = market();
    const wire = { ...deposit(ann, APPLE, 5n), reference: 'wire' };
    const [first, again] = exchange.settle(chainOf([wire, wire])).outcomes;
    expect(again).toEqual(first);
    const other = { ...wire, account: MAKER };
    const batch = [...chainOf([other, { ...other, ...deposit(MAKER, APPLE, 6n), reference: 'wire' }]), alone(other)];
    expect(answersTo(exchange.settle(batch).outcomes)).toEqual(['not_attempted', 'reference_reused', 2]);
  });

  test('that reuses a reference is told which transaction used it, but not if that one was rolled back', () => {
    const exchange = market();
    const [five, six] = [5n, 6n].map((units) => ({ ...deposit(ann, APPLE, units), reference: 'wire' })) as [
      Command,
      Command,
    ];
    const refusalOf = (commands: readonly Command[]) => exchange.settle(chainOf(commands)).outcomes.at(-1);
    const refusal = { code: 'reference_reused', amount: '5', symbol: 'APPLE' };
    expect(refusalOf([five, six])).toEqual({ refusal });
    const [posted] = exchange.settle([alone(five)]).outcomes as [Extract<Outcome, { posted: unknown }>];
    const named = { refusal: { ...refusal, transactionId: posted.posted.id } };
    expect(refusalOf([six])).toEqual(named);
    expect(refusalOf([swap(10n), six])).toEqual(named);
  });

  test('can be refused and repeated in the same batch, and the next instruction sees the state without it', () => {
    const exchange = market();
    const all = swap(50_000n, { maxPriceImpactPpm: ppm(1_000_000n) });
    const batch = [...chainOf([all, BROKE]), alone(all), ...chainOf([all, all])];
    expect(answersTo(exchange.settle(batch).outcomes)).toEqual([
      'not_attempted',
      'insufficient_funds',
      1,
      'insufficient_funds',
      'not_attempted',
    ]);
  });

  test('must not be split between batches', () => {
    const exchange = market();
    expect(() => exchange.settle(chainOf([swap(1n), swap(1n)]).slice(0, 1))).toThrow('not split between batches');
  });
});

describe('the keys of a chain', () => {
  const again = (exchange: PaperExchange, chain: readonly Instruction[]) => answersTo(exchange.settle(chain).outcomes);

  test('return all its answers again, in the same batch and later', () => {
    const exchange = market();
    const chain = chainOf([swap(10n), swap(20n), swap(30n)], 'k');
    expect(again(exchange, [...chain, ...chain])).toEqual([1, 2, 3, 1, 2, 3]);
    expect(again(exchange, chain)).toEqual([1, 2, 3]);
  });

  test.each([
    ['until its retention is over', 86_400_000, ''],
    // Expired refusals are deleted a few at a time, perhaps by a node with a shorter retention.
    ['until one of its answers is deleted', 0, 'ann\nk/1'],
  ])('return its refusal again %s, even if it would now succeed', (_, laterMs, forgotten) => {
    const exchange = market();
    const chain = chainOf([swap(10n), BROKE], 'k');
    const refused = ['not_attempted', 'insufficient_funds'];
    expect(again(exchange, [...chain, ...chain])).toEqual([...refused, ...refused]);
    exchange.fund(MAKER, CORN, 1n);
    expect(again(exchange, chain)).toEqual(refused);
    exchange.nowMs += laterMs;
    exchange.replies.delete(forgotten);
    expect(again(exchange, chain)).toEqual([2, 3]);
    expect(again(exchange, chain)).toEqual([2, 3]);
  });

  test('refuse the whole chain if one of them was used for another request, and store no answer', () => {
    const exchange = market();
    const taken: Instruction = { ...alone(swap(1n)), idempotency: { key: 'k/1', fingerprint: 'one' } };
    const chain = chainOf([swap(10n), swap(20n), swap(30n)], 'k');
    const refused = ['not_attempted', 'idempotency_key_reused', 'not_attempted'];
    expect(again(exchange, [taken, ...chain])).toEqual([1, ...refused]);
    expect(again(exchange, [...chain, taken])).toEqual([...refused, 1]);
    expect([...exchange.replies.keys()]).toEqual(['ann\nk/1']);
  });

  test('refuse a longer chain with the same beginning as idempotency_key_reused', () => {
    const exchange = market();
    expect(again(exchange, chainOf([swap(1n), swap(2n)], 'k', 'two'))).toEqual([1, 2]);
    const longer = chainOf([swap(1n), swap(2n), swap(3n)], 'k', 'three');
    expect(again(exchange, longer)).toEqual(['idempotency_key_reused', 'not_attempted', 'not_attempted']);
  });
});

/** Every kind of command, mostly ones that succeed, with few names so that they interact. */
const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.integer({ min: 0, max: 3 }).map((index) => registerToken({ ...token(`t${index}`, 2), symbol: `T${index % 2}` })),
  fc
    .constantFrom('listed', 'hidden', 'paused' as const)
    .map((status) => updateToken(CORN, { status: status as never })),
  fc.constantFrom(toCorn, pairOf(BREAD, CORN)).map((pair) => createPool(pair)),
  fc.integer({ min: 0, max: 9 }).map((rate) => setPoolFees({ lpFeePpm: ppm(BigInt(rate)) })),
  fc.constantFrom('listed', 'hidden' as const).map((status) => setPoolStatus(status as never)),
  fc
    .constantFrom(pairOf(APPLE, BREAD), toCorn)
    .map((pair) => provide(2000n, 8000n, { ...pair, maxPriceImpactPpm: ppm(1_000_000n) })),
  fc.constantFrom(pairOf(APPLE, BREAD), pairOf(BREAD, APPLE), toCorn).map((pair) => swap(100n, pair)),
  fc.constant(refund({ portionPpm: ppm(100_000n) })),
  fc.constant(collectFees()),
  fc.integer({ min: 1, max: 3 }).map((name) => ({ ...deposit(ann, APPLE, 5n), reference: `in ${name}` })),
  fc.integer({ min: 1, max: 3 }).map((name) => ({ ...withdraw(ann, APPLE, 5n), reference: `out ${name}` })),
);
const some = fc.array(anyCommand, { maxLength: 6 });

test('a refused chain never changes the rest of the settlement', () => {
  fc.assert(
    fc.property(some, some, some, (before, within, after) => {
      const exchange = market();
      const around = [...before, ...after].map(alone);
      const chain = chainOf([...within, BROKE], 'k');
      const batch = [...around.slice(0, before.length), ...chain, ...around.slice(before.length)];
      const loaded = exchange.load(batch);
      const { outcomes, replies, ...written } = settle(batch, loaded);
      const { outcomes: expected, replies: none, ...without } = settle(around, loaded);
      expect(written).toEqual(without);
      expect(outcomes.toSpliced(before.length, chain.length)).toEqual(expected);
      expect(none).toEqual([]);
      expect(replies.map(({ outcome }) => outcome)).toEqual(
        outcomes.slice(before.length, before.length + chain.length),
      );
    }),
    { numRuns: 300 },
  );
});
