// Durable createSwap over HTTP on SQLite against a bare route; then, on the same servers, its latency and batches.
import { join } from 'node:path';
import { bareRoutes, onFile, SERVE_DEMO, SWAP_ROUTE, SWAPS } from '../market.ts';
import { interleave, load, median, ratio, summary } from '../rounds.ts';
import type { Bench, Found, Part, Row } from '../row.ts';
import type { Server } from '../servers.ts';

const SWAP: Row = {
  name: 'swap',
  title: 'createSwap, durable on SQLite ÷ bare Fastify route',
  unit: '×',
  bar: 0.7,
  aim: 0.85,
  means:
    'What all of the exchange costs on top of HTTP and JSON: both answer the same JSON to the same 64 connections, but only one checks, settles and syncs to disk. Nobody is authenticated.',
};

const LATENCY: Row = {
  name: 'latency',
  title: 'createSwap, p99 at half the load of `swap`',
  unit: 'ms',
  lowerIsBetter: true,
  means:
    'Requests fall due at a fixed rate and are timed from then, so a stall counts for all that it delays. It includes a millisecond or so of the generator’s timer; the bare route at the same rate shows how much is not the exchange.',
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
    const bare = await bench.servers.start(bareRoutes(SWAP_ROUTE));
    const before = await batchCounts(exchange);
    const rounds = await interleave(bench, {
      exchange: () => load(bench, exchange, { requests: SWAPS }),
      bare: () => load(bench, bare, { requests: SWAPS }),
    });
    const swaps = ratio(bench, SWAP, rounds, ['exchange', 'bare']);
    const batches = batchSizes(bench, before, await batchCounts(exchange));
    const perSecond = median(rounds.map((round) => round.exchange.perSecond));
    const latency = await latencies(bench, { exchange, bare, ratePerSecond: perSecond / 2 });
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

async function latencies(
  bench: Bench,
  { exchange, bare, ratePerSecond }: { exchange: Server; bare: Server; ratePerSecond: number },
): Promise<Found> {
  const rounds = await interleave(bench, {
    exchange: () => load(bench, exchange, { requests: SWAPS, ratePerSecond }),
    bare: () => load(bench, bare, { requests: SWAPS, ratePerSecond }),
  });
  const middle = (who: 'exchange' | 'bare', which: 'p50Ms' | 'p99Ms' | 'p999Ms') =>
    median(rounds.map((round) => round[who][which]));
  for (const who of ['exchange', 'bare'] as const) {
    const percentiles = { p50Ms: middle(who, 'p50Ms'), p99Ms: middle(who, 'p99Ms'), p999Ms: middle(who, 'p999Ms') };
    bench.plots.latencies.push({ name: who === 'bare' ? 'bare route' : 'createSwap', ...percentiles });
  }
  const words = (who: 'exchange' | 'bare') =>
    `${(['p50Ms', 'p99Ms', 'p999Ms'] as const).map((which) => middle(who, which).toFixed(1)).join(' / ')}`;
  const found = summary(
    LATENCY,
    rounds.map((round) => round.exchange.p99Ms),
    `p50 / p99 / p99.9 at ${Math.round(ratePerSecond)}/s: ${words('exchange')} (bare ${words('bare')})`,
    rounds,
  );
  bench.say(`latency: ${found.sides}`);
  return found;
}
