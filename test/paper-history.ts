// Random histories of an in-memory exchange: every command, amounts of every size, repeated keys.
import fc from 'fast-check';
import { ppm } from '../src/core/amount.ts';
import { type Command, transfersOf } from '../src/core/commands/command.ts';
import type { BalanceOf, ListedToken } from '../src/core/pool.ts';
import { WHOLE_SHARE } from '../src/core/route/shape.ts';
import type { Instruction, Posted } from '../src/core/settle/instruction.ts';
import { balanceKey } from '../src/core/settle/transfer.ts';
import { anyAmount, anyRates } from './arbitraries.ts';
import { APPLE, account, BREAD, CORN, PaperExchange, poolAddressOf } from './paper-exchange.ts';
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
  setPoolFees,
  setPoolStatus,
  swap,
  transfer,
  transferLp,
  updateToken,
  withdraw,
} from './paper-orders.ts';

const TOKENS = [APPLE, BREAD, CORN];

/** Three tokens and two pools, one of them lopsided; the third pair has none yet. */
export function startOfHistory(): PaperExchange {
  const exchange = PaperExchange.open();
  for (const token of TOKENS) exchange.fund(ann, token, 2n ** 24n).fund(bob, token, 2n ** 24n);
  exchange.run(provide(300_000n, 700_000n), provide(500_000n, 20n, { ...pairOf(CORN, APPLE), account: bob }));
  return exchange;
}

const name = fc.constantFrom(ann, bob, account('carl'));
const token = fc.constantFrom(...TOKENS);
const samePair = token.map((one) => pairOf(one, one));
const realPair = fc.tuple(token, fc.integer({ min: 1, max: 2 })).map(([one, step]) => pairOf(one, after(one, step)));
const after = (one: ListedToken, step: number) => TOKENS[(TOKENS.indexOf(one) + step) % TOKENS.length] as ListedToken;
const pair = fc.oneof({ weight: 15, arbitrary: realPair }, samePair);
const startingPair = fc.constantFrom(pairOf(APPLE, BREAD), pairOf(BREAD, APPLE), pairOf(CORN, APPLE));
const units = fc.oneof({ weight: 4, arbitrary: anyAmount({ min: 1n, max: 2n ** 22n }) }, anyAmount({ min: 1n }));
const portionPpm = fc.bigInt(0n, 1_000_000n).map(ppm);
const atAnyPrice = { maxPriceImpactPpm: ppm(1_000_000n) };

const hop = (from: ListedToken, to: ListedToken) => ({
  tokenIn: from.address,
  tokenOut: to.address,
  share: WHOLE_SHARE,
});
const OVER_APPLE = [hop(CORN, APPLE), hop(APPLE, BREAD)];

const anyShape = fc.constantFrom({}, { curve: 'stable', amplification: 100n } as const);

/** Mostly listed, so that trading goes on. */
const anyStatus = fc.constantFrom(...(['listed', 'listed', 'hidden', 'paused'] as const));

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.tuple(name, token, units).map((order) => deposit(...order)),
  fc.tuple(name, token, units).map((order) => withdraw(...order)),
  fc.tuple(name, name, token, units).map(([account, to, token, units]) => transfer(token, units, { account, to })),
  fc
    .tuple(name, name, startingPair, anyAmount({ min: 1n, max: 2n ** 19n }))
    .map(([account, to, { tokenA, tokenB }, units]) =>
      transferLp(poolAddressOf(tokenA, tokenB), units, { account, to }),
    ),
  fc.tuple(name, pair, units).map(([account, pair, units]) => swap(units, { ...pair, account })),
  fc
    .tuple(name, name, startingPair, units)
    .map(([account, referrer, pair, units]) => swap(units, { ...atAnyPrice, ...pair, account, referrer })),
  fc
    .tuple(name, name, units)
    .map(([account, referrer, units]) =>
      swap(units, { ...atAnyPrice, ...pairOf(CORN, BREAD), account, referrer, route: OVER_APPLE }),
    ),
  fc.tuple(name, pair, units, units).map(([account, pair, a, b]) => provide(a, b, { ...pair, account, ...atAnyPrice })),
  fc.tuple(name, startingPair, units).map(([account, pair, a]) => provide(a, a, { ...pair, account })),
  fc
    .tuple(name, startingPair, units, fc.boolean())
    .map(([account, pair, a, isA]) => provide(isA ? a : 0n, isA ? 0n : a, { ...pair, account, ...atAnyPrice })),
  fc.tuple(name, pair).map(([account, pair]) => refund({ ...pair, account })),
  fc
    .tuple(name, startingPair, portionPpm, fc.constantFrom('A' as const, 'B' as const))
    .map(([account, pair, portionPpm, only]) => refund({ ...pair, account, portionPpm, only, ...atAnyPrice })),
  fc
    .tuple(name, startingPair, portionPpm)
    .map(([account, pair, portionPpm]) => refund({ ...pair, account, portionPpm })),
  fc.tuple(pair, anyRates, anyShape).map(([pair, rates, shape]) => createPool({ ...pair, ...rates, ...shape })),
  pair.map(collectFees),
  fc.tuple(pair, anyRates).map(([pair, rates]) => setPoolFees({ ...pair, ...rates })),
  fc.tuple(anyStatus, pair).map((order) => setPoolStatus(...order)),
  fc.tuple(token, anyStatus).map(([token, status]) => updateToken(token, { status })),
  token.map(registerToken),
);

const anyKey = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  fc.constantFrom('1', '2', '3', '4', '5', '6', '7'),
);
const anyInstruction: fc.Arbitrary<Instruction> = fc
  .record({ actor: name, command: anyCommand, key: anyKey })
  .map(({ actor, command, key }) => {
    const fingerprint = JSON.stringify(command, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
    return key === null ? { actor, command } : { actor, command, idempotency: { key, fingerprint } };
  });

/** Instructions with a key are repeated at the end of their batch. */
const anyBatch = fc
  .array(anyInstruction, { minLength: 1, maxLength: 8, size: 'max' })
  .map((batch) => [...batch, ...batch.filter(({ idempotency }) => idempotency)]);

export const anyHistory: fc.Arbitrary<Instruction[][]> = fc.array(anyBatch, {
  minLength: 1,
  maxLength: 12,
  size: 'max',
});

export function playHistory(history: readonly (readonly Instruction[])[]): PaperExchange {
  const exchange = startOfHistory();
  for (const batch of history) exchange.settle(batch);
  return exchange;
}

/** Replays the journal from nothing, and passes each transaction with the balances before and after it. */
export function replayJournal(
  journal: readonly Posted[],
  see: (transaction: Posted, before: BalanceOf, after: BalanceOf) => void,
): ReadonlyMap<string, bigint> {
  let books: ReadonlyMap<string, bigint> = new Map();
  for (const transaction of journal) {
    const after = new Map(books);
    for (const { from, to, token, amount } of transfersOf(transaction.receipt)) {
      after.set(balanceKey(from, token), (after.get(balanceKey(from, token)) ?? 0n) - amount);
      after.set(balanceKey(to, token), (after.get(balanceKey(to, token)) ?? 0n) + amount);
    }
    see(transaction, readerOf(books), readerOf(after));
    books = after;
  }
  return books;
}

const readerOf =
  (books: ReadonlyMap<string, bigint>): BalanceOf =>
  (account, token) =>
    books.get(balanceKey(account, token)) ?? 0n;
