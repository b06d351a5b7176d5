// Sound markets, and dust pools at absurd prices that a stranger may add, some with tokens of their own.
import type { Random } from '../../bench/router/random.ts';
import { type Account, amount, MAX_AMOUNT, type PoolAddress, ppm, type TokenAddress } from '../../src/core/amount.ts';
import { CONSTANT_PRODUCT, type Shape } from '../../src/core/curves/curves.ts';
import type { ListedToken, Pool } from '../../src/core/pool.ts';
import type { Everything } from '../../src/ports/tail.ts';

/** A token and the value of one base unit, in an arbitrary currency. */
export type Valued = ListedToken & { readonly unitValue: number };
export type Griefed = {
  readonly tokens: readonly Valued[];
  readonly before: Everything;
  readonly after: Everything;
  /** The value of the richest side of any stranger's pool. */
  readonly mostDust: number;
};

type Made = { readonly pool: Pool; readonly reserve0: bigint; readonly reserve1: bigint };

const DECIMALS = [0, 6, 9, 18];
/** A sound pool holds at least this many units, so that its price is well defined. */
const LEAST_UNITS = 1e5;

export function griefedMarket(random: Random): Griefed {
  const tokens = Array.from({ length: 3 + random.below(4) }, (_, at) => drawToken(random, at));
  const own = Array.from({ length: random.below(3) }, (_, at) => drawToken(random, tokens.length + at));
  const sound = drawSound(random, tokens);
  const dust = drawDust(random, [...tokens, ...own], sound);
  const all = [...tokens, ...own];
  const worth = (units: bigint, address: string) =>
    Number(units) * (all.find((token) => token.address === address)?.unitValue ?? 0);
  const sides = dust.flatMap(({ pool, reserve0, reserve1 }) => [
    worth(reserve0, pool.token0),
    worth(reserve1, pool.token1),
  ]);
  return {
    tokens,
    before: everything(tokens, sound),
    after: everything(all, [...sound, ...dust]),
    mostDust: Math.max(...sides),
  };
}

function drawToken(random: Random, at: number): Valued {
  const decimals = random.oneOf(DECIMALS);
  // Half of the tokens have the same value, so that stable pools between them are sound.
  const value = random.next() < 0.5 ? 1 : random.powerBetween(1e-3, 1e3);
  const address = `t${at}` as TokenAddress;
  return { address, symbol: `T${at}`, decimals, status: 'listed', unitValue: value / 10 ** decimals };
}

/** A chain over all tokens plus some further pools, each with its own depth and a price correct within its fees. */
function drawSound(random: Random, tokens: readonly Valued[]): Made[] {
  const made: Made[] = [];
  for (const [one, token0] of tokens.entries()) {
    for (const [other, token1] of tokens.entries()) {
      if (other <= one || (other !== one + 1 && random.next() < 0.5)) continue;
      const least = LEAST_UNITS * Math.max(token0.unitValue, token1.unitValue);
      const depth = Math.max(least, random.powerBetween(1e4, 1e8));
      const noise = random.between(0.999, 1.001);
      const [reserve0, reserve1] = [units((depth * noise) / token0.unitValue), units(depth / token1.unitValue)];
      const isPar = worthOf(token0) === worthOf(token1) && random.next() < 0.5;
      const shape: Shape = isPar ? { curve: 'stable', amplification: 100n } : CONSTANT_PRODUCT;
      made.push({ pool: poolOf(made.length + 1, token0, token1, shape), reserve0, reserve1 });
    }
  }
  return made;
}

/** One to five pools between tokens that have none yet, each side of any size from almost nothing. */
function drawDust(random: Random, tokens: readonly Valued[], sound: readonly Made[]): Made[] {
  const taken = new Set(sound.map(({ pool }) => `${pool.token0} ${pool.token1}`));
  const made: Made[] = [];
  const wanted = 1 + random.below(5);
  for (let tries = 0; tries < 30 && made.length < wanted; tries++) {
    const [token0, token1] = [random.oneOf(tokens), random.oneOf(tokens)];
    if (token0.address >= token1.address || taken.has(`${token0.address} ${token1.address}`)) continue;
    taken.add(`${token0.address} ${token1.address}`);
    const side = ({ unitValue }: Valued) =>
      units(random.next() < 0.3 ? random.powerBetween(1, 1e6) : random.powerBetween(1e-6, 1e2) / unitValue);
    const pool = poolOf(sound.length + made.length + 1, token0, token1, CONSTANT_PRODUCT);
    made.push({ pool, reserve0: side(token0), reserve1: side(token1) });
  }
  return made;
}

const worthOf = ({ unitValue, decimals }: Valued): number => Math.round(unitValue * 10 ** decimals * 1e6);

const units = (count: number): bigint => {
  const some = BigInt(Math.max(1, Math.round(count)));
  return some > MAX_AMOUNT >> 20n ? MAX_AMOUNT >> 20n : some;
};

const poolOf = (number: number, token0: ListedToken, token1: ListedToken, shape: Shape): Pool => ({
  number,
  address: `${token0.symbol}-${token1.symbol}` as PoolAddress,
  token0: token0.address,
  token1: token1.address,
  lpFeePpm: ppm(2000n),
  protocolFeePpm: ppm(1000n),
  refFeePpm: ppm(1000n),
  protocolFeeAddress: null,
  status: 'listed',
  ...shape,
});

const everything = (tokens: readonly Valued[], made: readonly Made[]): Everything => ({
  mark: { sequence: 1, id: null },
  listingSequence: 0,
  tokens,
  pools: made.map(({ pool }) => pool),
  balances: made.flatMap(({ pool, reserve0, reserve1 }) => {
    const account = `pool ${pool.address}` as Account;
    return [
      { account, token: pool.token0, balance: amount(reserve0) },
      { account, token: pool.token1, balance: amount(reserve1) },
    ];
  }),
});
