// Rebuilds the market from /events alone: pools, and the positions in them.
import { type Ratio, ReplayedPool, type State, unitsOf } from './pool.ts';
import type { SseEvent } from './stream.ts';

type Pair = { readonly tokenA: string; readonly tokenB: string; readonly amountA: string; readonly amountB: string };
type Hop = Pair & { readonly poolAddress: string; readonly fees: Readonly<Record<'lp' | 'protocol' | 'ref', string>> };

const LP_DECIMALS = 9;

/** In base units, in the pool's order of tokens. */
export type Position = {
  lp: bigint;
  base: bigint;
  readonly cost: [bigint, bigint];
  readonly putIn: [bigint, bigint];
  readonly takenOut: [bigint, bigint];
  readonly realisedFees: [bigint, bigint];
  readonly released: [bigint, bigint];
};

export class Replay {
  readonly decimals = new Map<string, number>();
  readonly pools = new Map<string, ReplayedPool>();
  /** By account and pool. */
  readonly positions = new Map<string, Position>();
  sequence = 0;

  take(event: SseEvent): void {
    if (event.sequence !== this.sequence + 1) throw new Error(`${event.sequence} came after ${this.sequence}`);
    this.sequence = event.sequence;
    const ms = Date.parse(event.createdAt);
    if (event.kind === 'registerToken') this.decimals.set(event.token as string, event.decimals as number);
    if (event.kind === 'createPool') this.#create(event, event.amplification as number | undefined);
    if (event.kind === 'provide') this.#provide(event as never, ms);
    if (event.kind === 'refund') this.#refund(event as never, ms);
    if (event.kind === 'swap') for (const hop of event.route as Hop[]) this.#swap(hop, event.sequence, ms);
  }

  #create(event: SseEvent, amplification?: number): void {
    const tokens = [event.tokenA, event.tokenB].map(
      (token) => [token as string, this.#decimalsOf(token as string)] as const,
    );
    const pool = new ReplayedPool(tokens, amplification === undefined ? null : BigInt(amplification));
    this.pools.set(event.poolAddress as string, pool);
  }

  #swap({ poolAddress, fees, ...pair }: Hop, sequence: number, ms: number): void {
    const pool = this.#pool(poolAddress);
    const [paid, received] = [this.#units(pair.amountA, pair.tokenA), this.#units(pair.amountB, pair.tokenB)];
    const taken = this.#units(fees.protocol, pair.tokenB) + this.#units(fees.ref, pair.tokenB);
    const lpFee = this.#units(fees.lp, pair.tokenA);
    const before = pool.now;
    const is0 = pair.tokenA === pool.token0;
    const [d0, d1] = is0 ? [paid, -received - taken] : [-received - taken, paid];
    const after = pool.move(ms, sequence, { d0, d1, lp: 0n });
    const [volume0, volume1] = is0 ? [paid, received] : [received, paid];
    const [fees0, fees1] = is0 ? [lpFee, 0n] : [0n, lpFee];
    pool.swaps.push({ ms, sequence, before, after, volume0, volume1, fees0, fees1 });
  }

  #provide(
    event: SseEvent & Pair & { poolAddress: string; lpTokens: string; locked: string; account: string },
    ms: number,
  ): void {
    if (!this.pools.has(event.poolAddress)) this.#create(event);
    const pool = this.#pool(event.poolAddress);
    const amounts = this.#inOrder(event, pool);
    const [minted, locked] = [unitsOf(event.lpTokens, LP_DECIMALS), unitsOf(event.locked, LP_DECIMALS)];
    const after = pool.move(ms, event.sequence, { d0: amounts[0], d1: amounts[1], lp: minted + locked });
    const position = this.position(event.account, event.poolAddress);
    position.lp += minted;
    position.base += minted * indexOf(pool, after);
    for (const side of [0, 1] as const) {
      position.cost[side] += amounts[side];
      position.putIn[side] += amounts[side];
    }
  }

  #refund(event: SseEvent & Pair & { poolAddress: string; lpTokens: string; account: string }, ms: number): void {
    const pool = this.#pool(event.poolAddress);
    const amounts = this.#inOrder(event, pool);
    const burned = unitsOf(event.lpTokens, LP_DECIMALS);
    const index = indexOf(pool, pool.now);
    pool.move(ms, event.sequence, { d0: -amounts[0], d1: -amounts[1], lp: -burned });
    const position = this.position(event.account, event.poolAddress);
    const { lp, base } = position;
    for (const side of [0, 1] as const) {
      const cost = (position.cost[side] * burned) / lp;
      position.realisedFees[side] += feesIn(amounts[side], base, lp * index);
      position.cost[side] -= cost;
      position.released[side] += cost;
      position.takenOut[side] += amounts[side];
    }
    position.base -= (base * burned) / lp;
    position.lp -= burned;
  }

  position(account: string, pool: string): Position {
    const key = `${account} ${pool}`;
    const known = this.positions.get(key);
    if (known) return known;
    const none = (): [bigint, bigint] => [0n, 0n];
    const position = {
      lp: 0n,
      base: 0n,
      cost: none(),
      putIn: none(),
      takenOut: none(),
      realisedFees: none(),
      released: none(),
    };
    this.positions.set(key, position);
    return position;
  }

  #inOrder({ tokenA, tokenB, amountA, amountB }: Pair, pool: ReplayedPool): readonly [bigint, bigint] {
    const [a, b] = [this.#units(amountA, tokenA), this.#units(amountB, tokenB)];
    return tokenA === pool.token0 ? [a, b] : [b, a];
  }

  #units(text: string, token: string): bigint {
    return unitsOf(text, this.#decimalsOf(token));
  }

  #decimalsOf(token: string): number {
    const decimals = this.decimals.get(token);
    if (decimals === undefined) throw new Error(`${token} was never registered`);
    return decimals;
  }

  #pool(address: string): ReplayedPool {
    const pool = this.pools.get(address);
    if (!pool) throw new Error(`${address} was never created`);
    return pool;
  }
}

/** The amount of each token that a position would return, and the fees in it. */
export function worth(position: Position, pool: ReplayedPool): readonly (readonly [now: bigint, fees: bigint])[] {
  const { reserve0, reserve1, supply } = pool.now;
  return [reserve0, reserve1].map((reserve) => {
    const now = (position.lp * reserve) / supply;
    return [now, feesIn(now, position.base, position.lp * indexOf(pool, pool.now))] as const;
  });
}

/** Fees, impermanent loss and their sum in units of the second token, in either direction of the pair. */
export function compared(
  position: Position,
  pool: ReplayedPool,
  isInverse: boolean,
): readonly [bigint, bigint, bigint] {
  const sides = worth(position, pool).map(([now, fees], side) => ({ now, fees, cost: position.cost[side as 0 | 1] }));
  const [one, other]: Ratio = pool.spot(pool.now);
  const [numerator, denominator] = isInverse ? [other, one] : [one, other];
  const [first, second] = (isInverse ? sides.reverse() : sides) as [(typeof sides)[0], (typeof sides)[0]];
  const floor = (value: bigint) => (value >= 0n ? value / denominator : -((-value + denominator - 1n) / denominator));
  const fees = floor(first.fees * numerator + second.fees * denominator);
  const bare = ({ now, fees, cost }: (typeof sides)[0]) => now - fees - cost;
  const loss = floor(bare(first) * numerator + bare(second) * denominator);
  return [fees, loss, fees + loss];
}

const indexOf = (pool: ReplayedPool, state: State): bigint => (pool.liquidity(state) << 64n) / state.supply;

/** bare = ⌈out·base/(lp·J)⌉, at most all of it. */
function feesIn(out: bigint, base: bigint, whole: bigint): bigint {
  if (out === 0n || whole === 0n) return 0n;
  const bare = (out * base + whole - 1n) / whole;
  return bare < out ? out - bare : 0n;
}
