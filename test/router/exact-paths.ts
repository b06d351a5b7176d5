// The best single path of up to four pools in exact integers: every pool of every token, layer by layer.
import { type MadeMarket, reservesOf, type Trade } from '../../bench/router/markets.ts';
import { type Account, amount, MAX_AMOUNT, type PoolAddress, ppm, type TokenAddress } from '../../src/core/amount.ts';
import { constantProduct } from '../../src/core/curves/constant-product.ts';
import { swapExactIn, swapExactOut } from '../../src/core/maths/fill.ts';
import type { Pool } from '../../src/core/pool.ts';
import { Book } from '../../src/journal/book.ts';

const MAX_POOLS = 4;

type Pass = (pool: MadeMarket['pools'][number], forward: boolean, units: bigint) => bigint | undefined;

/** The highest output of any single path; undefined if none pays anything. */
export function mostPaid(made: MadeMarket, { from, to, amount: paid }: Trade): bigint | undefined {
  const pass: Pass = (pool, forward, units) =>
    swapExactIn(constantProduct, reservesOf(pool, forward), pool.rates, amount(units))?.amountOut;
  return best(made, from, to, paid, pass, (one, other) => one > other);
}

/** The lowest cost of any single path that pays the amount; undefined if none can. */
export function leastCost(made: MadeMarket, { from, to, amount: wanted }: Trade): bigint | undefined {
  const pass: Pass = (pool, forward, units) => {
    const reserves = reservesOf(pool, !forward);
    const maxIn = MAX_AMOUNT - reserves.reserveIn;
    const fill = swapExactOut(constantProduct, reserves, pool.rates, amount(units), maxIn);
    return fill === null || fill === 'input_too_large' ? undefined : fill.amountIn;
  };
  return best(made, to, from, wanted, pass, (one, other) => one < other);
}

/** Searches outwards from one token; a better amount at a token is better for all paths after it. */
function best(
  { pools }: MadeMarket,
  start: number,
  end: number,
  units: bigint,
  pass: Pass,
  isBetter: (one: bigint, other: bigint) => boolean,
): bigint | undefined {
  const found = new Map([[start, units]]);
  let last = new Map(found);
  found.delete(start);
  for (let count = 1; count <= MAX_POOLS; count++) {
    const next = new Map<number, bigint>();
    for (const pool of pools) {
      for (const forward of [true, false]) {
        const [near, far] = forward ? [pool.one, pool.other] : [pool.other, pool.one];
        const held = last.get(near);
        if (held === undefined || far === start || near === end) continue;
        const units = pass(pool, forward, held);
        const known = found.get(far);
        if (units === undefined || (known !== undefined && !isBetter(units, known))) continue;
        found.set(far, units);
        next.set(far, units);
      }
    }
    last = next;
  }
  return found.get(end);
}

export const addressOf = (token: number): TokenAddress => `t${token}` as TokenAddress;

/** The same market as the exchange represents it; a referrer takes 0.1 %. */
export function bookOf({ tokens, pools }: MadeMarket): Book {
  const account = (place: number) => `pool p${place}` as Account;
  return new Book({
    mark: { sequence: 0, id: null },
    listingSequence: 0,
    tokens: Array.from({ length: tokens }, (_, token) => ({
      address: addressOf(token),
      symbol: `T${token}`,
      decimals: 0,
      status: 'listed',
    })),
    pools: pools.map(
      ({ one, other, rates }, place): Pool => ({
        ...rates,
        number: place + 1,
        address: `p${place}` as PoolAddress,
        token0: addressOf(one),
        token1: addressOf(other),
        refFeePpm: ppm(1000n),
        protocolFeeAddress: null,
        status: 'listed',
        curve: 'constant-product',
        amplification: null,
      }),
    ),
    balances: pools.flatMap(({ one, other, reserveOne, reserveOther }, place) => [
      { account: account(place), token: addressOf(one), balance: reserveOne },
      { account: account(place), token: addressOf(other), balance: reserveOther },
    ]),
  });
}
