// Recomputes guards (the least payment for a fill, by an average price), and the parts of recurring orders.
import type { Receipt } from '../core/commands/command.ts';
import type { PoolsThen } from './match.ts';
import { paidBy } from './reference.ts';

type Placed = Extract<Receipt, { kind: 'placeOrder' }>;
export type GuardCheck = NonNullable<Extract<Receipt, { kind: 'swap' }>['guard']>;
type Traded = {
  readonly tokenA: string;
  readonly tokenB: string;
  readonly amountA: bigint;
  readonly amountB: bigint;
  readonly guard?: GuardCheck;
};

const MILLION = 1_000_000n;
const MINUTE_MS = 60_000;

/** True if a fill must prove its guard; orders placed before guards existed need not. */
export function needsGuard({ schedule, trigger, maxSlippagePpm }: Placed): boolean {
  return (schedule ?? trigger) !== undefined && maxSlippagePpm !== undefined && maxSlippagePpm < MILLION;
}

/** A fault in the time of the evidence, in words. */
export function faultOfTime({ fromMs, toMs, asOf }: GuardCheck, sequence: number, nowMs: number): string | undefined {
  const isOfWindow = fromMs % 1000 === 0 && fromMs <= toMs - MINUTE_MS && fromMs > toMs - MINUTE_MS - 1000;
  if (!isOfWindow) return 'by an average of another window';
  return toMs > nowMs || toMs < nowMs - MINUTE_MS || asOf >= sequence ? 'by an average of another time' : undefined;
}

/**
 * True if a trade pays what the reference does for the same amount, after fees: from pools less the allowed slippage, from another order
 * without price impact and slippage. For all that is due, one unit less is enough, or what whole units give, also if less is sold for it.
 */
export function isPaidEnough(
  traded: Traded,
  guard: GuardCheck,
  terms: Placed,
  pools: PoolsThen,
  by: 'order' | { readonly due: bigint },
): boolean {
  const tokens = [traded.tokenA, ...guard.via, traded.tokenB];
  const fees = tokens.slice(1).map((token, at) => {
    const { lpFeePpm = 0n, protocolFeePpm = 0n } = pools(tokens[at] as string, token) ?? {};
    return { lpFee: lpFeePpm, protocolFee: protocolFeePpm };
  });
  const { amountA, amountB } = traded;
  const single = { price: guard.average.numerator, depth: guard.depth };
  const own = paidBy(amountA, single, fees, by === 'order');
  if (by === 'order') return amountB * own.below >= own.above;
  const allowed = MILLION - (terms.maxSlippagePpm ?? (terms.schedule ? 10_000n : 30_000n));
  if (amountA < by.due && amountB * own.below * MILLION >= own.above * allowed) return true;
  const { above, below } = paidBy(by.due, single, fees);
  const base = paidBy(
    by.due,
    single,
    fees.map(({ lpFee }) => ({ lpFee, protocolFee: 0n })),
  );
  // Pools round fees up to a whole unit.
  const rounded = fees.reduce(
    (rest, { protocolFee }) => (rest * (MILLION - protocolFee)) / MILLION,
    base.above / base.below,
  );
  return (amountB + 1n) * below * MILLION >= above * allowed || amountB * MILLION >= rounded * allowed;
}

/** The next part of a recurring order: its unfilled rest, and from when it may be filled. */
export function nextPart(
  { amountA, schedule }: Placed,
  { left, placedAtMs, filledAtMs }: { readonly left: bigint; readonly placedAtMs: number; readonly filledAtMs: number },
  nowMs: number,
): { readonly rest: bigint; readonly fromMs: number } {
  const { times, everyMs } = schedule ?? { times: 1, everyMs: 0 };
  const part = amountA / BigInt(times);
  const filled = amountA - left;
  let index = 0;
  const restOf = (at: number) => (at === times - 1 ? amountA : part * BigInt(at + 1)) - filled;
  // If less than a thousandth of the order is left of a part, that rest is filled with the next part.
  while (index < times - 1 && restOf(index) * 1000n < amountA) index += 1;
  const wholeFrom = (at: number) => {
    const dueMs = placedAtMs + at * everyMs;
    if (at === 0) return dueMs;
    const before = dueMs - everyMs;
    const afterMs = (filledAtMs > before + 1000 ? filledAtMs : before) + Math.min(everyMs, MINUTE_MS);
    return Math.max(dueMs, afterMs);
  };
  const isBegun = filled > part * BigInt(index);
  if (!isBegun) return { rest: restOf(index), fromMs: wholeFrom(index) };
  // The rest of a part is added to the next part when that is due.
  if (index < times - 1 && wholeFrom(index + 1) <= nowMs)
    return { rest: restOf(index + 1), fromMs: wholeFrom(index + 1) };
  return { rest: restOf(index), fromMs: placedAtMs + index * everyMs };
}
