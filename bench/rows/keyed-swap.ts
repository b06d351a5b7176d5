// The same as `swap`, as a careful client sends it: with an API key, and an idempotency key that makes a retry safe.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { FRESH } from '../load/plan.ts';
import { onFile, PROGRAM, SERVE_DEMO, SWAPS, withHeaders } from '../market.ts';
import { ratio } from '../rounds.ts';
import type { Part, Row } from '../row.ts';
import { NO_LIMITS } from '../servers.ts';
import { loadWithBare, SWAP_ROUTE, startBare } from '../yardsticks.ts';

const KEYED: Row = {
  name: 'keyed-swap',
  title: 'createSwap with API and idempotency keys ÷ bare Fastify route',
  unit: '×',
  bar: 0.7,
  aim: 0.85,
  means:
    'As `swap`, and each request brings an API key that is looked up and an Idempotency-Key, never seen before, that is kept for ever. The bare route is sent the same headers and ignores them. There is no rate limit.',
};

export const keyedSwapPart: Part = {
  name: KEYED.name,
  rows: [KEYED],
  async run(bench) {
    const settings = { ...onFile(join(bench.folder, 'keyed-swap.db')), AUTH: 'keys', ...NO_LIMITS };
    const exchange = await bench.servers.start(SERVE_DEMO, settings);
    const args = [...PROGRAM, 'key', 'create', '--account', 'local', '--role', 'trader'];
    const env = { ...process.env, ...settings };
    const key = execFileSync(process.execPath, args, { env, encoding: 'utf8', stdio: 'pipe' }).trim();
    const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': `bench-${FRESH}` };
    const servers = { exchange, ...(await startBare(bench, SWAP_ROUTE)) };
    const rounds = await loadWithBare(bench, servers, { requests: withHeaders(SWAPS, headers) });
    bench.pausesMs.push(...exchange.pausesMs());
    return [ratio(bench, KEYED, rounds, ['exchange', 'bare', 'waiting'])];
  },
};
