// Durable createSwap over HTTP on SQLite against bare routes, with its CPU and its batches.
import { join } from 'node:path';
import { directly, onFile, SERVE_DEMO, SWAPS } from '../market.ts';
import { cpuPerRequest, interleave, load, ratio, summary } from '../rounds.ts';
import type { Bench, Found, Part, Row } from '../row.ts';
import { PROBED, type Server } from '../servers.ts';
import { SWAP_ROUTE, startBare } from '../yardsticks.ts';

const SWAP: Row = {
  name: 'swap',
  title: 'createSwap, durable on SQLite ÷ bare Fastify route',
  unit: '×',
  bar: 0.75,
  aim: 0.9,
  means:
    'What all of the exchange costs on top of HTTP and JSON: both answer the same JSON to the same 64 connections, but only one finds the best route, checks, settles and syncs to disk. The call and the settings are the default ones. Nobody is authenticated.',
};

const CPU: Row = {
  name: 'swap-cpu',
  title: 'CPU of the whole server for such a swap',
  unit: 'µs',
  bar: 140,
  aim: 120,
  lowerIsBetter: true,
  means:
    'All threads of the process, from the rounds of `swap`. Where a machine has fewer cores than the server has busy threads, the generator among them, this bounds `swap`: the bare route has one thread.',
};

const DIRECT: Row = {
  name: 'direct-swap',
  title: 'the same with route "direct" ÷ bare Fastify route',
  unit: '×',
  means: 'The same swaps over the pool of the pair alone, in the same rounds: no better way is looked for.',
};

const BEST: Row = {
  name: 'best-swap',
  title: 'createSwap by the best route ÷ direct, demo market',
  unit: '×',
  bar: 0.97,
  aim: 1,
  means:
    '`swap` ÷ `direct-swap`, round by round. The best route is the pool of the pair: what it costs to have looked for a better one.',
};

const BATCHES: Row = {
  name: 'batches',
  title: 'swaps committed together under the load of `swap`',
  unit: 'per batch',
  means: 'The mean of millpond_batch_size: how many swaps share one sync to disk. More is neither better nor worse.',
};

export const swapPart: Part = {
  name: 'swap',
  rows: [SWAP, CPU, DIRECT, BEST, BATCHES],
  async run(bench) {
    const exchange = await bench.servers.start(SERVE_DEMO, { ...onFile(join(bench.folder, 'swap.db')), ...PROBED });
    const { bare, waiting } = await startBare(bench, SWAP_ROUTE);
    const before = await batchCounts(exchange);
    const rounds = await interleave(bench, {
      exchange: () => load(bench, exchange, { requests: SWAPS }),
      direct: () => load(bench, exchange, { requests: SWAPS.map(directly) }),
      bare: () => load(bench, bare, { requests: SWAPS }),
      waiting: () => load(bench, waiting, { requests: SWAPS }),
    });
    const found = [
      ratio(bench, SWAP, rounds, ['exchange', 'bare', 'waiting']),
      cpuPerRequest(bench, CPU, rounds, ['exchange', 'bare']),
      ratio(bench, DIRECT, rounds, ['direct', 'bare', 'waiting']),
      ratio(bench, BEST, rounds, ['exchange', 'direct']),
    ];
    const batches = batchSizes(bench, before, await batchCounts(exchange));
    bench.pausesMs.push(...exchange.pausesMs());
    return [...found, batches];
  },
};

type BatchCounts = { readonly sum: number; readonly upTo: ReadonlyMap<string, number> };

async function batchCounts(exchange: Server): Promise<BatchCounts> {
  const [sum = 0] = (await exchange.metric('millpond_batch_size_sum')).values();
  return { sum, upTo: await exchange.metric('millpond_batch_size_bucket') };
}

/** Counts only batches between the two readings: those before them created the demo market, one command at a time. */
function batchSizes(bench: Bench, before: BatchCounts, after: BatchCounts): Found {
  const upTo = [...after.upTo].map(([label, count]) => [label, count - (before.upTo.get(label) ?? 0)] as const);
  const bySize = upTo.map(([label, count], index) => ({
    upTo: label.replaceAll(/le=|"/g, '').replace('+Inf', 'more'),
    count: count - (upTo[index - 1]?.[1] ?? 0),
  }));
  const count = upTo.at(-1)?.[1] ?? 0;
  const found = summary(BATCHES, [(after.sum - before.sum) / count], `${count} batches`, bySize);
  bench.say(`batches: ${found.median.toFixed(1)} swaps on average`);
  return found;
}
