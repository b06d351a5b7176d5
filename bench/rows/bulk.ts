// The swaps of `swap`, a hundred in a request, against single calls and against the bare route.
import { join } from 'node:path';
import type { Load, Request } from '../load/plan.ts';
import { directly, onFile, SERVE_DEMO, SWAPS } from '../market.ts';
import { interleave, load, ratio } from '../rounds.ts';
import type { Part, Row } from '../row.ts';
import type { Server } from '../servers.ts';
import { SWAP_ROUTE, startBare } from '../yardsticks.ts';

const ITEMS = 100;
/** With ITEMS swaps on each connection, as many swaps are under way as the queue commits in a few batches. */
const CONNECTIONS = 16;

const BULK: Row = {
  name: 'bulk',
  title: `swaps, ${ITEMS} in a bulk ÷ single createSwap`,
  unit: '×',
  bar: 5,
  aim: 8,
  means: `What is saved where ${ITEMS} swaps share a request: the same swaps on the same server, durable all the same, each with its own outcome.`,
};

const DIRECT: Row = {
  name: 'direct-bulk',
  title: 'the same with route "direct" on both sides',
  unit: '×',
  means: 'Without what it costs to find the best route for each item as those before it leave the pools.',
};

const BARE: Row = {
  name: 'bulk-bare',
  title: `swaps, ${ITEMS} in a bulk ÷ requests of the bare Fastify route`,
  unit: '×',
  bar: 3,
  aim: 4,
  means: 'How many times as many swaps are settled as a route that does nothing can be asked for.',
};

export const bulkPart: Part = {
  name: BULK.name,
  rows: [BULK, DIRECT, BARE],
  async run(bench) {
    const exchange = await bench.servers.start(SERVE_DEMO, onFile(join(bench.folder, 'bulk.db')));
    const { bare } = await startBare(bench, SWAP_ROUTE);
    const rounds = await interleave(bench, {
      bulk: async () => swapsOf(await load(bench, exchange, { requests: BULKS, connections: CONNECTIONS })),
      single: () => load(bench, exchange, { requests: SWAPS }),
      directBulk: async () =>
        swapsOf(await load(bench, exchange, { requests: DIRECT_BULKS, connections: CONNECTIONS })),
      directSingle: () => load(bench, exchange, { requests: DIRECT_SWAPS }),
      bare: () => load(bench, bare, { requests: SWAPS }),
    });
    await expectNoneRefused(exchange);
    bench.pausesMs.push(...exchange.pausesMs());
    return [
      ratio(bench, BULK, rounds, ['bulk', 'single']),
      ratio(bench, DIRECT, rounds, ['directBulk', 'directSingle']),
      ratio(bench, BARE, rounds, ['bulk', 'bare']),
    ];
  },
};

/** One bulk request of ITEMS swaps, which repeats the given swaps in turn. */
const bulkOf = (swaps: readonly Request[]): Request => ({
  method: 'POST',
  path: '/bulk',
  body: {
    items: Array.from({ length: ITEMS }, (_, index) => ({
      call: 'createSwap',
      body: swaps[index % swaps.length]?.body,
    })),
  },
});
const DIRECT_SWAPS = SWAPS.map(directly);
const [BULKS, DIRECT_BULKS] = [[bulkOf(SWAPS)], [bulkOf(DIRECT_SWAPS)]];

const swapsOf = (measured: Load): Load => ({ ...measured, perSecond: measured.perSecond * ITEMS });

/** A bulk is answered 200 even if its items were refused. */
async function expectNoneRefused(exchange: Server): Promise<void> {
  const refusals = [...(await exchange.metric('millpond_refusals_total'))].filter(([, count]) => count > 0);
  if (refusals.length > 0) throw new Error(`items were refused: ${refusals.join('; ')}`);
}
