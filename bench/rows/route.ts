// The router's search: its time, and how much of the possible gain it finds.
import { AskedProcess } from '../lines.ts';
import { median, summary } from '../rounds.ts';
import type { Gaps, MarketSize, RouteQuestion, Times } from '../router/measure.ts';
import type { Bench, Found, Part, Row } from '../row.ts';

const MEANS_OF_TIMES =
  'A power-law market of 1,000 tokens and 5,000 pools, 32 pools a route at most, trades of 60 % S, 30 % M, 9 % L and 1 % W (0.001–0.1, 0.1–1, 1–10, 10–30 % of the deepest reserve). Each is the shortest of five runs of the same search. Only the search: neither the exact plan nor the thread around it.';

const P50: Row = {
  name: 'route',
  title: 'search for a route, 1,000 tokens and 5,000 pools, p50',
  unit: 'ms',
  bar: 0.13,
  aim: 0.05,
  lowerIsBetter: true,
  means: MEANS_OF_TIMES,
};

const P99: Row = {
  name: 'route-p99',
  title: 'the same, p99',
  unit: 'ms',
  bar: 2,
  aim: 1,
  lowerIsBetter: true,
  means: 'The slowest of a hundred searches of the same rounds.',
};

const CAPTURED: Row = {
  name: 'route-gain',
  title: 'of what a split could gain over the best path, captured',
  unit: '%',
  bar: 85,
  aim: 95,
  means:
    'Median of the size of trade for which it is lowest. What could be gained is known from a bound of what any route can pay, the dual over the whole market, computed by a program of its own (test/router/bound.ts).',
};

const MARKETS: readonly MarketSize[] = [
  { tokens: 10, pools: 20 },
  { tokens: 50, pools: 200 },
  { tokens: 200, pools: 1000 },
  { tokens: 1000, pools: 5000 },
];
const LARGEST = MARKETS.at(-1) as MarketSize;

export const routePart: Part = {
  name: P50.name,
  rows: [P50, P99, CAPTURED],
  async run(bench) {
    const asked = new AskedProcess<RouteQuestion, Times | Gaps>(['bench/router/measure.ts']);
    try {
      const rounds = await timesOf(bench, asked);
      const trades = bench.effort.isQuick ? 5 : 20;
      const gaps = (await asked.ask({ what: 'gaps', market: LARGEST, trades, seed: 1 })) as Gaps;
      return found(bench, rounds, gaps);
    } finally {
      await asked.stop();
    }
  },
};

async function timesOf({ effort }: Bench, asked: AskedProcess<RouteQuestion, Times | Gaps>) {
  const rounds = MARKETS.map((market) => ({ market, times: [] as Times[] }));
  // The first round is a warm-up.
  for (let round = 0; round <= effort.rounds; round++) {
    for (const { market, times } of rounds) {
      const trades = effort.isQuick ? 300 : 500;
      const measured = (await asked.ask({ what: 'times', market, trades, seed: round + 100 })) as Times;
      if (round > 0) times.push(measured);
    }
  }
  return rounds;
}

function found({ say }: Bench, measured: Awaited<ReturnType<typeof timesOf>>, gaps: Gaps): Found[] {
  const { times } = measured.at(-1) as (typeof measured)[0];
  const bySize = measured.map(({ market, times: each }) => {
    const ms = median(each.map(({ searchesMs }) => quantile(searchesMs, 0.5)));
    return `${ms.toFixed(2)} ms of ${market.pools} pools`;
  });
  const of = (part: number) => times.map(({ searchesMs }) => quantile(searchesMs, part));
  const rounds = times.map(({ searchesMs }) => ({
    p50Ms: quantile(searchesMs, 0.5),
    p99Ms: quantile(searchesMs, 0.99),
  }));
  const percent = (value: number) => `${(100 * value).toPrecision(2)} %`;
  const byTrade = Object.entries(gaps).map(
    ([size, { gaps: each }]) => `${size} ${percent(quantile(each, 0.5))}/${percent(quantile(each, 0.9))}`,
  );
  const captured = Object.values(gaps).map((each) => 100 * quantile(each.captured, 0.5));
  const results = [
    summary(P50, of(0.5), `p99 ${median(of(0.99)).toFixed(2)} ms; p50 by market: ${bySize.join(', ')}`, rounds),
    summary(P99, of(0.99), `p50 ${median(of(0.5)).toFixed(2)} ms`, rounds),
    {
      ...summary(CAPTURED, captured, `gap to the bound p50/p90: ${byTrade.join(', ')}`, [gaps]),
      median: Math.min(...captured),
    },
  ];
  for (const { row, median: value, sides } of results) say(`${row.name}: ${value.toFixed(2)}  ${sides}`);
  return results;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number;
}
