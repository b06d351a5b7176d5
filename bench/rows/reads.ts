// Reading over HTTP against a bare route that answers the same JSON, and over two processes against one.
import { join } from 'node:path';
import type { Request } from '../load/plan.ts';
import { bare, onFile, POOL_DATA, QUOTE, SERVE_DEMO } from '../market.ts';
import { compare, load } from '../rounds.ts';
import type { Part, Row } from '../row.ts';

const [BAR, AIM] = [0.8, 0.95];

const WORKERS: Row = {
  name: 'workers',
  title: 'getPoolData, --workers 2 ÷ 1 worker',
  unit: '×',
  bar: 1.3,
  aim: 1.7,
  means:
    'What a second process adds to reading. The generator needs a core of its own, so with two cores in all there is little left to add; it says nothing of writing, which has one writer at a time.',
};

export const poolDataPart = readPart(
  {
    name: 'pool-data',
    title: 'getPoolData ÷ bare Fastify route',
    unit: '×',
    bar: BAR,
    aim: AIM,
    means:
      'Reads five balances as of one moment for each request; the bare route answers a ready object of equal content.',
  },
  POOL_DATA,
);

export const quotePart = readPart(
  {
    name: 'quote',
    title: 'getQuote ÷ bare Fastify route',
    unit: '×',
    bar: BAR,
    aim: AIM,
    means:
      'Reads the reserves and plans the swap for each request; the bare route answers a ready object of equal content.',
  },
  QUOTE,
);

function readPart(row: Row, request: Request): Part {
  return {
    name: row.name,
    rows: [row],
    async run(bench) {
      const exchange = await bench.servers.start(SERVE_DEMO, onFile(join(bench.folder, `${row.name}.db`)));
      const answer = await (await exchange.get(request.path)).json();
      const { pathname } = new URL(request.path, exchange.url);
      const yardstick = await bench.servers.start(bare('GET', pathname, answer));
      const found = await compare(bench, row, {
        measured: () => load(bench, exchange, { requests: [request] }),
        yardstick: () => load(bench, yardstick, { requests: [request] }),
      });
      return [found];
    },
  };
}

export const workersPart: Part = {
  name: WORKERS.name,
  rows: [WORKERS],
  async run(bench) {
    const start = (workers: number) =>
      bench.servers.start(
        SERVE_DEMO,
        { ...onFile(join(bench.folder, `workers-${workers}.db`)), WORKERS: String(workers) },
        workers,
      );
    const [two, one] = [await start(2), await start(1)];
    const found = await compare(bench, WORKERS, {
      measured: () => load(bench, two, { requests: [POOL_DATA] }),
      yardstick: () => load(bench, one, { requests: [POOL_DATA] }),
    });
    return [found];
  },
};
