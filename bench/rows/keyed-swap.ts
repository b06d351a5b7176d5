// The same as `swap`, as a careful client sends it: with a key that says who it is, and one that makes a retry safe.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { FRESH } from '../load/plan.ts';
import { bareRoutes, onFile, SERVE_DEMO, SWAP_ROUTE, SWAPS, withHeaders } from '../market.ts';
import { compare, load } from '../rounds.ts';
import type { Part, Row } from '../row.ts';

const KEYED: Row = {
  name: 'keyed-swap',
  title: 'createSwap with API and idempotency keys ÷ bare Fastify route',
  unit: '×',
  bar: 0.6,
  aim: 0.75,
  means:
    'As `swap`, and each request brings an API key that is looked up and an Idempotency-Key, never seen before, that is kept for ever. The bare route is sent the same headers and ignores them. There is no rate limit.',
};

export const keyedSwapPart: Part = {
  name: KEYED.name,
  rows: [KEYED],
  async run(bench) {
    const settings = { ...onFile(join(bench.folder, 'keyed-swap.db')), AUTH: 'keys', RATE_LIMIT: '0' };
    const exchange = await bench.servers.start(SERVE_DEMO, settings);
    const args = ['src/main.ts', 'key', 'create', '--account', 'local', '--role', 'trader'];
    const env = { ...process.env, ...settings };
    const key = execFileSync(process.execPath, args, { env, encoding: 'utf8', stdio: 'pipe' }).trim();
    const bare = await bench.servers.start(bareRoutes(SWAP_ROUTE));
    const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': `bench-${FRESH}` };
    const plan = { requests: withHeaders(SWAPS, headers) };
    const found = await compare(bench, KEYED, {
      measured: () => load(bench, exchange, plan),
      yardstick: () => load(bench, bare, plan),
    });
    bench.pausesMs.push(...exchange.pausesMs());
    return [found];
  },
};
