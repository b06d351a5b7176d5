// The model's swaps and liquidity: who pays whom, and the order in which refusals are checked.
import type { Amount } from '../../src/core/amount.ts';
import type { Receipt } from '../../src/core/commands/command.ts';
import { millionths, whole } from './fraction.ts';
import type { Model, Of, RefusalCode } from './model.ts';
import { LARGEST, type ModelPool } from './model-pool.ts';
import { termsOf } from './model-records.ts';
import { type Passed, type Trade, tradeOf } from './model-route.ts';

/** Deadlines lie in the distant past or future, so that no answer depends on the clock. */
export const LONG_AGO_MS = 1_000_000;

export function swap(model: Model, command: Of<'swap'>): Receipt | RefusalCode {
  const { account, tokenA, tokenB, referrer, route } = command;
  if ((command.deadlineMs ?? Number.POSITIVE_INFINITY) < LONG_AGO_MS) return 'deadline_passed';
  const exact = 'amountA' in command ? { in: command.amountA } : { out: command.amountB };
  const trade = tradeOf(model, { tokenA, tokenB, referred: referrer !== undefined, exact, ...(route && { route }) });
  if (typeof trade === 'string') return trade;
  const { passed, paid: amountA, received: amountB } = trade;
  const limit = command.maxPriceImpactPpm ?? model.policy.maxImpact;
  const isDear = trade.impactExceeds(limit) && !isAsGoodAsWithin(model, command, trade, limit);
  if (isDear || isBelowReference(model, command, trade, limit)) return 'price_impact_too_high';
  if (amountB < (command.minReceived ?? 0n)) return 'below_minimum';
  if ('maxPaid' in command && amountA > (command.maxPaid ?? LARGEST)) return 'above_maximum';
  if (model.balance(account, tokenA) < amountA) return 'insufficient_funds';
  if (referrer !== undefined) for (const { side, filled } of passed) model.give(referrer, side.out, filled.ref);
  model.give(account, tokenA, -amountA);
  model.give(account, tokenB, amountB);
  const said = { kind: 'swap', account, tokenA, tokenB, amountA, amountB, ...(referrer !== undefined && { referrer }) };
  return { ...said, ...passThrough(trade) } as Receipt;
}

/** Applies a trade to its pools, and returns the receipt's fields. */
export function passThrough({ passed }: Trade): object {
  for (const { pool, side, paid, filled } of passed) pool.swap(side, paid, filled);
  const [first, ...more] = passed.map(hopOf);
  return more.length === 0 ? { pool: first?.pool, fees: first?.fees } : { hops: [first, ...more] };
}

/** True if the trade is no worse than the benchmark route, whose price impact is within the limit. */
function isAsGoodAsWithin(model: Model, command: Of<'swap'>, { paid, received }: Trade, limit: bigint): boolean {
  const { tokenA, tokenB, referrer, benchmark } = command;
  if (!Array.isArray(benchmark)) return false;
  const exact = 'amountA' in command ? { in: command.amountA } : { out: command.amountB };
  const other = tradeOf(model, { tokenA, tokenB, referred: referrer !== undefined, exact, route: benchmark });
  if (typeof other === 'string' || other.impactExceeds(limit)) return false;
  return paid <= other.paid && received >= other.received;
}

/** True if the price before the trade along the reference is better by more than the limit. */
function isBelowReference(model: Model, command: Of<'swap'>, { paid, received }: Trade, limit: bigint): boolean {
  if (!command.reference) return false;
  let price = whole(1n);
  for (const { tokenIn, tokenOut } of command.reference) {
    const pool = model.pool({ tokenA: tokenIn, tokenB: tokenOut });
    if (!pool || pool.supply === 0n || model.pauseOf({ tokenA: tokenIn, tokenB: tokenOut })) return true;
    const { lp, protocol, ref } = pool.rates;
    const isReferred = command.referrer !== undefined && tokenOut === command.tokenB;
    price = price
      .times(pool.price({ in: tokenIn, out: tokenOut }))
      .times(millionths(1_000_000n - lp))
      .times(millionths(1_000_000n - protocol - (isReferred ? ref : 0n)));
  }
  return !whole(received * 1_000_000n).isAtLeast(price.times(whole(paid * (1_000_000n - limit))));
}

const hopOf = ({ pool, side, paid, filled: { lp, protocol, ref, out } }: Passed) => ({
  pool: pool.address,
  tokenIn: side.in,
  tokenOut: side.out,
  amountIn: paid,
  amountOut: out,
  fees: { lp, protocol, ref },
});

export function provide(model: Model, command: Of<'provide'>): Receipt | RefusalCode {
  const { account, tokenA, tokenB } = command;
  const fault = model.pairFault(command);
  const closed = fault ?? model.pauseOf(command);
  if (closed) return closed;
  if ((command.amountA === 0n) !== (command.amountB === 0n)) return provideOne(model, command);
  const known = model.pool(command);
  const pool = known ?? model.newPool(command, model.policy.rates);
  const offer: [string, bigint][] = [
    [tokenA, command.amountA],
    [tokenB, command.amountB],
  ];
  if (offer.some(([token, amount]) => pool.reserve(token) + amount > LARGEST)) return 'amount_too_large';
  const { minted, locked, taken } = pool.mint(new Map(offer));
  if (minted <= 0n) return 'liquidity_too_small';
  if (pool.supply + minted > LARGEST) return 'amount_too_large';
  if (minted < (command.minLpTokens ?? 0n)) return 'below_minimum';
  const limit = command.maxPriceImpactPpm ?? (command.minLpTokens === undefined ? model.policy.maxImpact : 1_000_000n);
  const isLeftOver = ([token, amount]: [string, bigint]) =>
    (amount - (taken.get(token) ?? 0n)) * 1_000_000n > amount * limit;
  if (offer.some(isLeftOver)) return 'ratio_too_far';
  for (const [token, amount] of taken) if (model.balance(account, token) < amount) return 'insufficient_funds';
  if (!known) model.pools.push(pool);
  pool.change(account, minted, locked, taken);
  for (const [token, amount] of taken) model.give(account, token, -amount);
  const [amountA, amountB] = [taken.get(tokenA), taken.get(tokenB)];
  const said = { kind: 'provide', account, tokenA, tokenB, pool: pool.address, amountA, amountB };
  return { ...said, lpTokens: minted, locked, ...(!known && { created: termsOf(pool) }) } as Receipt;
}

/** A swap followed by a provide; if either is refused, the pool is unchanged. */
function provideOne(model: Model, command: Of<'provide'>): Receipt | RefusalCode {
  const { account, tokenA, tokenB, amountA, amountB } = command;
  const pool = model.pool(command);
  if (!pool || pool.supply === 0n) return 'both_tokens_needed';
  const sold = amountA > 0n ? 'A' : 'B';
  const side = sold === 'A' ? { in: tokenA, out: tokenB } : { in: tokenB, out: tokenA };
  const offered = amountA + amountB;
  if (pool.reserve(side.in) + offered > LARGEST) return 'amount_too_large';
  const restore = model.savepoint();
  const undone = (code: RefusalCode) => {
    restore();
    return code;
  };
  const part = pool.partToSwap(side, offered);
  const filled = pool.fill(side, part, false);
  const isTooFar = pool.impactExceeds(side, part, filled.base, command.maxPriceImpactPpm ?? model.policy.maxImpact);
  pool.swap(side, part, filled);
  const offer = new Map([
    [side.in, offered - part],
    [side.out, filled.out],
  ]);
  const { minted, taken } = pool.mint(offer);
  if (minted <= 0n) return undone('liquidity_too_small');
  if (pool.supply + minted > LARGEST) return undone('amount_too_large');
  if (isTooFar) return undone('price_impact_too_high');
  if (minted < (command.minLpTokens ?? 0n)) return undone('below_minimum');
  const [takenIn, takenOut] = [taken.get(side.in) ?? 0n, taken.get(side.out) ?? 0n];
  if (model.balance(account, side.in) < part + takenIn) return undone('insufficient_funds');
  pool.change(account, minted, 0n, taken);
  model.give(account, side.in, -part - takenIn);
  model.give(account, side.out, filled.out - takenOut);
  const said = { kind: 'provide', account, tokenA, tokenB, pool: pool.address, lpTokens: minted, locked: 0n };
  const provided = { amountA: taken.get(tokenA), amountB: taken.get(tokenB) };
  return { ...said, ...provided, swapped: swappedBy(sold, part, filled) } as Receipt;
}

const swappedBy = (sold: 'A' | 'B', amountIn: bigint, { out: amountOut, lp, protocol, ref }: Passed['filled']) => ({
  sold,
  amountIn,
  amountOut,
  fees: { lp, protocol, ref },
});

export function refund(model: Model, command: Of<'refund'>): Receipt | RefusalCode {
  const { account, tokenA, tokenB, minA = 0n, minB = 0n } = command;
  const fault = model.pairFault(command);
  if (fault) return fault;
  const pool = model.pool(command);
  if (!pool) return 'unknown_pool';
  const held = pool.position(account);
  if (held === 0n) return 'no_position';
  const lpTokens = command.lpTokens ?? (held * (command.portionPpm ?? 1_000_000n)) / 1_000_000n;
  if (lpTokens > held) return 'position_too_small';
  const [amountA, amountB] = [pool.worth(lpTokens, tokenA), pool.worth(lpTokens, tokenB)];
  if (amountA === 0n && amountB === 0n) return 'refund_too_small';
  // Nothing is swapped if there is nothing of the other token.
  if (command.only && (command.only === 'A' ? amountB : amountA) > 0n)
    return refundOne(model, { ...command, lpTokens: lpTokens as Amount }, pool, { A: amountA, B: amountB });
  if (amountA < minA || amountB < minB) return 'below_minimum';
  const moved: [string, bigint][] = [
    [tokenA, -amountA],
    [tokenB, -amountB],
  ];
  pool.change(account, -lpTokens, 0n, new Map(moved));
  for (const [token, change] of moved) model.give(account, token, -change);
  return { kind: 'refund', account, tokenA, tokenB, pool: pool.address, amountA, amountB, lpTokens } as Receipt;
}

/** A refund followed by a swap of the other token; if either is refused, the pool is unchanged. */
function refundOne(
  model: Model,
  command: Of<'refund'>,
  pool: ModelPool,
  { A: amountA, B: amountB }: { readonly A: bigint; readonly B: bigint },
): Receipt | RefusalCode {
  const { account, tokenA, tokenB, lpTokens = 0n, minA = 0n, minB = 0n } = command;
  const closed = model.pauseOf(command);
  if (closed) return closed;
  const sold = command.only === 'A' ? 'B' : 'A';
  const side = sold === 'A' ? { in: tokenA, out: tokenB } : { in: tokenB, out: tokenA };
  const [part, kept] = sold === 'A' ? [amountA, amountB] : [amountB, amountA];
  const restore = model.savepoint();
  pool.change(
    account,
    -lpTokens,
    0n,
    new Map([
      [tokenA as string, -amountA],
      [tokenB as string, -amountB],
    ]),
  );
  const filled = pool.fill(side, part, false);
  const got = { A: sold === 'A' ? 0n : kept + filled.out, B: sold === 'A' ? kept + filled.out : 0n };
  const limit = command.maxPriceImpactPpm ?? model.policy.maxImpact;
  const code: RefusalCode | undefined =
    filled.out <= 0n
      ? 'output_zero'
      : pool.impactExceeds(side, part, filled.base, limit)
        ? 'price_impact_too_high'
        : got.A < minA || got.B < minB
          ? 'below_minimum'
          : undefined;
  if (code) {
    restore();
    return code;
  }
  pool.swap(side, part, filled);
  model.give(account, side.out, kept + filled.out);
  const said = { kind: 'refund', account, tokenA, tokenB, pool: pool.address, amountA, amountB, lpTokens };
  return { ...said, swapped: swappedBy(sold, part, filled) } as Receipt;
}
