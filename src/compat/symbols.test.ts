// Symbols of markets: each names one pool, and keeps naming it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../test/times.ts';
import { marketsOf, tokenNames } from './symbols.ts';

const DAI = { address: 'EQ_dai_aaaa', symbol: 'jDAI', place: 1 };
const OTHER = { address: 'EQ_dai_bbbb', symbol: 'JDAI', place: 2 };
const TON = { address: 'EQ_ton_cccc', symbol: 'TON', place: 3 };
const USDT = { address: 'EQ_usd_dddd', symbol: 'USD₮', place: null };

test('a pair has one direction, and of two tokens with one symbol the later one adds the end of its address', () => {
  const pools = [
    { poolAddress: 'a', jetton0: TON.address, jetton1: USDT.address },
    { poolAddress: 'b', jetton0: USDT.address, jetton1: OTHER.address },
    { poolAddress: 'c', jetton0: TON.address, jetton1: DAI.address },
  ];
  expect(marketsOf(pools, [USDT, TON, OTHER, DAI])).toEqual([
    { symbol: 'TON/USD₮', poolAddress: 'a', base: TON.address, quote: USDT.address },
    { symbol: 'JDAI.bbbb/USD₮', poolAddress: 'b', base: OTHER.address, quote: USDT.address },
    { symbol: 'JDAI/TON', poolAddress: 'c', base: DAI.address, quote: TON.address },
  ]);
});

test('a symbol that looks like the longer name of another token, or has a slash in it, still names one token', () => {
  const names = tokenNames([
    DAI,
    { address: 'x', symbol: 'JDAI.bbbb', place: 1.5 },
    OTHER,
    { address: 'y', symbol: 'A/B', place: 4 },
    { address: 'z1234', symbol: 'A-B', place: 5 },
  ]);
  expect([...names.values()]).toEqual(['JDAI', 'JDAI.BBBB', 'JDAI._bbbb', 'A-B', 'A-B.1234']);
});

/** Few letters, so that symbols and ends of addresses often clash. */
const letters = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '/', '.'), minLength: 1, maxLength: 3 });
const tokens = fc
  .uniqueArray(fc.tuple(letters, letters), { maxLength: 12, selector: ([address]) => address })
  .map((all) => all.map(([address, symbol], at) => ({ address: `0123${address}`, symbol, place: at || null })));

test('every symbol names one pool, and the same one when tokens and pools are added', () => {
  fc.assert(
    fc.property(tokens, fc.nat(), (all, cut) => {
      const pools = all.flatMap(({ address: jetton0 }, at) =>
        all.slice(at + 1).map(({ address: jetton1 }) => ({ poolAddress: `${jetton0} ${jetton1}`, jetton0, jetton1 })),
      );
      const markets = marketsOf(pools, all);
      expect(new Set(markets.map(({ symbol }) => symbol.toUpperCase())).size).toBe(markets.length);
      const earlier = all.slice(0, all.length === 0 ? 0 : cut % (all.length + 1));
      const known = new Set(earlier.map(({ address }) => address));
      const before = pools.filter(({ jetton0, jetton1 }) => known.has(jetton0) && known.has(jetton1));
      const now = new Map(markets.map((market) => [market.poolAddress, market]));
      for (const market of marketsOf(before, earlier)) expect(market).toEqual(now.get(market.poolAddress));
    }),
    { numRuns: times(300) },
  );
});
