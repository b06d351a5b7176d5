// A pool rebuilt from events: keeps every state, and computes all figures from them naively.
import { invariantOf } from '../stable/definition.ts';

export type State = {
  readonly ms: number;
  readonly sequence: number;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  readonly supply: bigint;
};

export type Swapped = {
  readonly ms: number;
  readonly sequence: number;
  readonly before: State;
  readonly after: State;
  readonly volume0: bigint;
  readonly volume1: bigint;
  readonly fees0: bigint;
  readonly fees1: bigint;
};

/** The price of the first token in the second, in whole units: an exact fraction. */
export type Ratio = readonly [numerator: bigint, denominator: bigint];

export class ReplayedPool {
  readonly token0: string;
  readonly token1: string;
  readonly decimals0: number;
  readonly decimals1: number;
  readonly amplification: bigint | null;
  readonly states: State[] = [];
  readonly swaps: Swapped[] = [];

  constructor(tokens: readonly (readonly [address: string, decimals: number])[], amplification: bigint | null) {
    const [first, second] = [...tokens].sort(([one], [other]) => (one < other ? -1 : 1)) as [
      [string, number],
      [string, number],
    ];
    [this.token0, this.decimals0] = first;
    [this.token1, this.decimals1] = second;
    this.amplification = amplification;
  }

  get now(): State {
    return this.states.at(-1) ?? { ms: 0, sequence: 0, reserve0: 0n, reserve1: 0n, supply: 0n };
  }

  move(ms: number, sequence: number, delta: { readonly d0: bigint; readonly d1: bigint; readonly lp: bigint }): State {
    const { reserve0, reserve1, supply } = this.now;
    const [next0, next1] = [reserve0 + delta.d0, reserve1 + delta.d1];
    const state = { ms, sequence, reserve0: next0, reserve1: next1, supply: supply + delta.lp };
    this.states.push(state);
    return state;
  }

  /** The price of token0 in token1, in base units. */
  spot({ reserve0, reserve1 }: State): Ratio {
    if (this.amplification === null) return [reserve1, reserve0];
    // -dy/dx of Ann·(x+y) + D = Ann·D + D³/4xy, with D rounded so that the price is the higher one.
    const finest = Math.max(this.decimals0, this.decimals1);
    const [unit0, unit1] = [10n ** BigInt(finest - this.decimals0), 10n ** BigInt(finest - this.decimals1)];
    const [x, y] = [reserve0 * unit0 * 1_000_000n, reserve1 * unit1 * 1_000_000n];
    const d = this.invariant({ reserve0, reserve1 }) - (y > x ? 0n : 1n);
    const slopeX = 4n * this.amplification * x * x * y + d ** 3n;
    const slopeY = 4n * this.amplification * x * y * y + d ** 3n;
    return [y * slopeX * unit0, x * slopeY * unit1];
  }

  /** √(r0·r1)·2^64, or D for a stable pool. */
  liquidity(state: Pick<State, 'reserve0' | 'reserve1'>): bigint {
    return this.amplification === null ? squareRoot((state.reserve0 * state.reserve1) << 128n) : this.invariant(state);
  }

  private invariant({ reserve0, reserve1 }: Pick<State, 'reserve0' | 'reserve1'>): bigint {
    return invariantOf({
      reserveIn: reserve0,
      reserveOut: reserve1,
      decimalsIn: this.decimals0,
      decimalsOut: this.decimals1,
      amplification: this.amplification as bigint,
    });
  }

  /** The price of token0 in token1, in whole units. */
  price(state: State): string {
    const [numerator, denominator] = this.spot(state);
    return cut18(numerator * 10n ** BigInt(this.decimals0), denominator * 10n ** BigInt(this.decimals1));
  }

  /** The price of token1 in token0: one divided by the printed price. */
  priceOther = (state: State): string => cut18(10n ** 200n, unitsOf(this.price(state), 200));

  /** The mean price of token0 over a period: sums every millisecond, plus the most by which each term was cut. */
  mean(fromMs: number, toMs: number): string {
    const still = this.still(fromMs, toMs);
    if (still) return this.price(still);
    const area = this.area(fromMs, toMs, ([one, other]) => (one << 192n) / other);
    const elapsed = BigInt(toMs - fromMs);
    return cut18((area + elapsed) * 10n ** BigInt(this.decimals0), (elapsed << 192n) * 10n ** BigInt(this.decimals1));
  }

  /** The same for token1. */
  meanOther(fromMs: number, toMs: number): string {
    const still = this.still(fromMs, toMs);
    if (still) return this.priceOther(still);
    const area = this.area(fromMs, toMs, ([one, other]) => (other << 192n) / one);
    const elapsed = BigInt(toMs - fromMs);
    return cut18((area + elapsed) * 10n ** BigInt(this.decimals1), (elapsed << 192n) * 10n ** BigInt(this.decimals0));
  }

  /** The state, if the price never moved in the period. */
  private still(fromMs: number, toMs: number): State | undefined {
    const held = this.states.filter(
      ({ ms }, at) => Math.min(this.states[at + 1]?.ms ?? toMs, toMs) > Math.max(ms, fromMs),
    );
    const spots = held.map((state) => this.spot(state)) as [Ratio, ...Ratio[]];
    return spots.every(([one, other]) => one * spots[0][1] === other * spots[0][0]) ? held.at(-1) : undefined;
  }

  private area(fromMs: number, toMs: number, height: (spot: Ratio) => bigint): bigint {
    let area = 0n;
    for (const [index, state] of this.states.entries()) {
      const begin = Math.max(state.ms, fromMs);
      const end = Math.min(this.states[index + 1]?.ms ?? toMs, toMs);
      if (end > begin) area += height(this.spot(state)) * BigInt(end - begin);
    }
    return area;
  }

  /** Candles as getCandles returns them, by scanning all swaps for each. */
  candles(intervalMs: number): readonly Readonly<Record<string, string>>[] {
    const starts = [...new Set(this.swaps.map(({ ms }) => ms - (ms % intervalMs)))];
    return starts.map((start) => {
      const inside = this.swaps.filter(({ ms }) => ms >= start && ms < start + intervalMs);
      const prices = inside.flatMap(({ before, after }) => [this.price(before), this.price(after)]);
      const sorted = [...prices].sort(byValue);
      const total = (name: 'volume0' | 'volume1' | 'fees0' | 'fees1', decimals: number) =>
        wholeText(
          inside.reduce((sum, swap) => sum + swap[name], 0n),
          decimals,
        );
      return {
        time: new Date(start).toISOString(),
        open: prices[0] as string,
        high: sorted.at(-1) as string,
        low: sorted[0] as string,
        close: prices.at(-1) as string,
        volume0: total('volume0', this.decimals0),
        volume1: total('volume1', this.decimals1),
        fees0: total('fees0', this.decimals0),
        fees1: total('fees1', this.decimals1),
        swaps: String(inside.length),
      };
    });
  }
}

/** Eighteen significant digits of a fraction, the rest cut, by long division. */
export function cut18(numerator: bigint, denominator: bigint): string {
  let places = 0;
  const digits = () => (numerator * 10n ** BigInt(places)) / denominator;
  while (digits().toString().length < 18) places += 1;
  const found = digits().toString();
  if (places === 0) return `${found.slice(0, 18)}${'0'.repeat(found.length - 18)}`;
  return wholeText(BigInt(found), places);
}

export function wholeText(units: bigint, decimals: number): string {
  const padded = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const fraction = padded.slice(padded.length - decimals).replace(/0+$/, '');
  const sign = units < 0n ? '-' : '';
  return `${sign}${padded.slice(0, padded.length - decimals)}${decimals > 0 && fraction !== '' ? `.${fraction}` : ''}`;
}

export function unitsOf(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
}

const byValue = (one: string, other: string): number => {
  const [first, second] = [unitsOf(one, 80), unitsOf(other, 80)];
  return first < second ? -1 : first > second ? 1 : 0;
};

function squareRoot(of: bigint): bigint {
  let [low, high] = [0n, 1n << BigInt(Math.ceil(of.toString(2).length / 2) + 1)];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle * middle <= of) low = middle;
    else high = middle;
  }
  return low;
}
