// Thousands of malformed requests from one seed: never a 5xx, never a hang, and every failure in the documented form.
import { Agent, type IncomingMessage, request } from 'node:http';
import { text as readAll } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { times } from '../times.ts';
import { allAnswers, exact, send } from './client.ts';
import { anyBytes, anyRequest, type FuzzRequest } from './fuzz-requests.ts';
import { type Server, startServer } from './server.ts';

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const REQUESTS = times(2600);
const CONNECTIONS = 16;
/** Long enough that only a hang can reach it. */
const HANG_MS = 60_000;

let server: Server;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
beforeAll(async () => {
  console.info(`FUZZ_SEED=${seed}`);
  server = await startServer({ demo: true });
});
afterAll(async () => {
  agent.destroy();
  await server.close();
});

async function ask({ method, path, headers, body }: FuzzRequest): Promise<{ response: IncomingMessage; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const length = body ? { 'content-length': body.length } : {};
  const options = { agent, port: server.port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } };
  const signal = AbortSignal.timeout(HANG_MS);
  const sent = request({ ...options, signal }, resolve);
  sent.on('error', reject);
  sent.end(body ?? undefined);
  const response = await promise;
  return { response, text: await readAll(response) };
}

function check(status: number, code: unknown, text: string, request: unknown): void {
  const said = () => `FUZZ_SEED=${seed} ${JSON.stringify(request)} → ${status} ${text.slice(0, 300)}`;
  expect(status, said()).toBeLessThan(500);
  if (status < 400) return;
  expect(code, said()).toMatch(/^[a-z_]+$/);
  const body = JSON.parse(text);
  expect(Object.keys(body), said()).toEqual(['error']);
  expect(body.error, said()).toMatch(/^\S.*[.…]$/s);
}

/** Runs the work for every item, a few at a time. */
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

test(`${REQUESTS} requests, nearly all malformed, get no 5xx, and every failure has the documented form (FUZZ_SEED=${seed})`, async () => {
  const statuses = new Map<number, number>();
  await each(fc.sample(anyRequest, { seed, numRuns: REQUESTS }), async (one) => {
    const shown = { ...one, body: one.body?.toString('latin1') };
    const { response, text } = await ask(one).catch((error) => {
      throw new Error(`FUZZ_SEED=${seed} ${JSON.stringify(shown)}`, { cause: error });
    });
    const status = response.statusCode ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (one.method !== 'HEAD') check(status, response.headers['error-code'], text, shown);
  });
  console.info(`statuses: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
  const refused = [...statuses].reduce((sum, [status, count]) => sum + (status >= 400 ? count : 0), 0);
  expect(refused).toBeGreaterThan(REQUESTS * 0.75);
  // The fuzzer must reach these statuses; with enough requests even the rarest comes dozens of times for any seed.
  const rare = REQUESTS < 13_000 ? [] : [422];
  for (const status of [200, 400, 404, 405, 415, ...rare]) expect([...statuses.keys()]).toContain(status);
});

test(`random bytes that are hardly HTTP get no 5xx, and every failure has the documented form (FUZZ_SEED=${seed})`, async () => {
  await each(fc.sample(anyBytes, { seed, numRuns: times(250) }), async (bytes) => {
    for (const { status, headers, text } of await allAnswers(server, bytes)) {
      check(status, headers.get('error-code'), text, bytes.toString('latin1'));
    }
  });
});

test('afterwards the server still trades, and the audit passes', async () => {
  expect((await send(server, { path: '/readyz' })).status).toBe(200);
  const { supportedTokens } = exact(await send(server, { path: '/getRouterData' })).data;
  const Pair = { tokenA: supportedTokens[0].address, tokenB: supportedTokens[1].address };
  exact(await send(server, { path: '/createSwap', body: { Pair, amount: { tokenA: 1 } } }));
  expect((await audit(server.store, () => {})).transactions).toBeGreaterThan(30);
});
