// Recomputes guards (the least payment for a fill, by an average price), and the parts of recurring orders.
import type { Receipt } from '../core/commands/command.ts';
import type { PoolsThen } from './match.ts';

type Placed = Extract<Receipt, { kind: 'placeOrder' }>;
export type Guard = NonNullable<Extract<Receipt, { kind: 'swap' }>['guard']>;
type Traded = {
  readonly tokenA: string;
  readonly tokenB: string;
  readonly amountA: bigint;
  readonly amountB: bigint;
  readonly guard?: Guard;
};

const MILLION = 1_000_000n;
const MINUTE_MS = 60_000;

/** True if a fill must prove its guard; orders placed before guards existed need not. */
export function needsGuard({ schedule, trigger, maxSlippagePpm }: Placed): boolean {
  return (schedule ?? trigger) !== undefined && maxSlippagePpm !== undefined && maxSlippagePpm < MILLION;
}

/** A fault in the time of the evidence, in words. */
export function faultOfTime({ fromMs, toMs, asOf }: Guard, sequence: number, nowMs: number): string | undefined {
  const isOfWindow = fromMs % 1000 === 0 && fromMs <= toMs - MINUTE_MS && fromMs > toMs - MINUTE_MS - 1000;
  if (!isOfWindow) return 'by an average of another window';
  return toMs > nowMs || toMs < nowMs - MINUTE_MS || asOf >= sequence ? 'by an average of another time' : undefined;
}

/** True if a trade pays what a pool with the average price and depth would, less fees and the allowed slippage. */
export function isPaidEnough(traded: Traded, guard: Guard, terms: Placed, pools: PoolsThen): boolean {
  const tokens = [traded.tokenA, ...guard.via, traded.tokenB];
  let [keptIn, whole] = [1n, 1n];
  const keptOut: bigint[] = [];
  for (const [at, tokenOut] of tokens.slice(1).entries()) {
    const { lpFeePpm, protocolFeePpm } = pools(tokens[at] as string, tokenOut) ?? {};
    // An earlier version created the pool, and its fees are unknown.
    if (lpFeePpm === undefined || protocolFeePpm === undefined) return true;
    keptIn *= MILLION - lpFeePpm;
    keptOut.push(MILLION - protocolFeePpm);
    whole *= MILLION;
  }
  const { numerator, denominator } = guard.average;
  const square = (guard.depth * denominator) / numerator;
  const reserve = rootDown(square);
  const taken = traded.amountA * keptIn;
  const paid = (numerator * taken * reserve) / (denominator * (reserve * whole + taken));
  const allowed = MILLION - (terms.maxSlippagePpm ?? (terms.schedule ? 10_000n : 30_000n));
  // Pools round fees up to a whole unit.
  const received = keptOut.reduce((rest, kept) => (rest * kept) / MILLION, paid);
  return traded.amountB * MILLION >= received * allowed;
}

/** The square root, rounded down, by bisection. */
function rootDown(square: bigint): bigint {
  let [low, high] = [0n, 1n];
  while (high * high <= square) high *= 2n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle * middle <= square) low = middle;
    else high = middle;
  }
  return low;
}

/** The next part of a recurring order: its unfilled rest, and from when it may be filled. */
export function nextPart(
  { amountA, schedule }: Placed,
  { left, placedAtMs, filledAtMs }: { readonly left: bigint; readonly placedAtMs: number; readonly filledAtMs: number },
): { readonly rest: bigint; readonly fromMs: number } {
  const { times, everyMs } = schedule ?? { times: 1, everyMs: 0 };
  const part = amountA / BigInt(times);
  const filled = amountA - left;
  let index = 0;
  const restOf = (at: number) => (at === times - 1 ? amountA : part * BigInt(at + 1)) - filled;
  // If less than a thousandth of the order is left of a part, that rest is filled with the next part.
  while (index < times - 1 && restOf(index) * 1000n < amountA) index += 1;
  const dueMs = placedAtMs + index * everyMs;
  const isBegun = filled > part * BigInt(index);
  if (index === 0 || isBegun) return { rest: restOf(index), fromMs: dueMs };
  const before = dueMs - everyMs;
  const afterMs = (filledAtMs > before + 1000 ? filledAtMs : before) + Math.min(everyMs, MINUTE_MS);
  return { rest: restOf(index), fromMs: Math.max(dueMs, afterMs) };
}
