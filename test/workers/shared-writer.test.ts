// One writer for all workers of a file: whichever process is lost, no client gets a false answer.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type Answer, Client, type Sent } from '../crash/client.ts';
import { expectEachOnce } from '../crash/journal.ts';
import { Orders } from '../crash/orders.ts';
import { audit, Server, temporaryDirectory, WITH_FAULTS } from '../crash/process.ts';
import { Random } from '../simulation/random.ts';

const PATIENT = { WORKERS: '2', BUSY_TIMEOUT: '60000', LOG_LEVEL: 'debug' };
const IN_FLIGHT = 12;
/** If none waits after so many looks, the commands that were sent are in a batch: metrics of all workers may be a second old. */
const LOOKS = 100;
const orders = new Orders(new Random(1), 'shared');

it('workers write through the thread of the process that started them, and have no writer thread of their own', async () => {
  const folder = temporaryDirectory();
  const server = await Server.start(join(folder, 'millpond.db'), {
    WORKERS: '2',
    ...WITH_FAULTS,
    THREAD_FAULTS: folder,
  });
  await server.printed(/(Server listening at.*){2}/s);
  const client = new Client(server.url);
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.send(orders.next())));
  for (const { status } of answers) expect(status).toBe(200);
  expect(readdirSync(folder).filter((name) => name.startsWith('thread-of'))).toEqual([`thread-of-${server.pid}`]);
});

it('a worker killed with a batch under way does not affect the batches of others', async () => {
  const { server, database, workers, inFlight, release } = await holdInFlight();
  process.kill(workers[0].pid, 'SIGKILL');
  await server.printed(/a worker stopped: starting another/);
  release();
  const sent = await Promise.all(inFlight);
  const answered = sent.filter(({ answer }) => answer);
  expect(answered.length).toBe(workers[1].held);
  for (const { answer } of answered) expect(answer?.status).toBe(200);
  await expectSettled(server, database, sent);
});

it('a server stopped while a worker is still starting ends with exit code 0', async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  const server = await Server.start(database, { WORKERS: '2' });
  await server.printed(/(Server listening at.*){2}/s);
  const [first] = childrenOf(server.pid) as [number];
  process.kill(first, 'SIGKILL');
  while (isAlive(first) || childrenOf(server.pid).length < 2) await sleep(5);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
});

it('a server killed with batches under way answers none of them, and its workers end', async () => {
  const { server, database, workers, inFlight, release } = await holdInFlight();
  await server.kill();
  for (const { answer } of await Promise.all(inFlight)) expect(answer).toBeUndefined();
  for (const { pid } of workers) while (isAlive(pid)) await sleep(5);
  release();
  const again = await Server.start(database);
  await expectSettled(again, database, await Promise.all(inFlight));
});

it.each(['SIGTERM', 'SIGINT'] as const)('all open requests of the workers are answered after %s', async (signal) => {
  const { server, database, inFlight, release } = await holdInFlight();
  server.signal(signal);
  await server.printed(/(shutting down: finishing running requests.*){2}/s);
  release();
  const sent = await Promise.all(inFlight);
  for (const { answer } of sent) expect(answer?.status).toBe(200);
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(server.stdout).not.toContain('a worker stopped');
  expectEachOnce(database, sent);
  expect(await audit(database)).toMatchObject({ code: 0 });
});

it('a command that causes an internal error does not fail other commands, whichever worker has them', async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  const server = await Server.start(database, { WORKERS: '3' });
  await server.printed(/(Server listening at.*){3}/s);
  const db = new DatabaseSync(database, { timeout: 60_000 });
  // More than an account can hold: any command that touches it meets an assertion.
  db.exec(`PRAGMA ignore_check_constraints = ON; BEGIN IMMEDIATE;
    INSERT INTO balances SELECT 'cursed', token, '${2n ** 121n}' FROM balances GROUP BY token; COMMIT; BEGIN IMMEDIATE`);
  const client = new Client(server.url);
  const cursed = { ...orders.make('deposit') };
  const body = { ...cursed.body, account: 'cursed' };
  const [faulty, ...sent] = [{ ...cursed, body }, ...Array.from({ length: 30 }, () => orders.make('createSwap'))].map(
    async (order) => ({ order, answer: await client.send(order) }),
  );
  db.exec('ROLLBACK');
  db.close();
  expect((await faulty)?.answer).toMatchObject({ status: 500, headers: { 'error-code': 'internal_error' } });
  await server.printed(/"level":50.*"type":"BatchFault"/);
  const done = await Promise.all(sent);
  for (const { answer } of done) expect(answer.status).toBe(200);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expectEachOnce(database, done);
});

/** Two workers with commands that wait for a lock that the test holds. */
async function holdInFlight() {
  const database = join(temporaryDirectory(), 'millpond.db');
  const server = await Server.start(database, PATIENT);
  await server.printed(/(Server listening at.*){2}/s);
  const connections: Awaited<ReturnType<typeof connect>>[] = [];
  while (connections.length < IN_FLIGHT) connections.push(await connect(server, connections.length + 1));
  const [one, two, ...more] = [...new Set(connections.map(({ pid }) => pid))] as [number, number];
  expect([two, more]).toEqual([expect.any(Number), []]);
  // A lease renewal may hold the lock.
  const lock = new DatabaseSync(database, { timeout: 60_000 });
  onTestFinished(() => lock.close());
  lock.exec('BEGIN IMMEDIATE');
  const inFlight: Promise<Sent>[] = [];
  const send = ({ client }: { readonly client: Client }) => {
    const order = orders.next();
    const sent = client.send(order).then(
      (answer): Sent => ({ order, answer }),
      (): Sent => ({ order, answer: undefined }),
    );
    inFlight.push(sent);
  };
  const client = new Client(server.url);
  const left = new Set(connections);
  let depth = 0;
  // Each worker gets commands until one of them waits behind a batch; from then on, each further one waits.
  for (const worker of [one, two])
    for (const before = depth; depth === before; ) {
      const connection = [...left].find(({ pid }) => pid === worker);
      if (!connection) throw new Error('no command of this worker waits');
      left.delete(connection);
      send(connection);
      for (let looks = 0; looks < LOOKS && depth === before; looks += 1) {
        await sleep(20);
        depth = await waiting(client);
      }
    }
  for (const connection of left) send(connection);
  while ((await waiting(client)) < depth + left.size);
  const held = (worker: number) => connections.filter(({ pid }) => pid === worker).length;
  const workers = [
    { pid: one, held: held(one) },
    { pid: two, held: held(two) },
  ] as const;
  return { server, database, workers, inFlight, release: () => lock.exec('ROLLBACK') };
}

/** A connection to one of the workers, which take turns. */
async function connect(server: Server, count: number) {
  const client = new Client(server.url);
  await client.get('/livez');
  await server.printed(new RegExp(`("route":"/livez".*){${count}}`, 's'));
  const lines = server.stdout.split('\n').filter((line) => line.includes('"route":"/livez"'));
  return { client, pid: JSON.parse(lines[count - 1] as string).pid as number };
}

/** The number of commands waiting in all workers. */
async function waiting(client: Client): Promise<number> {
  return Number(/millpond_queue_depth (\d+)/.exec((await client.get('/metrics')).text)?.[1]);
}

/** Checks that each order can be repeated, gets the same answer, and is in the journal once. */
async function expectSettled(server: Server, database: string, sent: readonly Sent[]): Promise<void> {
  const client = new Client(server.url);
  const done: { order: Sent['order']; answer: Answer }[] = [];
  for (const { order, answer } of sent) {
    const again = await client.send(order);
    expect(again.status).toBe(200);
    if (answer) expect(again.text).toBe(answer.text);
    done.push({ order, answer: again });
  }
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expectEachOnce(database, done);
  expect(await audit(database)).toMatchObject({ code: 0 });
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
