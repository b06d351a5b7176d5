// Several worker processes behind one port: any of them may be killed, and SIGTERM ends them all in order.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Client, forEach, type Sent, sendMany } from '../crash/client.ts';
import { Orders } from '../crash/orders.ts';
import { audit, Server, temporaryDirectory } from '../crash/process.ts';
import { createDatabase } from '../postgres/database.ts';
import { Random } from '../simulation/random.ts';

const CLIENTS = 12;
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 32);

const PLACES = {
  SQLite: async () => join(temporaryDirectory(), 'millpond.db'),
  async PostgreSQL() {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    return url;
  },
};

/** The pids of workers that have reported listening, in that order. */
const pidsOf = (server: Server): number[] => {
  const lines = server.stdout.split('\n').filter((line) => line.includes('Server listening at'));
  return lines.map((line) => JSON.parse(line).pid);
};

/** Waits until this many workers have reported listening, dead ones included. */
async function workersOf(server: Server, count: number): Promise<number[]> {
  await server.printed(new RegExp(`(Server listening at[^]*){${count}}`));
  return pidsOf(server);
}

describe.each(Object.entries(PLACES))('two workers on %s', (_, newPlace) => {
  it('lose no answered request when one is killed, and are replaced', async () => {
    const database = await newPlace();
    const server = await Server.start(database, { WORKERS: '2' });
    const [one, two] = (await workersOf(server, 2)) as [number, number];
    expect(new Set([server.pid, one, two]).size).toBe(3);
    const orders = new Orders(new Random(SEED), 'workers');
    const done: Sent[] = [];
    // After both were killed in turn, only replacements answer.
    for (const [round, victim] of [one, two].entries()) {
      done.push(...(await loadWhileKilling(server, victim, orders)));
      await workersOf(server, 3 + round);
      expect(server.stdout).toContain(`"worker":${victim},"code":null,"signal":"SIGKILL"`);
    }
    const client = new Client(server.url);
    await forEach(done, CLIENTS, async ({ order, answer }) => {
      const again = await client.send(order);
      expect(again.status).toBe(200);
      if (answer) expect(again.text).toBe(answer.text);
    });
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(await audit(database)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
    const [, counted] = /audit passed: (\d+) /.exec((await audit(database)).stdout) as unknown as [string, string];
    expect(Number(counted)).toBe(DEMO_TRANSACTIONS + done.length);
  });

  it('end in order on shutdown, and the journal has every confirmed order', async () => {
    const database = await newPlace();
    const server = await Server.start(database, { WORKERS: '2' });
    await workersOf(server, 2);
    const orders = new Orders(new Random(SEED), 'stop');
    let left = 100;
    const sent = await sendMany(new Client(server.url), {
      clients: CLIENTS,
      next: () => orders.next(),
      onAnswer() {
        left -= 1;
        if (left === 0) server.signal('SIGTERM');
      },
    });
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.stdout.match(/"msg":"stopped"/g)).toHaveLength(2);
    expect(server.stdout).not.toContain('a worker stopped');
    for (const { answer } of sent) if (answer) expect([200, 503]).toContain(answer.status);
    const kept = sent.filter(({ answer }) => answer?.status === 200).length;
    const [, counted] = /audit passed: (\d+) /.exec((await audit(database)).stdout) as unknown as [string, string];
    expect(Number(counted)).toBeGreaterThanOrEqual(DEMO_TRANSACTIONS + kept);
  });
});

const DEMO_TRANSACTIONS = 49;

/** Sends orders from many clients, each order once, and kills a worker midway, which cuts off its requests. */
async function loadWhileKilling(server: Server, victim: number, orders: Orders): Promise<Sent[]> {
  let [answers, killed] = [0, false];
  return sendMany(new Client(server.url), {
    clients: CLIENTS,
    next: () => (answers < 300 ? orders.next() : undefined),
    onAnswer() {
      answers += 1;
      if (answers < 100 || killed) return;
      killed = true;
      process.kill(victim, 'SIGKILL');
    },
  });
}

it('workers whose address is in use report that once, and the server ends with code 2', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const place = join(temporaryDirectory(), 'millpond.db');
  await expect(Server.start(place, { WORKERS: '3', PORT: `${port}` })).rejects.toThrow(
    /^ended with 2 before printing .*: millpond: 127.0.0.1:\d+ is in use [^\n]*\n$/,
  );
});
