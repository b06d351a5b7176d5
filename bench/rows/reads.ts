// Reading over HTTP against bare routes that answer the same JSON.
import { join } from 'node:path';
import { FRESH, type Plan, type Request } from '../load/plan.ts';
import { onFile, POOL_DATA, QUOTES, SERVE_DEMO } from '../market.ts';
import { alone, cpuPerRequest, interleave, load, ratio } from '../rounds.ts';
import type { Part, Row } from '../row.ts';
import { PROBED, type Server } from '../servers.ts';
import { SWAP_ROUTE, startBare } from '../yardstick.ts';

const POOL: Row = {
  name: 'pool-data',
  title: 'getPoolData ÷ bare Fastify route',
  unit: '×',
  bar: 1.1,
  aim: 1.3,
  means:
    'Six pools in turn, the same six questions over and over, and nothing changes meanwhile: a cache may answer all of them, once it has made sure that nothing has changed. The bare route prints a ready object of equal content for each request.',
};

const QUOTE: Row = {
  name: 'quote',
  title: 'getQuote ÷ bare Fastify route',
  unit: '×',
  bar: 0.9,
  aim: 1.1,
  means:
    'Six pairs in turn, by the best route, each quote for an amount that nobody has asked for before: no cache of answers can help, each is planned and printed anew. The reserves do not change meanwhile and may be remembered. The bare route prints a ready object.',
};

const QUOTE_CPU: Row = {
  name: 'quote-cpu',
  title: 'CPU of the whole server for such a quote',
  unit: 'µs',
  lowerIsBetter: true,
  means: 'All threads of the process, from the rounds of `quote`.',
};

/** All rows use the same exchange. */
export const readsPart: Part = {
  name: 'reads',
  rows: [POOL, QUOTE, QUOTE_CPU],
  async run(bench) {
    const exchange = await bench.servers.start(SERVE_DEMO, { ...onFile(join(bench.folder, 'reads.db')), ...PROBED });
    const routes = [await routeOf(exchange, POOL_DATA[0] as Request), await routeOf(exchange, QUOTES[0] as Request)];
    const bare = await startBare(bench, SWAP_ROUTE, ...routes);
    const both = (plan: Pick<Plan, 'requests'> & Partial<Plan>, warmUps?: number) =>
      interleave(bench, { exchange: () => load(bench, exchange, plan), bare: () => load(bench, bare, plan) }, warmUps);
    const sides = ['exchange', 'bare'] as const;
    const pools = ratio(bench, POOL, await both({ requests: POOL_DATA }), sides);
    const quotes = await both({ requests: QUOTES }, alone(bench.effort));
    const [quote, cpu] = [ratio(bench, QUOTE, quotes, sides), cpuPerRequest(bench, QUOTE_CPU, quotes, sides)];
    return [pools, quote, cpu];
  },
};

async function routeOf(exchange: Server, request: Request) {
  const path = request.path.replace(FRESH, '123450000');
  const { pathname } = new URL(path, exchange.url);
  return { method: 'GET', url: pathname, answer: await (await exchange.get(path)).json() } as const;
}
