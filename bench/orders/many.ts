// An exchange with any number of open orders, spread evenly over its pools.
import { amount } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import type { Request } from '../load/plan.ts';
import { directly, swap } from '../market.ts';
import { type MadeMarket, type MadePool, powerLaw } from '../router/markets.ts';
import { Random } from '../router/random.ts';
import { addressOf, commitAll, DECIMALS, fill, OWNER } from '../rows/routed-swap.ts';

/** The number of pools. */
export const PAIRS = 1000;
const TOKENS = 300;

/** The first pool of the exchange. */
export type Deal = {
  readonly here: string;
  readonly there: string;
  readonly reserveHere: number;
  readonly reserveThere: number;
};

export async function fillWithOrders(path: string, count: number): Promise<Deal> {
  const random = new Random(3);
  const market = inUsualUnits(powerLaw(1, TOKENS, PAIRS), random);
  await fill(path, market);
  const commands = Array.from({ length: count }, (_, number): Command => {
    const { one, other, reserveOne, reserveOther } = market.pools[number % PAIRS] as MadePool;
    const isBack = random.below(2) === 0;
    const [from, to, offered, paid] = isBack
      ? [other, one, reserveOther, reserveOne]
      : [one, other, reserveOne, reserveOther];
    const percent = BigInt(120 + random.below(180));
    return {
      ...{ kind: 'placeOrder', account: OWNER, tokenA: addressOf(from), tokenB: addressOf(to), inParts: true },
      ...{ amountA: amount(offered / 1000n), minReceived: amount((paid * percent) / 100_000n) },
    };
  });
  await commitAll(path, commands);
  const { one, other, reserveOne, reserveOther } = market.pools[0] as MadePool;
  const whole = (reserve: bigint) => Number(reserve) / 10 ** DECIMALS;
  return {
    here: addressOf(one),
    there: addressOf(other),
    reserveHere: whole(reserveOne),
    reserveThere: whole(reserveOther),
  };
}

/** The pairs of a market with amounts of tokens of nine decimals, at consistent prices. */
function inUsualUnits({ tokens, pools }: MadeMarket, random: Random): MadeMarket {
  const worth = Array.from({ length: tokens }, () => random.powerBetween(0.01, 100));
  const reserve = (depth: number, token: number) => amount(BigInt(Math.round(depth / (worth[token] as number))));
  return {
    tokens,
    pools: pools.map((pool) => {
      const depth = random.powerBetween(1e12, 1e13);
      return { ...pool, reserveOne: reserve(depth, pool.one), reserveOther: reserve(depth, pool.other) };
    }),
  };
}

/** Two swaps in opposite directions, each of a ten-thousandth of the pool. */
export const swapsOf = ({ here, there, reserveHere, reserveThere }: Deal): readonly Request[] =>
  [
    swap(here, there, (reserveHere / 10_000).toFixed(DECIMALS)),
    swap(there, here, (reserveThere / 10_000).toFixed(DECIMALS)),
  ].map(directly);
