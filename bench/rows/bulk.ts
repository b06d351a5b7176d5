// The swaps of `swap`, a hundred in a request, against single calls and against the bare route.
import { join } from 'node:path';
import type { Load, Request } from '../load/plan.ts';
import { onFile, SERVE_DEMO, SWAPS } from '../market.ts';
import { interleave, load, ratio } from '../rounds.ts';
import type { Part, Row } from '../row.ts';
import type { Server } from '../servers.ts';
import { SWAP_ROUTE, startBare } from '../yardstick.ts';

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
  rows: [BULK, BARE],
  async run(bench) {
    const exchange = await bench.servers.start(SERVE_DEMO, onFile(join(bench.folder, 'bulk.db')));
    const bare = await startBare(bench, SWAP_ROUTE);
    const rounds = await interleave(bench, {
      bulk: async () => swapsOf(await load(bench, exchange, { requests: BULKS, connections: CONNECTIONS })),
      single: () => load(bench, exchange, { requests: SWAPS }),
      bare: () => load(bench, bare, { requests: SWAPS }),
    });
    await expectNoneRefused(exchange);
    return [ratio(bench, BULK, rounds, ['bulk', 'single']), ratio(bench, BARE, rounds, ['bulk', 'bare'])];
  },
};

/** One bulk request of ITEMS swaps in turn. */
const BULKS: readonly Request[] = [
  {
    method: 'POST',
    path: '/bulk',
    body: {
      items: Array.from({ length: ITEMS }, (_, index) => ({
        call: 'createSwap',
        body: SWAPS[index % SWAPS.length]?.body,
      })),
    },
  },
];

const swapsOf = (measured: Load): Load => ({ ...measured, perSecond: measured.perSecond * ITEMS });

/** A bulk is answered 200 even if its items were refused. */
async function expectNoneRefused(exchange: Server): Promise<void> {
  const refusals = [...(await exchange.metric('millpond_refusals_total'))].filter(([, count]) => count > 0);
  if (refusals.length > 0) throw new Error(`items were refused: ${refusals.join('; ')}`);
}
