// Searches for markets in which strangers' dust pools block or worsen swaps of others, with the real route finder and decision.
import { expect, test } from 'vitest';
import { Random } from '../../bench/router/random.ts';
import { type Account, type Amount, amount, MAX_AMOUNT, ppm, type TokenAddress } from '../../src/core/amount.ts';
import { decide } from '../../src/core/commands/command.ts';
import type { CommandState } from '../../src/core/commands/kind.ts';
import type { SwapTerms } from '../../src/core/commands/swap.ts';
import type { SwapReceipt } from '../../src/core/commands/swap-receipt.ts';
import { type Refusal, Refused } from '../../src/core/refusal.ts';
import { isWithin } from '../../src/core/route/impact.ts';
import type { RoutePlan } from '../../src/core/route/leg.ts';
import { Book } from '../../src/journal/book.ts';
import type { Everything, Tail } from '../../src/ports/tail.ts';
import { RouteClient } from '../../src/routes/client.ts';
import { RouteService } from '../../src/routes/service.ts';
import { poolAddressOf, ratesOf } from '../paper-exchange.ts';
import { type Griefed, griefedMarket, type Valued } from './griefed-market.ts';

const seed = Number(process.env.GRIEFING_SEED ?? 7);
const markets = Number(process.env.GRIEFING_MARKETS ?? 100);
const SWAPS = 8;
const LIMIT = ppm(150_000n);
/** An accepted swap pays at least this part of its true value: the impact limit, the fees of four pools, and price errors within them. */
const LEAST = 0.85 * 0.98;
/** From this amount on, rounding is negligible. */
const MANY_UNITS = 1000n;

/** How many swaps may pay less than without the dust, and by how much: the router may miss a split that it found before. */
const MOST_MISSED = 0.01;
const MOST_LOST = 0.01;
/** How many may be refused: mostly amounts of a few units, for which rounding looks like price impact. */
const MOST_REFUSED = 0.001;

const count = { swaps: 0, accepted: 0, benchmarked: 0, rescued: 0, less: 0, refused: 0, smaller: 0, worst: 0 };

/** An in-memory exchange that finds routes and decides swaps like a real one; nothing is written. */
function exchangeOf(everything: Everything) {
  const { mark, listingSequence } = everything;
  const tail: Pick<Tail, 'everything' | 'next' | 'close'> = {
    everything: async () => everything,
    next: async () => ({ posted: [], mark, head: mark, listingSequence }),
    close: async () => {},
  };
  const routeClient = new RouteClient(new RouteService(tail as Tail, { maxPools: 16, minGain: 5e-6 }), {
    maxWaiting: 10,
  });
  const book = new Book(everything);
  const state: CommandState = {
    token: (address) => book.tokens.get(address)?.record,
    pool: (a, b) => book.pool(a, b)?.record,
    poolAddress: poolAddressOf,
    namesakes: () => [],
    order: () => undefined,
    openOrder: () => undefined,
    fillOf: () => undefined,
    balanceOf(account, token) {
      const pool = book.pools.find(({ record }) => account === `pool ${record.address}`);
      if (!pool) return MAX_AMOUNT;
      return pool.record.token0 === token ? pool.reserve0 : pool.reserve1;
    },
    policy: {
      maxPriceImpactPpm: LIMIT,
      rates: ratesOf(2000n, 1000n, 1000n),
      treasury: 'treasury' as Account,
      refusalRetentionMs: 0,
      poolCreation: 'anyone',
      transfers: 'on',
      orders: 'on',
      matchFeePpm: ppm(0n),
    },
    nowMs: 0,
    sequence: 2,
  };
  return async ({ exact, referred, ...pair }: SwapTerms): Promise<Answer> => {
    const terms = { ...pair, exact, referred, maxPriceImpactPpm: LIMIT };
    const [{ found }, { plan }] = await Promise.all([routeClient.route(terms), routeClient.plan(terms)]);
    const side = 'in' in exact ? { amountA: exact.in } : { amountB: exact.out };
    const referrer = referred ? { referrer: 'bob' as Account } : {};
    const command = { kind: 'swap', account: 'ann' as Account, ...pair, ...side, ...referrer, ...found } as const;
    const decision = decide(command, state);
    const told = { plan, isBenchmarked: found?.benchmark !== undefined };
    if (decision instanceof Refused) return { ...told, refusal: decision.refusal };
    const receipt = decision.receipt as SwapReceipt;
    // The quote equals the fill.
    const { amountIn, amountOut, priceImpact } = plan as RoutePlan;
    expect([amountIn, amountOut]).toEqual([receipt.amountA, receipt.amountB]);
    expect(isWithin(priceImpact, LIMIT)).toBe(true);
    return { ...told, receipt };
  };
}

type Answer = {
  readonly plan: RoutePlan | Refused;
  readonly isBenchmarked: boolean;
  readonly receipt?: SwapReceipt;
  readonly refusal?: Refusal;
};

function drawTerms(random: Random, tokens: readonly Valued[]): SwapTerms {
  const tokenA = random.oneOf(tokens);
  const tokenB = random.oneOf(tokens.filter((token) => token !== tokenA));
  const side = random.next() < 0.5 ? 'in' : 'out';
  const { unitValue } = side === 'in' ? tokenA : tokenB;
  // A few units, amounts like the dust, and up to more than the deepest pool holds.
  const drawn = random.next() < 0.2 ? random.powerBetween(1, 100) : random.powerBetween(1e-4, 1e8) / unitValue;
  const units = amount(BigInt(Math.min(2 ** 99, Math.max(1, Math.round(drawn)))));
  return {
    tokenA: tokenA.address,
    tokenB: tokenB.address,
    referred: random.next() < 0.2,
    exact: side === 'in' ? { in: units } : { out: units },
  };
}

const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

test(`strangers’ dust pools block or worsen hardly any swap, and no accepted swap pays too little (GRIEFING_SEED=${seed} GRIEFING_MARKETS=${markets})`, {
  timeout: 0,
}, async () => {
  const random = new Random(seed);
  for (let market = 0; market < markets; market++) {
    const griefed = griefedMarket(random);
    const [before, after] = [exchangeOf(griefed.before), exchangeOf(griefed.after)];
    for (let each = 0; each < SWAPS; each++) {
      const terms = drawTerms(random, griefed.tokens);
      const where = `market ${market}, swap ${each}: ${JSON.stringify(terms, asText)}`;
      const [first, second] = [await before(terms), await after(terms)];
      count.swaps += 1;
      if (second.isBenchmarked) count.benchmarked += 1;
      if (first.receipt) compare(first, second, terms, griefed, where);
      else if (second.receipt) count.rescued += 1;
      if (second.receipt) checkFair(second.receipt, griefed, where);
    }
  }
  console.log(`GRIEFING_SEED=${seed}`, count);
  expect(count.less).toBeLessThanOrEqual(1 + MOST_MISSED * count.accepted);
  expect(count.refused).toBeLessThanOrEqual(1 + MOST_REFUSED * count.accepted);
});

/** Compares a swap that is accepted without the dust with the same swap after it: counts a refusal or a loss, and bounds the loss. */
function compare(first: Answer, second: Answer, { exact }: SwapTerms, griefed: Griefed, where: string): void {
  count.accepted += 1;
  expect(second.plan, where).not.toBeInstanceOf(Refused);
  const loss = lossOf(first.plan as RoutePlan, second.plan as RoutePlan, exact);
  if (loss > 0) count.less += 1;
  count.worst = Math.max(count.worst, loss);
  expect(loss, where).toBeLessThan(MOST_LOST);
  if (!second.refusal) return;
  // A pool that holds as much as is traded is no dust: its price may be the reference, which cannot be told from an honest one.
  if (isMuch(first.receipt as SwapReceipt, griefed)) count.refused += 1;
  else count.smaller += 1;
}

/** True if a swap is worth more than twice as much as any stranger's pool holds. */
const isMuch = ({ tokenA, amountA }: SwapReceipt, { tokens, mostDust }: Griefed): boolean =>
  worthOf(amountA, tokenA, tokens) > 2 * mostDust;

const worthOf = (units: Amount, address: TokenAddress, tokens: Griefed['tokens']): number =>
  Number(units) * (tokens.find((token) => token.address === address)?.unitValue as number);

/** How much worse the second plan is than the first, as a fraction. */
function lossOf(first: RoutePlan, second: RoutePlan, exact: SwapTerms['exact']): number {
  if ('in' in exact) return Number(first.amountOut - second.amountOut) / Number(first.amountOut);
  return Number(second.amountIn - first.amountIn) / Number(first.amountIn);
}

/** No accepted swap pays much less than its input is worth, unless a stranger's pool holds as much as is traded: then it is not dust. */
function checkFair(receipt: SwapReceipt, griefed: Griefed, where: string): void {
  const { tokenA, tokenB, amountA, amountB } = receipt;
  if (amountA < MANY_UNITS || amountB < MANY_UNITS || !isMuch(receipt, griefed)) return;
  const part = worthOf(amountB, tokenB, griefed.tokens) / worthOf(amountA, tokenA, griefed.tokens);
  expect(part, where).toBeGreaterThan(LEAST);
}
