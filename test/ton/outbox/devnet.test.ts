// Requests on a real devnet with timed blocks, over an endpoint that loses requests and answers, by nodes that are killed: each is
// paid exactly once, to the unit.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDevnet, ownUrl, post } from '../../../devnet/test/devnet.ts';
import type { Account } from '../../../src/core/amount.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { Endpoint } from '../../../src/ton/endpoint/endpoint.ts';
import { POLICY } from '../../store-contract/site.ts';
import { payment, timesPaid, walletOf } from './payments.ts';

const ORDERS = Number(process.env.OUTBOX_ORDERS ?? 20);
/** Each node is killed after this many points, which lie before and after every call to its store or the chain. */
const KILLS = process.env.OUTBOX_KILLS === 'all' ? Array.from({ length: 40 }, (_, at) => 11 + 13 * at) : [23, 61, 120];
const PATIENCE = { timeout: 100_000, interval: 50 };

test('each request is paid once although nodes are killed and the endpoint loses requests and answers', async () => {
  const devnet = await openDevnet({ blockMs: 30 });
  const path = `${devnet.folder}/orders.db`;
  const store = await openSqliteStore({ path, busyTimeoutMs: 60_000, policy: POLICY });
  const { chainRequests: requests } = store;
  const proxy = await flakyProxy(devnet.published.endpoint);
  onTestFinished(async () => {
    proxy.close();
    await store.close();
    await devnet.stop();
  });
  const payers = ['ann', 'bob', 'cid'] as unknown as readonly [Account, Account, Account];
  for (const payer of payers) {
    const address = walletOf(payer).address.toString();
    expect(await post(ownUrl(devnet, 'faucet'), { address, amount: '100' })).toMatchObject({ status: 200 });
  }
  const ids = Array.from({ length: ORDERS }, (_, at) => `order/${at}`);
  for (const [at, id] of ids.entries()) await requests.accept(payment(payers[at % 3] as Account, id));
  const start = (killAfter: number) =>
    fork(new URL('./driven.ts', import.meta.url), [path, proxy.url, `${killAfter}`], { serialization: 'advanced' });
  for (const killAfter of KILLS) {
    const [, signal] = await once(start(killAfter), 'exit');
    expect(signal).toBe('SIGKILL');
  }
  // Two nodes at once finish the rest.
  const nodes = [start(-1), start(-1)];
  onTestFinished(() => void nodes.map((node) => node.kill('SIGKILL')));
  const isOver = async () =>
    (await requests.page({ before: 1e9, limit: ORDERS })).every(({ status }) => status !== 'pending');
  await vi.waitUntil(isOver, { ...PATIENCE, timeout: 500_000 });
  for (const node of nodes) node.kill('SIGKILL');
  const chain = new Endpoint({ url: devnet.published.endpoint, perSecond: 10_000 });
  expect(await timesPaid(chain, ids)).toEqual(ids.map(() => '1'));
  const found = await requests.page({ before: 1e9, limit: ORDERS });
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['completed']));
  expect(proxy.lost()).toBeGreaterThan(10);
});

/** A proxy that refuses some requests, and loses the answers to others. */
async function flakyProxy(endpoint: string) {
  let [asked, lost] = [0, 0];
  const server = createServer(async (request, response) => {
    asked += 1;
    const body = await text(request);
    const fate = asked % 7;
    if (fate === 3 || fate === 5) lost += 1;
    if (fate === 3) return response.writeHead(500).end('{"ok":false,"error":"out of request","code":500}');
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(endpoint, { method: 'POST', headers, body }).catch(() => undefined);
    const answered = await answer?.text();
    if (fate === 5 || !answer) return request.socket.destroy();
    return response.writeHead(answer.status, headers).end(answered);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    lost: () => lost,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}
