// Durable createSwap over HTTP on SQLite against bare routes, with its CPU, by the best route and direct.
import { join } from 'node:path';
import { directly, onFile, SERVE_DEMO, SWAPS } from '../market.ts';
import { cpuPerRequest, interleave, load, ratio } from '../rounds.ts';
import type { Part, Row } from '../row.ts';
import { PROBED } from '../servers.ts';
import { SWAP_ROUTE, startBare } from '../yardstick.ts';

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
  aim: 115,
  lowerIsBetter: true,
  means:
    'All threads of the process, from the rounds of `swap`. Where a machine has fewer cores than the server has busy threads, the generator among them, this bounds `swap`: the bare route has one thread.',
};

const BEST: Row = {
  name: 'best-swap',
  title: 'createSwap by the best route ÷ direct, demo market',
  unit: '×',
  bar: 0.97,
  aim: 1,
  means:
    'The swaps of `swap` ÷ the same with route "direct" on the same server, round by round. The best route is the pool of the pair: what it costs to have looked for a better one.',
};

export const swapPart: Part = {
  name: SWAP.name,
  rows: [SWAP, CPU, BEST],
  async run(bench) {
    const exchange = await bench.servers.start(SERVE_DEMO, { ...onFile(join(bench.folder, 'swap.db')), ...PROBED });
    const bare = await startBare(bench, SWAP_ROUTE);
    const rounds = await interleave(bench, {
      best: () => load(bench, exchange, { requests: SWAPS }),
      direct: () => load(bench, exchange, { requests: SWAPS.map(directly) }),
      bare: () => load(bench, bare, { requests: SWAPS }),
    });
    return [
      ratio(bench, SWAP, rounds, ['best', 'bare']),
      cpuPerRequest(bench, CPU, rounds, ['best', 'bare']),
      ratio(bench, BEST, rounds, ['best', 'direct']),
    ];
  },
};
