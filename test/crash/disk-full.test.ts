// A full disk: calls fail cleanly, reads go on, and service resumes without a restart once there is room.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TON, USDT } from '../../src/contract/fields.ts';
import { Random } from '../simulation/random.ts';
import { Client, type Sent } from './client.ts';
import { fill, mountSmall, skip, system } from './file-system.ts';
import { expectEachOnce } from './journal.ts';
import { KINDS, Orders } from './orders.ts';
import { audit, Server, temporaryDirectory } from './process.ts';
import { expectRefusedStart } from './refused-start.ts';

const orders = new Orders(new Random(1), 'full');

it('a server answers 503 storage_broken on a full disk, and executes the refused orders when there is room', async (context) => {
  const disk = mountSmall(4096, context);
  const database = join(disk, 'millpond.db');
  const server = await Server.start(database);
  const client = new Client(server.url);
  const before = await look(client);
  const makeRoom = fill(disk);
  const refused = await expectRefusals(client, 'storage_broken');
  expect(await look(client)).toEqual(before);
  await expectNotReady(client, 'storage_broken');
  makeRoom();
  expect((await client.get('/readyz')).status).toBe(200);
  await expectResumed(client, refused);
  expect((await client.get('/readyz')).status).toBe(200);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(server.stdout).toContain(`${database}: the disk is full (SQLite: database or disk is full, code 13)`);
  expectEachOnce(database, refused);
  expect(await audit(database)).toMatchObject({ code: 0 });
});

it('a server killed on a full disk starts again there with unchanged data', async (context) => {
  const disk = mountSmall(4096, context);
  const database = join(disk, 'millpond.db');
  const first = await Server.start(database);
  const before = await look(new Client(first.url));
  const makeRoom = fill(disk);
  const refused = await expectRefusals(new Client(first.url), 'storage_broken');
  await first.kill();
  const second = await Server.start(database);
  const client = new Client(second.url);
  expect(await look(client)).toEqual(before);
  // Reported although the new server has not attempted a change yet.
  await expectNotReady(client, 'storage_broken');
  await expectRefusals(client, 'storage_broken', refused);
  makeRoom();
  await expectResumed(client, refused);
  expectEachOnce(database, refused);
  expect(await audit(database)).toMatchObject({ code: 0 });
});

it('a server that finds no room for its file refuses to start, and names the full disk', async (context) => {
  const disk = mountSmall(256, context);
  fill(disk);
  const database = join(disk, 'millpond.db');
  await expectRefusedStart(database, 'the disk is full (SQLite: database or disk is full, code 13)');
});

it('a server answers 503 at a file-size limit, and executes the refused orders when it is lifted', async (context) => {
  try {
    system('prlimit', '--version');
  } catch {
    skip(context, 'prlimit, which lifts the limit of a running process, is not installed');
  }
  const database = join(temporaryDirectory(), 'millpond.db');
  // Room for the market and a few more orders; the compile cache is off, because its files would reach the limit too.
  const wrap = (command: readonly string[]) => ['bash', '-c', 'ulimit -S -f 2560; exec "$0" "$@"', ...command];
  const server = await Server.start(database, { NODE_DISABLE_COMPILE_CACHE: '1' }, { wrap });
  const client = new Client(server.url);
  const done = await sendUntilRefused(client);
  const before = await look(client);
  const refused = await expectRefusals(client, 'storage_unavailable');
  await expectNotReady(client, 'storage_unavailable');
  expect(await look(client)).toEqual(before);
  system('prlimit', '--pid', String(server.pid), '--fsize=unlimited');
  await expectResumed(client, [...done, ...refused]);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(server.stdout).toContain(`${database}: the disk reported an error, or a file-size limit was reached (SQLite:`);
  expectEachOnce(database, [...done, ...refused]);
  expect(await audit(database)).toMatchObject({ code: 0 });
});

/** Everything that the orders of this file could change. */
async function look(client: Client): Promise<readonly string[]> {
  const pair = `jetton0=${TON}&jetton1=${USDT}`;
  const paths = [`/getPoolData?${pair}`, `/getLPAccountData?${pair}`, '/getBalances', '/getSwaps', '/getRouterData'];
  const answers = await Promise.all(paths.map((path) => client.get(path)));
  for (const { status } of answers) expect(status).toBe(200);
  return answers.map(({ text }) => text);
}

/** Load balancers must learn that the server is not ready, and why. */
async function expectNotReady(client: Client, code: string): Promise<void> {
  expect(await client.get('/readyz')).toMatchObject({ status: 503, headers: { 'error-code': code } });
}

/** Sends one of each call and several swaps at once; all must be refused with this code. */
async function expectRefusals(client: Client, code: string, again?: readonly Sent[]): Promise<Sent[]> {
  const calls = Object.keys(KINDS) as (keyof typeof KINDS)[];
  const list =
    again?.map(({ order }) => order) ??
    [...calls, ...Array<'createSwap'>(10).fill('createSwap')].map((call) => orders.make(call));
  return Promise.all(
    list.map(async (order) => {
      const { status, headers, text } = await client.send(order);
      expect({ status, code: headers['error-code'] }).toEqual({ status: 503, code });
      expect(headers['retry-after']).toBe('1');
      expect(JSON.parse(text)).toEqual({ error: expect.stringContaining('Nothing was changed') });
      return { order, answer: undefined };
    }),
  );
}

/** Sends the same orders again: they are executed now, and repeats get the same answer. */
async function expectResumed(client: Client, sent: readonly Sent[]): Promise<void> {
  for (const one of sent) {
    const answer = await client.send(one.order);
    expect(answer.status).toBe(200);
    if (one.answer) expect(answer.text).toBe(one.answer.text);
    one.answer = answer;
    expect((await client.send(one.order)).text).toBe(answer.text);
  }
}

/** Swaps until the storage refuses one; the last, refused one is included, without an answer. */
async function sendUntilRefused(client: Client): Promise<Sent[]> {
  const sent: Sent[] = [];
  while (sent.length < 1000) {
    const order = orders.make('createSwap');
    const answer = await client.send(order);
    sent.push({ order, answer: answer.status === 200 ? answer : undefined });
    if (answer.status !== 200) return sent;
  }
  throw new Error('a thousand swaps did not reach the limit');
}
