// Random markets for the router: pools with exact reserves, and the router's view of them in floats.
import { type Amount, amount, type Ppm, ppm } from '../../src/core/amount.ts';
import { constantProduct } from '../../src/core/curves/constant-product.ts';
import type { NumericCurve, Reserves } from '../../src/core/curves/curve.ts';
import type { SwapRates } from '../../src/core/maths/fill.ts';
import { RouterMarket } from '../../src/router/market.ts';
import { Random } from './random.ts';

export type MadePool = {
  readonly one: number;
  readonly other: number;
  readonly reserveOne: Amount;
  readonly reserveOther: Amount;
  readonly rates: SwapRates;
};
export type MadeMarket = { readonly tokens: number; readonly pools: readonly MadePool[] };

const LP_FEES = [2000n, 2500n, 3000n].map(ppm);
const PROTOCOL_FEE = ppm(1000n);
const NO_FEE = ppm(0n);

/** How far a pool's price may be from the true one, as a fraction: within its fee no cycle is profitable, beyond it some are. */
export type Noise = 'inside the fee' | number;

type Token = { readonly unitWorth: number };

/** A few hubs, as in real markets: tokens with a lower index have more pools, and deeper ones. */
export function powerLaw(seed: number, tokens: number, pools: number, noise: Noise = 'inside the fee'): MadeMarket {
  const random = new Random(seed);
  const made = makeTokens(random, tokens);
  const pairs = new Set<number>();
  const weights = made.map((_, index) => 1 / (index + 1) ** 0.9);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const hub = () => {
    let [token, left] = [0, random.next() * total];
    while (token < tokens - 1 && left > (weights[token] as number)) left -= weights[token++] as number;
    return token;
  };
  const join = (one: number, other: number) => {
    if (one !== other) pairs.add(Math.min(one, other) * tokens + Math.max(one, other));
  };
  for (let token = 1; token < tokens; token++) join(token, Math.min(hub(), token - 1));
  while (pairs.size < pools) join(random.below(2) === 0 ? random.below(tokens) : hub(), hub());
  const depth = (token: number) => 1e6 / (token + 3) ** 0.7;
  return {
    tokens,
    pools: [...pairs].map((pair) => {
      const [one, other] = [Math.floor(pair / tokens), pair % tokens];
      const worth = Math.sqrt(depth(one) * depth(other)) * random.powerBetween(0.2, 5);
      return makePool(random, made, one, other, worth, noise);
    }),
  };
}

/** A market with a pool for every pair. */
export function complete(seed: number, tokens: number, noise: Noise = 'inside the fee'): MadeMarket {
  const random = new Random(seed);
  const made = makeTokens(random, tokens);
  const pools: MadePool[] = [];
  for (let one = 0; one < tokens; one++) {
    for (let other = one + 1; other < tokens; other++) {
      pools.push(makePool(random, made, one, other, random.powerBetween(1e4, 1e7), noise));
    }
  }
  return { tokens, pools };
}

const makeTokens = (random: Random, count: number): Token[] =>
  Array.from({ length: count }, () => ({
    unitWorth: random.powerBetween(1e-3, 1e3) / 10 ** random.oneOf([9, 12, 18]),
  }));

function makePool(
  random: Random,
  tokens: readonly Token[],
  one: number,
  other: number,
  worth: number,
  noise: Noise,
): MadePool {
  const lpFeePpm = random.oneOf(LP_FEES);
  const off = noise === 'inside the fee' ? Number(lpFeePpm) / 1e6 / 2 : noise;
  const reserve = (token: number, factor: number) =>
    amount(BigInt(Math.ceil((worth / (tokens[token] as Token).unitWorth) * factor)));
  return {
    one,
    other,
    reserveOne: reserve(one, 1 + random.between(-off, off)),
    reserveOther: reserve(other, 1),
    rates: { lpFeePpm, protocolFeePpm: PROTOCOL_FEE, refFeePpm: NO_FEE },
  };
}

export const reservesOf = ({ reserveOne, reserveOther }: MadePool, forward: boolean): Reserves =>
  forward ? { reserveIn: reserveOne, reserveOut: reserveOther } : { reserveIn: reserveOther, reserveOut: reserveOne };

/** The curve from `one` to `other`, or back if not `forward`; an empty pool pays nothing. */
export function curveOf(pool: MadePool, forward: boolean): NumericCurve {
  const reserves = reservesOf(pool, forward);
  if (reserves.reserveIn === 0n) return { alpha: 0, beta: 0 };
  const kept = (fee: Ppm) => 1 - Number(fee) / 1e6;
  return constantProduct.numeric(reserves, { in: kept(pool.rates.lpFeePpm), out: kept(pool.rates.protocolFeePpm) });
}

/** The market as the router sees it: float curves without exact reserves. */
export function snapshotOf({ pools }: MadeMarket): RouterMarket {
  const market = new RouterMarket();
  for (const pool of pools) market.append(pool.one, pool.other, curveOf(pool, true), curveOf(pool, false));
  return market;
}

/** Trade sizes as fractions of the deepest reserve of the token sold: small, medium, large and huge. */
export const SIZES = { S: [1e-5, 1e-3], M: [1e-3, 1e-2], L: [1e-2, 0.1], W: [0.1, 0.3] } as const;
export type Size = keyof typeof SIZES;

export type Trade = { readonly from: number; readonly to: number; readonly amount: Amount };

/** A random trade of this size. */
export function tradeOf(random: Random, { tokens, pools }: MadeMarket, size: Size): Trade {
  const from = random.below(tokens);
  const to = (from + 1 + random.below(tokens - 1)) % tokens;
  const reserves = pools.flatMap(({ one, other, reserveOne, reserveOther }) =>
    one === from ? [reserveOne] : other === from ? [reserveOther] : [],
  );
  const deepest = reserves.reduce((most, reserve) => (reserve > most ? reserve : most), amount(1n));
  return {
    from,
    to,
    amount: amount(BigInt(Math.ceil(Number(deepest) * random.powerBetween(SIZES[size][0], SIZES[size][1])))),
  };
}
