// The process that delivers webhooks, killed in the middle of a delivery again and again: every event arrives, in order, and what
// comes twice comes as it came first.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { Random } from '../simulation/random.ts';
import { type Received, startReceiver } from '../webhooks/receiver.ts';
import { Client } from './client.ts';
import { readJournal } from './journal.ts';
import { Orders } from './orders.ts';
import { Server, temporaryDirectory } from './process.ts';

const KILLS = Number(process.env.CRASH_CYCLES ?? 8);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 32);
const SETTINGS = { WEBHOOK_ALLOW: '127.0.0.0/8' };
const counts = { kills: 0, requests: 0, repeated: 0, events: 0 };

it(`delivers everything, in order, through ${KILLS} kills`, { timeout: 120_000 + KILLS * 30_000 }, async () => {
  onTestFinished(() => console.log(`webhooks, CRASH_SEED=${SEED}: ${JSON.stringify(counts)}`));
  const database = join(temporaryDirectory(), 'millpond.db');
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const servers = [await Server.start(database, SETTINGS), await Server.start(database, SETTINGS)];
  const [all, swaps] = await Promise.all(
    [{}, { kinds: ['swap'] }].map((filter) =>
      makeHook(servers[0] as Server, { url: receiver.url, after: 0, ...filter }),
    ),
  );
  const load = new Load(servers);
  const random = new Random(SEED);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const at = await new Promise<number>((resolve) => {
      // Somewhere within the next requests, before or after it could be told that it arrived.
      for (let others = random.below(4); others > 0; others -= 1) receiver.answers.push((response) => response.end());
      const isAnswered = random.below(2) === 0;
      receiver.answers.push(async (response) => {
        if (isAnswered) response.end();
        const holder = servers.findIndex(({ pid }) => pid === holderIn(database));
        await servers[holder]?.kill();
        response.destroy();
        resolve(holder);
      });
    });
    letTheLeaseRunOut(database);
    servers[at] = await Server.start(database, SETTINGS);
    counts.kills += 1;
  }
  await load.end();
  const journal = readJournal(database);
  const last = (kind?: string) => journal.findLast((entry) => kind === undefined || entry.kind === kind)?.sequence;
  const isThere = (hook: Hook, sequence = 0) =>
    receiver.received.some((one) => sequencesOf(hook, one).includes(sequence));
  while (!isThere(all as Hook, last()) || !isThere(swaps as Hook, last('swap'))) await pause();
  expectInOrder(
    all as Hook,
    receiver.received,
    journal.map(({ sequence }) => sequence),
  );
  const swapped = journal.filter(({ kind }) => kind === 'swap').map(({ sequence }) => sequence);
  expectInOrder(swaps as Hook, receiver.received, swapped);
  expect(await Promise.all(servers.map((server) => server.stop()))).toEqual(Array(2).fill({ code: 0, signal: null }));
});

type Hook = { readonly id: string; readonly secret: string };

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

async function makeHook({ url }: Server, body: object): Promise<Hook> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/createWebhook`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await answer.json()) as { data: Hook }).data;
}

/** Keeps something happening, by whichever server is there. */
class Load {
  #isOver = false;
  readonly #done: Promise<void>;

  constructor(servers: readonly Server[]) {
    this.#done = this.#run(servers);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }

  async #run(servers: readonly Server[]): Promise<void> {
    const orders = new Orders(new Random(SEED), 'load');
    for (let turn = 0; !this.#isOver; turn += 1) {
      const { url } = servers[turn % servers.length] as Server;
      await new Client(url).send(orders.next()).catch(() => {});
      await pause();
    }
  }
}

function holderIn(database: string): number {
  const db = new DatabaseSync(database, { readOnly: true, timeout: 5000 });
  const { holder } = db.prepare(`SELECT holder FROM lease WHERE name = 'webhooks'`).get() as { holder: string };
  db.close();
  return Number(holder.split(' ')[1]);
}

/** As it would by itself ten seconds after it was last renewed. */
function letTheLeaseRunOut(database: string): void {
  const db = new DatabaseSync(database, { timeout: 30_000 });
  db.exec(`UPDATE lease SET until_ms = 0 WHERE name = 'webhooks'`);
  db.close();
}

function sequencesOf({ id }: Hook, { headers, body }: Received): readonly number[] {
  if (!headers['webhook-id']?.startsWith(id)) return [];
  return JSON.parse(body).data.events.map(({ sequence }: { sequence: number }) => sequence);
}

function expectInOrder(hook: Hook, received: readonly Received[], expected: readonly number[]): void {
  const bodies = new Map<string, string>();
  const told: number[] = [];
  for (const one of received) {
    const { 'webhook-id': id = '', 'webhook-timestamp': timestamp, 'webhook-signature': signature } = one.headers;
    if (!id.startsWith(hook.id)) continue;
    const signed = new Webhook(hook.secret).sign(id, new Date(Number(timestamp) * 1000), one.body);
    expect(signature).toBe(signed);
    counts.requests += 1;
    const first = bodies.get(id);
    if (first !== undefined) counts.repeated += 1;
    expect(one.body).toBe(first ?? one.body);
    if (first === undefined) told.push(...sequencesOf(hook, one));
    bodies.set(id, one.body);
  }
  counts.events += told.length;
  expect(told).toEqual(expected);
}
