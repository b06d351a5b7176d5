// Recomputes a provider's position by the documented rules.
import type { Amount } from '../core/amount.ts';
import type { PositionRecord } from '../core/market/position.ts';
import type { PoolHolding } from './pool.ts';
import { indexOf, type PricedPool } from './price.ts';

/** The amounts of a provide or refund. */
type Moved = { readonly lpTokens: bigint; readonly amount0: bigint; readonly amount1: bigint };

export class PositionRecount {
  #record = Object.fromEntries(SUMS.map((name) => [name, 0n])) as Record<Sum, bigint>;
  #sequence = 0;

  get record(): PositionRecord {
    return { sequence: this.#sequence, ...this.#record, lpTokens: this.#record.lpTokens as Amount };
  }

  /** Continues from such a record. */
  restore({ sequence, ...record }: PositionRecord): void {
    this.#sequence = sequence;
    this.#record = record;
  }

  /** Uses the pool's index after the provide. */
  provide({ lpTokens, amount0, amount1 }: Moved, after: PoolHolding, pool: PricedPool, sequence: number): void {
    const record = this.#record;
    this.#sequence = sequence;
    record.lpTokens += lpTokens;
    record.base += lpTokens * indexOf(pool, after, after.supply);
    record.cost0 += amount0;
    record.cost1 += amount1;
    record.in0 += amount0;
    record.in1 += amount1;
  }

  /** Uses the pool's index before the refund. */
  refund({ lpTokens, amount0, amount1 }: Moved, before: PoolHolding, pool: PricedPool, sequence: number): void {
    const record = this.#record;
    const index = indexOf(pool, before, before.supply);
    const [held, base] = [record.lpTokens, record.base];
    const withoutFees = (amount: bigint) => (amount * base + held * index - 1n) / (held * index);
    const fees = (amount: bigint) => (withoutFees(amount) < amount ? amount - withoutFees(amount) : 0n);
    const [cost0, cost1] = [(record.cost0 * lpTokens) / held, (record.cost1 * lpTokens) / held];
    this.#sequence = sequence;
    record.lpTokens -= lpTokens;
    record.base -= (base * lpTokens) / held;
    record.cost0 -= cost0;
    record.cost1 -= cost1;
    record.released0 += cost0;
    record.released1 += cost1;
    record.withdrawn0 += amount0;
    record.withdrawn1 += amount1;
    record.realisedFees0 += fees(amount0);
    record.realisedFees1 += fees(amount1);
  }

  /** Moves the cost of the LP tokens, and what was put in for them; rounding stays with the sender. */
  send(lpTokens: bigint, to: PositionRecount, sequence: number): void {
    const held = this.#record.lpTokens;
    const part = (name: 'cost0' | 'cost1' | 'base') => (this.#record[name] * lpTokens) / held;
    const [cost0, cost1, base] = [part('cost0'), part('cost1'), part('base')];
    this.#sequence = sequence;
    to.#sequence = sequence;
    for (const [name, units] of Object.entries({ lpTokens, cost0, cost1, base, in0: cost0, in1: cost1 })) {
      this.#record[name as Sum] -= units;
      to.#record[name as Sum] += units;
    }
  }
}

const SUMS = [
  ...(['lpTokens', 'cost0', 'cost1', 'base', 'in0', 'in1', 'withdrawn0', 'withdrawn1'] as const),
  ...(['realisedFees0', 'realisedFees1', 'released0', 'released1'] as const),
] as const;
type Sum = (typeof SUMS)[number];
