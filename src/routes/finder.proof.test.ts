// If the finder can prove that the pair's own pool is best, it skips the search: its answer must be the one that the search gives.
import { afterEach, expect, test, vi } from 'vitest';
import { powerLaw } from '../../bench/router/markets.ts';
import { Random } from '../../bench/router/random.ts';
import { bookOf } from '../../test/router/exact-paths.ts';
import type { Account, PoolAddress, TokenAddress } from '../core/amount.ts';
import { amount, ppm } from '../core/amount.ts';
import type { ListedToken, Pool } from '../core/pool.ts';
import { Book, type BookPool } from '../journal/book.ts';
import { Router } from '../router/router.ts';
import type { RouteTerms } from './choice.ts';
import { RouteFinder } from './finder.ts';

const SEED = Number(process.env.BEST_PRICE_SEED ?? 1);
const MARKETS = Number(process.env.BEST_PRICE_MARKETS ?? 120);
const LIMITS = { maxPools: 16, minGain: 5e-6 };

afterEach(() => {
  vi.restoreAllMocks();
});

/** Checks that the answer equals that of a search; returns true if there was a proof. */
function checkAnswer(finder: RouteFinder, terms: RouteTerms): boolean {
  const proof = vi.spyOn(Router.prototype, 'hasNoRivals');
  const found = finder.best(terms);
  const isProven = proof.mock.results.at(-1)?.value === true;
  proof.mockReturnValue(false);
  const searched = finder.best(terms);
  expect(found).toEqual(searched);
  // The decision by floats alone must agree too.
  if (finder.isOwnPoolBest(terms)) expect([searched.route.length, searched.benchmark]).toEqual([1, undefined]);
  proof.mockRestore();
  return isProven;
}

/** A random swap between the tokens of a pool: of a few base units, or of 1e-9 to 0.3 of its reserve. */
function anySwap(random: Random, { record, reserve0, reserve1 }: BookPool): RouteTerms {
  const isForward = random.next() < 0.5;
  const [tokenA, tokenB] = isForward ? [record.token0, record.token1] : [record.token1, record.token0];
  const isExactIn = random.next() < 0.5;
  const reserve = Number(isForward === isExactIn ? reserve0 : reserve1);
  const units = random.next() < 0.2 ? random.powerBetween(1, 50) : reserve * random.powerBetween(1e-9, 0.3);
  const exact = isExactIn ? { in: amount(BigInt(Math.ceil(units))) } : { out: amount(BigInt(Math.ceil(units))) };
  const maxPriceImpactPpm = random.next() < 0.5 ? ppm(50_000n) : undefined;
  return { tokenA, tokenB, exact, referred: random.next() < 0.3, maxPriceImpactPpm };
}

/** A random market: its prices agree except for some noise, and it has dust pools, stable pools and all kinds of fees. */
function anyBook(random: Random): Book {
  const tokens = Array.from({ length: 3 + random.below(5) }, (_, at) => ({
    record: { address: `t${at}`, symbol: `T${at}`, decimals: random.below(3) * 3, status: 'listed' } as ListedToken,
    worth: random.next() < 0.5 ? 1 : random.powerBetween(0.01, 100),
  }));
  const noise = random.oneOf([0, 1e-4, 2e-3, 2e-2]);
  const fee = (most: number) => ppm(BigInt(random.oneOf([0, 1, 2, 3]) * most));
  const alike = { lpFeePpm: fee(1000), protocolFeePpm: fee(500), refFeePpm: fee(1000) };
  const pools: Pool[] = [];
  const balances: { account: Account; token: TokenAddress; balance: bigint }[] = [];
  for (const [at, one] of tokens.entries()) {
    for (const other of tokens.slice(at + 1)) {
      if (random.next() < 0.2) continue;
      const address = `${one.record.symbol}${other.record.symbol}` as PoolAddress;
      const isStable = one.worth === other.worth && random.next() < 0.5;
      const depth = random.next() < 0.1 ? random.powerBetween(1, 1000) : random.powerBetween(1e4, 1e15);
      const drawn = random.next() < 0.1 ? random.powerBetween(0.5, 2) : 1 + random.between(-noise, noise);
      const units = ({ record, worth }: typeof one, value: number) =>
        amount(BigInt(Math.ceil((value / worth) * 10 ** record.decimals)));
      pools.push({
        number: pools.length + 1,
        address,
        token0: one.record.address,
        token1: other.record.address,
        ...(random.next() < 0.7 ? alike : { lpFeePpm: fee(1000), protocolFeePpm: fee(500), refFeePpm: fee(1000) }),
        protocolFeeAddress: null,
        status: 'listed',
        ...(isStable
          ? { curve: 'stable', amplification: BigInt(Math.ceil(random.powerBetween(1, 1e6))) }
          : { curve: 'constant-product', amplification: null }),
      });
      const account = `pool ${address}` as Account;
      balances.push({ account, token: one.record.address, balance: units(one, depth) });
      balances.push({ account, token: other.record.address, balance: units(other, depth * drawn) });
    }
  }
  const records = tokens.map(({ record }) => record);
  return new Book({ mark: { sequence: 0, id: null }, listingSequence: 0, tokens: records, pools, balances });
}

test(`the proof changes no answer in ${MARKETS} small markets, seed ${SEED}, five swaps each while their pools change`, () => {
  const random = new Random(SEED);
  let [asked, proven] = [0, 0];
  for (let market = 0; market < MARKETS; market++) {
    const book = anyBook(random);
    if (book.pools.length === 0) continue;
    const finder = new RouteFinder(LIMITS);
    finder.restart(book);
    for (let question = 0; question < 5; question++) {
      const terms = anySwap(random, random.oneOf(book.pools));
      asked += 1;
      if (checkAnswer(finder, terms)) proven += 1;
      const moved = random.oneOf(book.pools);
      const account = `pool ${moved.record.address}` as Account;
      const pushed = BigInt(Math.floor(Number(moved.reserve0) * random.between(-0.01, 0.01)));
      finder.note(book.shift(account, moved.record.token0, pushed) as BookPool);
    }
  }
  expect(proven).toBeGreaterThan(asked / 10);
});

test('the proof changes no answer in a market of 1,000 tokens and 5,000 pools', () => {
  const random = new Random(SEED);
  for (const noise of ['inside the fee', 0.003] as const) {
    const book = bookOf(powerLaw(SEED, 1000, 5000, noise));
    const finder = new RouteFinder(LIMITS);
    finder.restart(book);
    let proven = 0;
    for (let question = 0; question < MARKETS; question++) {
      if (checkAnswer(finder, anySwap(random, random.oneOf(book.pools)))) proven += 1;
    }
    expect(proven).toBeGreaterThan(MARKETS / 20);
  }
});
