// Recomputes the answers of getMarket from the activity alone, with independent arithmetic.
import { invariantOf } from '../stable/definition.ts';

export type Replayed = {
  readonly tokens: readonly { readonly address: string; readonly decimals: number }[];
  readonly pools: readonly {
    readonly poolAddress: string;
    readonly jetton0: string;
    readonly jetton1: string;
    readonly amplification: string | null;
  }[];
  /** Oldest first. */
  readonly activity: readonly Record<string, string>[];
};

type Step = {
  at: number;
  r0: bigint;
  r1: bigint;
  supply: bigint;
  v0: bigint;
  v1: bigint;
  f0: bigint;
  f1: bigint;
  n: number;
};
type Ratio = readonly [bigint, bigint];
/** A price in whole units, cut to its first 18 digits. */
type Cut = { readonly digits: bigint; readonly exponent: number };

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const ten = (exponent: number) => 10n ** BigInt(exponent);
const lesser = (a: bigint, b: bigint) => (a < b ? a : b);

export class Replay {
  readonly #market: Replayed;
  readonly #steps = new Map<string, Step[]>();

  constructor(market: Replayed) {
    this.#market = market;
    for (const one of market.activity) if (one.poolAddress && one.amountA) this.#take(one);
  }

  #decimals = (token: string) => this.#market.tokens.find(({ address }) => address === token)?.decimals as number;
  #pool = (address: string) =>
    this.#market.pools.find(({ poolAddress }) => poolAddress === address) as Replayed['pools'][number];
  #units(text: string, decimals: number): bigint {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(decimals, '0'));
  }

  #take(one: Record<string, string>): void {
    const { jetton0 } = this.#pool(one.poolAddress as string);
    const { tokenA = '', tokenB = '', amountA = '', amountB = '', kind } = one;
    const [a, b] = [this.#units(amountA, this.#decimals(tokenA)), this.#units(amountB, this.#decimals(tokenB))];
    const steps = this.#steps.get(one.poolAddress as string) ?? [];
    this.#steps.set(one.poolAddress as string, steps);
    const last = steps.at(-1) ?? { r0: 0n, r1: 0n, supply: 0n, v0: 0n, v1: 0n, f0: 0n, f1: 0n, n: 0 };
    const at = Date.parse(one.createdAt as string);
    const turn = tokenA !== jetton0;
    const [x, y] = turn ? [b, a] : [a, b];
    if (kind === 'provide' || kind === 'refund') {
      const sign = kind === 'provide' ? 1n : -1n;
      const locked = last.supply === 0n ? 1000n : 0n;
      const lp = this.#units(one.lpTokens as string, 9) + locked;
      steps.push({ ...last, at, r0: last.r0 + sign * x, r1: last.r1 + sign * y, supply: last.supply + sign * lp });
    } else if (kind === 'swap') {
      const fees = one.fees as unknown as { lp: string; protocol: string; ref: string };
      const out =
        b + this.#units(fees.protocol, this.#decimals(tokenB)) + this.#units(fees.ref, this.#decimals(tokenB));
      const lp = this.#units(fees.lp, this.#decimals(tokenA));
      const [d0, d1, f0, f1] = turn ? [-out, a, 0n, lp] : [a, -out, lp, 0n];
      const sums = { v0: last.v0 + x, v1: last.v1 + y, f0: last.f0 + f0, f1: last.f1 + f1, n: last.n + 1 };
      steps.push({ ...last, ...sums, at, r0: last.r0 + d0, r1: last.r1 + d1 });
    }
  }

  #now = (pool: string): Step | undefined => this.#steps.get(pool)?.at(-1);
  #before = (pool: string, ms: number): Step | undefined => this.#steps.get(pool)?.findLast(({ at }) => at < ms);

  #spot(pool: string, { r0, r1 }: Step): Ratio {
    const { amplification, jetton0, jetton1 } = this.#pool(pool);
    if (amplification === null) return [r1, r0];
    const [decimalsIn, decimalsOut] = [this.#decimals(jetton0), this.#decimals(jetton1)];
    const [unit0, unit1] = [ten(Math.max(0, decimalsOut - decimalsIn)), ten(Math.max(0, decimalsIn - decimalsOut))];
    const [x, y, ann] = [r0 * unit0 * 1_000_000n, r1 * unit1 * 1_000_000n, BigInt(amplification)];
    const d = invariantOf({ reserveIn: r0, reserveOut: r1, decimalsIn, decimalsOut, amplification: ann });
    const cube = (y > x ? d : d - 1n) ** 3n;
    const flat = 4n * ann * x * x * y * y;
    return [(flat + cube * y) * unit0, (flat + cube * x) * unit1];
  }

  /** The time-weighted prices of both tokens in each other at a minute. */
  #means(pool: string, minute: number): readonly [Cut, Cut] {
    const { jetton0, jetton1 } = this.#pool(pool);
    const [d0, d1] = [this.#decimals(jetton0), this.#decimals(jetton1)];
    const from = minute - 5 * MINUTE;
    const [start, end] = [this.#before(pool, from), this.#before(pool, minute)];
    if (!start || !end) {
      return this.#cutSpot(pool, end ?? (this.#now(pool) as Step));
    }
    let [sum0, sum1] = [0n, 0n];
    const steps = [start, ...(this.#steps.get(pool) ?? []).filter(({ at }) => at >= from && at < minute)];
    const [last, under] = this.#spot(pool, end);
    const isStill = steps.every((step) => this.#spot(pool, step)[0] * under === last * this.#spot(pool, step)[1]);
    if (isStill) return this.#cutSpot(pool, end);
    for (const [i, step] of steps.entries()) {
      const ms = BigInt((steps[i + 1]?.at ?? minute) - Math.max(step.at, from));
      const [n, d] = this.#spot(pool, step);
      sum0 += ((n << 192n) / d + 1n) * ms;
      sum1 += ((d << 192n) / n + 1n) * ms;
    }
    const all = BigInt(5 * MINUTE) << 192n;
    return [cut(sum0 * ten(d0), all * ten(d1)), cut(sum1 * ten(d1), all * ten(d0))];
  }

  /** What a pool counts for: the lesser of its reserves at both ends of the five minutes, a tenth of them if it was empty at the start. */
  #counted(pool: string, minute: number) {
    const [then, held] = [this.#before(pool, minute - 5 * MINUTE), this.#before(pool, minute) ?? this.#now(pool)];
    if (!held) return undefined;
    if (!then?.r0) return { r0: Number(held.r0) * 0.1, r1: Number(held.r1) * 0.1, least: lesser(held.r0, held.r1) };
    const [r0, r1] = [lesser(then.r0, held.r0), lesser(then.r1, held.r1)];
    return { r0: Number(r0), r1: Number(r1), least: lesser(r0, r1) };
  }

  /** Prices from the quote token outwards: next comes the pool over which the most of it can be had. */
  prices(quote: string, minute: number) {
    const one = { digits: ten(17), exponent: -17 };
    type Priced = {
      price: Cut;
      means: readonly Cut[];
      spots: readonly Cut[] | null;
      values: readonly number[];
      part: number;
    };
    const found = new Map<string, Priced | null>([[quote, { price: one, means: [], spots: [], values: [], part: 1 }]]);
    const sides = this.#market.pools.flatMap(({ poolAddress: pool, jetton0, jetton1 }) => {
      const counted = this.#counted(pool, minute);
      if (!counted) return [];
      const { r0, r1, least } = counted;
      return [
        { pool, least, near: jetton0, far: jetton1, held: r0, own: r1, side: 1 as const },
        { pool, least, near: jetton1, far: jetton0, held: r1, own: r0, side: 0 as const },
      ];
    });
    const mostOf = (token: string) => Math.max(...sides.filter(({ far }) => far === token).map(({ own }) => own));
    for (;;) {
      let [deepest, next] = [-1, () => {}];
      for (const { pool, least, near, far, held, own, side } of sides) {
        const from = found.get(near);
        if (!from || found.has(far)) continue;
        const value = least < 10n ? 0 : toFloat(from.price) * (held / 10 ** this.#decimals(near));
        const values = [value, ...from.values];
        const part = Math.max(0.1, (from.part * own) / mostOf(far));
        const depth = Math.min(...values) * part;
        if (depth <= deepest) continue;
        deepest = depth;
        const was = this.#before(pool, minute - DAY);
        const spots = was && from.spots && [this.#cutSpot(pool, was)[side], ...from.spots];
        const means = [this.#means(pool, minute)[side], ...from.means];
        const priced = { price: product(means), means, spots: spots ?? null, values, part };
        next = () => found.set(far, own * 1000 < mostOf(far) ? null : priced);
      }
      if (deepest < 0) break;
      next();
    }
    return new Map(
      [...found].flatMap(([token, priced]) => {
        if (!priced || priced.means.length > 3) return [];
        const { price, spots } = priced;
        return [[token, { price, before: spots && product([one, ...spots]) }] as const];
      }),
    );
  }

  #cutSpot(pool: string, step: Step): readonly [Cut, Cut] {
    const { jetton0, jetton1 } = this.#pool(pool);
    const [d0, d1] = [ten(this.#decimals(jetton0)), ten(this.#decimals(jetton1))];
    const [n, d] = this.#spot(pool, step);
    const price = cut(n * d0, d * d1);
    // The other token's price is one divided by the printed one.
    return [price, cut(ten(200), price.digits * ten(200 + price.exponent))];
  }

  /** The figures of a pool in the direction of its pair: the quote token last (tokens are registered by address). */
  directed(pool: string, since: number | null, quote: string, minute: number) {
    const figures = this.figures(pool, since, quote, minute);
    if (this.#pool(pool).jetton0 !== quote) return figures;
    const [now, then] = [this.#now(pool), since === null ? undefined : this.#before(pool, since)];
    const turned = ({ amount0, amount1, ...rest }: typeof figures.volume) => ({
      ...{ amount0: amount1, amount1: amount0 },
      ...rest,
    });
    const [[n1, m1], [n0, m0]] = [now ? this.#spot(pool, now) : [1n, 1n], then ? this.#spot(pool, then) : [1n, 1n]];
    return {
      ...figures,
      price: now ? printCut(this.#cutSpot(pool, now)[1]) : null,
      change: now && then ? print(((m1 * n0 - m0 * n1) * ten(12)) / (m0 * n1), 12) : null,
      volume: turned(figures.volume),
      fees: turned(figures.fees as typeof figures.volume),
      ...{ reserve0: figures.reserve1, reserve1: figures.reserve0 },
      held: figures.held.toReversed(),
      swapped: figures.swapped.toReversed(),
    };
  }

  /** The figures of a pool since a time, formatted like the answers; `minute` is when prices are taken. */
  figures(pool: string, since: number | null, quote: string, minute: number) {
    const { jetton0, jetton1 } = this.#pool(pool);
    const [d0, d1, dq] = [this.#decimals(jetton0), this.#decimals(jetton1), this.#decimals(quote)];
    const prices = this.prices(quote, minute);
    const worth = (units: bigint, token: string, decimals: number): bigint | null => {
      const price = prices.get(token)?.price;
      if (units === 0n) return 0n;
      return price ? (units * price.digits * ten(dq + 200 + price.exponent)) / ten(decimals + 200) : null;
    };
    const both = (a: bigint, b: bigint) => {
      const [w0, w1] = [worth(a, jetton0, d0), worth(b, jetton1, d1)];
      return w0 === null || w1 === null ? null : w0 + w1;
    };
    const zero = { r0: 0n, r1: 0n, v0: 0n, v1: 0n, f0: 0n, f1: 0n, n: 0, supply: 0n, at: 0 };
    const now = this.#now(pool);
    const end = now ?? zero;
    const then = since === null ? undefined : this.#before(pool, since);
    const start = then ?? zero;
    const [v0, v1, f0, f1] = [end.v0 - start.v0, end.v1 - start.v1, end.f0 - start.f0, end.f1 - start.f1];
    const [volume, fees, tvl] = [both(v0, v1), both(f0, f1), both(end.r0, end.r1)];
    const shown = (units: bigint | null) => (units === null ? null : print(units, dq));
    const change = ([n1, m1]: Ratio, [n0, m0]: Ratio) => print(((n1 * m0 - n0 * m1) * ten(12)) / (n0 * m1), 12);
    return {
      price: now ? printCut(this.#cutSpot(pool, now)[0]) : null,
      change: now && then ? change(this.#spot(pool, now), this.#spot(pool, then)) : null,
      volume: {
        amount0: print(v0, d0),
        amount1: print(v1, d1),
        quote: volume === null ? null : print(volume / 2n, dq),
      },
      fees: { amount0: print(f0, d0), amount1: print(f1, d1), quote: shown(fees) },
      swaps: String(end.n - start.n),
      reserve0: print(end.r0, d0),
      reserve1: print(end.r1, d1),
      tvl: shown(tvl),
      apr: fees === null || !tvl ? null : print((fees * 365n * ten(12)) / tvl, 12),
      supply: print(end.supply, 9),
      worth: (units: bigint, token: string) => shown(worth(units, token, this.#decimals(token))),
      held: [end.r0, end.r1],
      swapped: [v0, v1],
    };
  }
}

export function print(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const fraction = decimals > 0 ? digits.slice(-decimals).replace(/0+$/, '') : '';
  return `${sign}${decimals > 0 ? digits.slice(0, -decimals) : digits}${fraction && `.${fraction}`}`;
}

export const printCut = ({ digits, exponent }: Cut): string => print(digits * ten(exponent + 100), 100);

export const changeOfCuts = (now: Cut, then: Cut): string => {
  const [a, b] = [now.digits * ten(now.exponent + 100), then.digits * ten(then.exponent + 100)];
  return print(((a - b) * ten(12)) / b, 12);
};

/** The first 18 digits of a quotient. */
function cut(numerator: bigint, denominator: bigint): Cut {
  const long = String((numerator * ten(120)) / denominator);
  return { digits: BigInt(long.slice(0, 18)), exponent: long.length - 18 - 120 };
}

/** Multiplies exactly and cuts once. */
const product = (prices: readonly Cut[]): Cut => {
  const all = prices.reduce((sum, { digits }) => sum * digits, 1n);
  const { digits, exponent } = cut(all, 1n);
  return { digits, exponent: prices.reduce((sum, price) => sum + price.exponent, exponent) };
};

const toFloat = ({ digits, exponent }: Cut): number => Number(digits) * 10 ** exponent;
