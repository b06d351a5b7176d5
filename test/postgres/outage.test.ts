// The database goes away and comes back: every call reports it at once, and service resumes without a restart.
import { describe, expect, it, onTestFinished } from 'vitest';
import { TON, USDT } from '../../src/contract/fields.ts';
import type { Answer, Sent } from '../crash/client.ts';
import { Orders } from '../crash/orders.ts';
import { audit } from '../crash/process.ts';
import { Random } from '../simulation/random.ts';
import { createDatabase } from './database.ts';
import { expectEachOnce } from './journal.ts';
import { Node, retry } from './node.ts';
import { COMMIT } from './proxy.ts';

const READS = [
  '/readyz',
  `/getPoolData?jetton0=${TON}&jetton1=${USDT}`,
  `/getQuote?tokenA=${TON}&tokenB=${USDT}&amount=1`,
  '/getBalances',
  '/getSwaps',
];
/** More at once than the node has connections, so that every connection is affected. */
const AT_ONCE = 12;
const orders = new Orders(new Random(1), 'outage');

const OUTAGES = [
  ['refuses connections', (node: Node) => node.proxy.refuse(), (node: Node) => node.proxy.accept()],
  ['is a black hole', async (node: Node) => node.proxy.silence(), async (node: Node) => node.proxy.speak()],
] as const;

describe.each(OUTAGES)('a database that %s', (_, leave, comeBack) => {
  it('is reported by every call, and used again when it is back', async () => {
    const { node, url } = await serve();
    const before = await Promise.all(READS.map((path) => retry(() => node.client.get(path))));
    await leave(node);
    const refused = await expectOut(node);
    expect((await node.client.get('/livez')).status).toBe(200);
    await comeBack(node);
    await retry(() => node.client.get('/readyz'));
    const after = await Promise.all(READS.map((path) => retry(() => node.client.get(path))));
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    const done: Sent[] = [];
    for (const { order } of refused) done.push({ order, answer: await retry(() => node.client.send(order)) });
    expect(await node.server.stop()).toEqual({ code: 0, signal: null });
    await expectEachOnce(url, done);
    expect(await audit(url)).toMatchObject({ code: 0 });
  });

  it('does not keep the node from stopping', async () => {
    const { node } = await serve();
    await leave(node);
    await expectOut(node);
    expect(await node.server.stop()).toEqual({ code: 0, signal: null });
  });
});

it('resumes after the server has disconnected all its clients', async () => {
  const { node, url } = await serve();
  const sent: Sent[] = [];
  for (let round = 0; round < 10; round += 1) {
    node.proxy.cutAll();
    const order = orders.next();
    sent.push({ order, answer: await retry(() => node.client.send(order)) });
  }
  await expectEachOnce(url, sent);
});

it('survives a cut at any of the first statements of its connections', async () => {
  const { node, url } = await serve();
  const sent: Sent[] = [];
  for (let statements = 1; statements <= 12; statements += 1) {
    node.proxy.cutAll();
    let left = statements;
    const sprung = node.proxy.trap(() => --left === 0, 'during');
    const order = orders.make('createSwap');
    sent.push({ order, answer: await retry(() => node.client.send(order)) });
    for (let over = false; !over; ) {
      await node.client.get('/getBalances');
      over = await Promise.race([sprung.then(() => true), new Promise<false>((no) => setImmediate(no, false))]);
    }
  }
  expect(await node.server.stop()).toEqual({ code: 0, signal: null });
  await expectEachOnce(url, sent);
});

it('stops in time with a commit whose answer never comes', async () => {
  const { node } = await serve();
  const silent = node.proxy.trap(COMMIT, 'silence');
  const answer = node.client.send(orders.make('createSwap'));
  await silent;
  node.server.signal('SIGTERM');
  expect((await answer).status).toBe(200);
  expect(await node.server.ended).toEqual({ code: 0, signal: null });
});

/** Reads and writes, more than there are connections, are all answered 503 with a reason. */
async function expectOut(node: Node): Promise<readonly Sent[]> {
  const reads = Array.from({ length: AT_ONCE }, () => look(node));
  const writes = Array.from({ length: AT_ONCE }, async () => {
    const order = orders.make('createSwap');
    return { order, answer: await node.client.send(order) };
  });
  for (const answers of await Promise.all(reads)) for (const answer of answers) expectUnavailable(answer);
  const sent = await Promise.all(writes);
  for (const { answer } of sent) expectUnavailable(answer);
  return sent;
}

function expectUnavailable({ status, headers }: Answer): void {
  expect({ status, code: headers['error-code'] }).toEqual({ status: 503, code: 'storage_unavailable' });
}

const look = (node: Node) => Promise.all(READS.map((path) => node.client.get(path)));

async function serve() {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  // The request timeout must not be reported before the reason is known.
  return { node: await Node.start(url, { REQUEST_TIMEOUT: '60000' }), url };
}
