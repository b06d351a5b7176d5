// createSwap at half of the rate that the server reaches: its CPU, its latency, and the stalls behind late answers.
import { join } from 'node:path';
import { onFile, SERVE_DEMO, SWAPS } from '../market.ts';
import { alone, interleave, load, median, summary } from '../rounds.ts';
import type { Bench, Found, Part, Row } from '../row.ts';
import { PROBED, type Server } from '../servers.ts';
import { byCause, describe, explain } from '../stalls/causes.ts';
import { SWAP_ROUTE, startBare } from '../yardstick.ts';

const LATENCY: Row = {
  name: 'latency',
  title: 'createSwap, p99 at half load ÷ bare Fastify route',
  unit: '×',
  bar: 3,
  aim: 2,
  lowerIsBetter: true,
  means:
    'Requests fall due at a fixed rate, the same for both sides, and are timed from then, so a stall counts for all that it delays. All figures include a millisecond or so of the generator’s timer.',
};

const CPU: Row = {
  name: 'half-load-cpu',
  title: 'CPU of a swap at half load ÷ at full load',
  unit: '×',
  bar: 1.5,
  aim: 1.2,
  lowerIsBetter: true,
  means: 'At half load fewer swaps share a batch, and each bears more of what a batch costs.',
};

/** Long rounds: a short one measures whether a stall that comes every few seconds fell into it. */
const SECONDS = 10;
const BARE_SECONDS = 3;
const ROUNDS = 3;
/** The longest delays of a round, which are told one by one. */
const TOLD = 5;

export const halfLoadPart: Part = {
  name: 'half-load',
  rows: [LATENCY, CPU],
  async run(bench) {
    const exchange = await bench.servers.start(SERVE_DEMO, {
      ...onFile(join(bench.folder, 'half-load.db')),
      ...PROBED,
    });
    const bare = await startBare(bench, SWAP_ROUTE);
    const few = { effort: { ...bench.effort, rounds: ROUNDS } };
    const full = await interleave(
      few,
      { exchange: () => load(bench, exchange, { requests: SWAPS }) },
      alone(bench.effort),
    );
    const ratePerSecond = median(full.map((round) => round.exchange.perSecond)) / 2;
    const half = { requests: SWAPS, ratePerSecond };
    const rounds = await interleave(
      few,
      { full: () => load(bench, exchange, { requests: SWAPS }), half: () => load(bench, exchange, half) },
      1,
    );
    const micros = (side: 'full' | 'half') => rounds.map((round) => round[side].serverMicrosPerRequest ?? Number.NaN);
    const cpu = summary(
      CPU,
      rounds.map((round) => (round.half.serverMicrosPerRequest ?? 0) / (round.full.serverMicrosPerRequest ?? 0)),
      `${median(micros('half')).toFixed(0)} ÷ ${median(micros('full')).toFixed(0)} µs at ${Math.round(ratePerSecond)}/s`,
      rounds,
    );
    bench.say(`${CPU.name}: ${cpu.median.toFixed(2)}  ${cpu.sides}`);
    return [await latency(bench, { exchange, bare }, ratePerSecond), cpu];
  },
};

async function latency(
  bench: Bench,
  { exchange, bare }: Record<'exchange' | 'bare', Server>,
  ratePerSecond: number,
): Promise<Found> {
  exchange.watchStalls();
  const seconds = bench.effort.isQuick ? 2 : SECONDS;
  const effort = { ...bench.effort, rounds: ROUNDS };
  const timed = async (server: Server, roundSeconds: number) => ({
    startMs: Date.now(),
    ...(await load(bench, server, { requests: SWAPS, ratePerSecond, seconds: roundSeconds })),
  });
  const rounds = await interleave(
    { effort },
    { exchange: () => timed(exchange, seconds), bare: () => timed(bare, Math.min(seconds, BARE_SECONDS)) },
    0,
  );
  const delays = rounds.map((round) => explain(round.exchange, exchange.stalls()));
  for (const [index, round] of delays.entries()) {
    const longest = round.toSorted((one, other) => other.requests - one.requests).slice(0, TOLD);
    for (const delay of longest)
      bench.say(`latency, round ${index + 1}, ${describe(delay, rounds[index]?.exchange.startMs as number)}`);
  }
  const words = (side: 'exchange' | 'bare') =>
    (['p50Ms', 'p99Ms', 'p999Ms'] as const)
      .map((which) => median(rounds.map((round) => round[side][which])).toFixed(1))
      .join(' / ');
  const found = summary(
    LATENCY,
    rounds.map((round) => round.exchange.p99Ms / round.bare.p99Ms),
    `p50 / p99 / p99.9 at ${Math.round(ratePerSecond)}/s: ${words('exchange')} ms (bare ${words('bare')}); late: ${byCause(delays.flat())}`,
    rounds,
  );
  bench.say(`latency: ${found.median.toFixed(2)}  ${found.sides}`);
  return found;
}
