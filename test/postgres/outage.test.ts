// The database becomes unreachable and returns: every call answers 503, and service resumes without a restart.
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
/** More concurrent calls than the node has connections, so that every connection is affected. */
const AT_ONCE = 12;
const orders = new Orders(new Random(1), 'outage');

const OUTAGES = [
  ['refuses connections', (node: Node) => node.proxy.refuse(), (node: Node) => node.proxy.accept()],
  ['is a black hole', async (node: Node) => node.proxy.silence(), async (node: Node) => node.proxy.speak()],
] as const;

describe.each(OUTAGES)('a database that %s', (_, leave, comeBack) => {
  it('makes every call but /livez answer 503; when it is back, refused orders succeed, once each', async () => {
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

  it('does not prevent the node from stopping with exit code 0', async () => {
    const { node } = await serve();
    await leave(node);
    await expectOut(node);
    expect(await node.server.stop()).toEqual({ code: 0, signal: null });
  });
});

it('a node answers again after all its connections were cut, and executes each order once', async () => {
  const { node, url } = await serve();
  const sent: Sent[] = [];
  for (let round = 0; round < 10; round += 1) {
    node.proxy.cutAll();
    const order = orders.next();
    sent.push({ order, answer: await retry(() => node.client.send(order)) });
  }
  await expectEachOnce(url, sent);
});

it('a node executes each swap once although a connection is cut at one of its first 12 statements', async () => {
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

it('a node that gets no answer to a COMMIT when it is stopped still answers the swap, and ends with exit code 0', async () => {
  const { node } = await serve();
  const silent = node.proxy.trap(COMMIT, 'silence');
  const answer = node.client.send(orders.make('createSwap'));
  await silent;
  node.server.signal('SIGTERM');
  expect((await answer).status).toBe(200);
  expect(await node.server.ended).toEqual({ code: 0, signal: null });
});

/** Sends more reads and writes than there are connections, and expects 503 storage_unavailable for all. */
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
  // A long request timeout, so that the answer is the reason of the failure and not the timeout.
  return { node: await Node.start(url, { REQUEST_TIMEOUT: '60000' }), url };
}
