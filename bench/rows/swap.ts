// Durable createSwap over HTTP on SQLite against bare routes; then, on the same servers, its latency and batches.
import { join } from 'node:path';
import { onFile, SERVE_DEMO, SWAPS } from '../market.ts';
import { median, ratio, summary } from '../rounds.ts';
import type { Bench, Found, Part, Row } from '../row.ts';
import type { Server } from '../servers.ts';
import { loadWithBare, SWAP_ROUTE, startBare, type Yardsticks } from '../yardsticks.ts';

const SWAP: Row = {
  name: 'swap',
  title: 'createSwap, durable on SQLite ÷ bare Fastify route',
  unit: '×',
  bar: 0.8,
  aim: 0.95,
  means:
    'What all of the exchange costs on top of HTTP and JSON: both answer the same JSON to the same 64 connections, but only one checks, settles and syncs to disk. Nobody is authenticated.',
};

const LATENCY: Row = {
  name: 'latency',
  title: 'createSwap, p99 at half the load of `swap`',
  unit: 'ms',
  lowerIsBetter: true,
  means:
    'Requests fall due at a fixed rate and are timed from then, so a stall counts for all that it delays. It includes a millisecond or so of the generator’s timer; the bare routes at the same rate show how much is not the exchange.',
};

const BATCHES: Row = {
  name: 'batches',
  title: 'swaps committed together under the load of `swap`',
  unit: 'per batch',
  means: 'The mean of millpond_batch_size: how many swaps share one sync to disk. More is neither better nor worse.',
};

export const swapPart: Part = {
  name: 'swap',
  rows: [SWAP, LATENCY, BATCHES],
  async run(bench) {
    const exchange = await bench.servers.start(SERVE_DEMO, onFile(join(bench.folder, 'swap.db')));
    const servers = { exchange, ...(await startBare(bench, SWAP_ROUTE)) };
    const before = await batchCounts(exchange);
    const rounds = await loadWithBare(bench, servers, { requests: SWAPS });
    const swaps = ratio(bench, SWAP, rounds, ['exchange', 'bare', 'waiting']);
    const batches = batchSizes(bench, before, await batchCounts(exchange));
    const perSecond = median(rounds.map((round) => round.exchange.perSecond));
    const latency = await latencies(bench, servers, perSecond / 2);
    bench.pausesMs.push(...exchange.pausesMs());
    return [swaps, latency, batches];
  },
};

type BatchCounts = { readonly sum: number; readonly upTo: ReadonlyMap<string, number> };

async function batchCounts(exchange: Server): Promise<BatchCounts> {
  const [sum = 0] = (await exchange.metric('millpond_batch_size_sum')).values();
  return { sum, upTo: await exchange.metric('millpond_batch_size_bucket') };
}

/** What came in between; the demo market was made one command at a time. */
function batchSizes(bench: Bench, before: BatchCounts, after: BatchCounts): Found {
  const upTo = [...after.upTo].map(([label, count]) => [label, count - (before.upTo.get(label) ?? 0)] as const);
  bench.plots.batches = upTo.map(([label, count], index) => ({
    upTo: label.replaceAll(/le=|"/g, '').replace('+Inf', 'more'),
    count: count - (upTo[index - 1]?.[1] ?? 0),
  }));
  const count = upTo.at(-1)?.[1] ?? 0;
  const found = summary(BATCHES, [(after.sum - before.sum) / count], `${count} batches`, bench.plots.batches);
  bench.say(`batches: ${found.median.toFixed(1)} swaps on average`);
  return found;
}

const SIDES = { exchange: 'createSwap', bare: 'bare', waiting: 'bare that waits a turn' } as const;
type Side = keyof typeof SIDES;

async function latencies(
  bench: Bench,
  servers: Yardsticks & { readonly exchange: Server },
  ratePerSecond: number,
): Promise<Found> {
  const rounds = await loadWithBare(bench, servers, { requests: SWAPS, ratePerSecond });
  const percentiles = (side: Side) => {
    const middle = (which: 'p50Ms' | 'p99Ms' | 'p999Ms') => median(rounds.map((round) => round[side][which]));
    return { p50Ms: middle('p50Ms'), p99Ms: middle('p99Ms'), p999Ms: middle('p999Ms') };
  };
  for (const side of Object.keys(SIDES) as Side[]) {
    bench.plots.latencies.push({ name: SIDES[side], ...percentiles(side) });
  }
  const words = (side: Side) =>
    Object.values(percentiles(side))
      .map((ms) => ms.toFixed(1))
      .join(' / ');
  const found = summary(
    LATENCY,
    rounds.map((round) => round.exchange.p99Ms),
    `p50 / p99 / p99.9 at ${Math.round(ratePerSecond)}/s: ${words('exchange')} (bare ${words('bare')}; that waits ${words('waiting')})`,
    rounds,
  );
  bench.say(`latency: ${found.sides}`);
  return found;
}
