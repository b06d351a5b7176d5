// createSwap as it is called in production, each beside the same calls without it.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { AskedProcess } from '../lines.ts';
import { FRESH } from '../load/plan.ts';
import { onFile, PROGRAM, SERVE_DEMO, SWAPS, withHeaders } from '../market.ts';
import type { Readers } from '../readers.ts';
import { cpuPerRequest, interleave, type Loaded, load, ratio } from '../rounds.ts';
import type { Bench, Part, Row } from '../row.ts';
import { NO_LIMITS, PROBED, type Server, type Settings } from '../servers.ts';
import { SWAP_ROUTE, startBare } from '../yardstick.ts';

const KEYED: Row = {
  name: 'keyed-swap',
  title: 'createSwap with API and idempotency keys ÷ bare Fastify route',
  unit: '×',
  bar: 0.7,
  aim: 0.85,
  means:
    'As `swap`, and each request brings an API key that is looked up and an Idempotency-Key, never seen before, that is kept for ever. The bare route is sent the same headers and ignores them. There is no rate limit.',
};

const KEYED_CPU: Row = {
  name: 'keyed-cpu',
  title: 'CPU of the whole server for such a swap',
  unit: 'µs',
  lowerIsBetter: true,
  means: 'All threads of the process, from the rounds of `keyed-swap`.',
};

const withIt = (name: string, title: string, means: string): Row => ({
  ...{ name: `with-${name}`, title, unit: '×', bar: 0.9, means },
});
const KEYS = withIt(
  'keys',
  'createSwap with both keys ÷ without',
  '`keyed-swap` beside the default swap on a server of the same age.',
);
const PROXY = withIt(
  'proxy',
  'the same behind a trusted proxy ÷ directly',
  'Requests name one of sixteen clients in X-Forwarded-For; TRUST_PROXY has the address that they come from. The proxy itself is left out: it would take its own share of the cores.',
);
const DAY_LIMIT = withIt(
  'day-limit',
  'the same with a day limit on the key ÷ without',
  'What a swap pays is priced, and counted in the database before it is done.',
);
const READERS = withIt(
  'readers',
  'createSwap with 500 readers of events ÷ without',
  'At full load, each reader gets every event, and the process that plays the readers shares the cores.',
);

const READER_COUNT = 500;
const CLIENTS = Array.from({ length: 16 }, (_, client) => `198.51.100.${client + 1}`);

export const productionPart: Part = {
  name: 'production',
  rows: [KEYED, KEYED_CPU, KEYS, PROXY, DAY_LIMIT, READERS],
  async run(bench) {
    const plain = await bench.servers.start(SERVE_DEMO, onFile(join(bench.folder, 'plain.db')));
    const settings = {
      ...onFile(join(bench.folder, 'keyed.db')),
      AUTH: 'keys',
      TRUST_PROXY: '127.0.0.1',
      ...NO_LIMITS,
      ...PROBED,
    };
    const keyed = await bench.servers.start(SERVE_DEMO, settings);
    const bare = await startBare(bench, SWAP_ROUTE);
    const key = traderKey(settings);
    const requests = withHeaders(SWAPS, headersOf(key));
    const limited = withHeaders(SWAPS, headersOf(await limitedKey(keyed, key)));
    const proxied = CLIENTS.flatMap((client) => withHeaders(requests, { 'X-Forwarded-For': client }));
    const rounds = await withAudience(bench, plain, (besideReaders) =>
      interleave(bench, {
        bare: () => load(bench, bare, { requests }),
        keyed: () => load(bench, keyed, { requests }),
        proxied: () => load(bench, keyed, { requests: proxied }),
        limited: () => load(bench, keyed, { requests: limited }),
        plain: () => load(bench, plain, { requests: SWAPS }),
        readers: () => besideReaders(() => load(bench, plain, { requests: SWAPS })),
      }),
    );
    return [
      ratio(bench, KEYED, rounds, ['keyed', 'bare']),
      cpuPerRequest(bench, KEYED_CPU, rounds, ['keyed', 'plain']),
      ratio(bench, KEYS, rounds, ['keyed', 'plain']),
      ratio(bench, PROXY, rounds, ['proxied', 'keyed']),
      ratio(bench, DAY_LIMIT, rounds, ['limited', 'keyed']),
      ratio(bench, READERS, rounds, ['readers', 'plain']),
    ];
  },
};

const headersOf = (key: string): Settings => ({ Authorization: `Bearer ${key}`, 'Idempotency-Key': `bench-${FRESH}` });

function traderKey(settings: Settings): string {
  const args = [...PROGRAM, 'key', 'create', '--account', 'local', '--role', 'trader'];
  const env = { ...process.env, ...settings, NODE_OPTIONS: '' };
  return execFileSync(process.execPath, args, { env, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** A key of the same account that may spend more a day than any load pays. */
async function limitedKey({ url }: Server, key: string): Promise<string> {
  const answer = await fetch(`${url}/createKey`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ dayLimit: 1e9 }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { data: { key: string } }).data.key;
}

type Besides = (measure: () => Promise<Loaded>) => Promise<Loaded>;

/** Calls `work` with a function that measures while the readers are connected. */
async function withAudience<Result>({ cleanUps }: Bench, { url }: Server, work: (besides: Besides) => Promise<Result>) {
  const audience = new AskedProcess<Readers, object>(['bench/readers.ts']);
  const end = () => audience.stop();
  cleanUps.add(end);
  try {
    return await work(async (measure) => {
      await audience.ask({ url, readers: READER_COUNT });
      const measured = await measure();
      await audience.ask({ url, readers: 0 });
      return measured;
    });
  } finally {
    await end();
    cleanUps.delete(end);
  }
}
