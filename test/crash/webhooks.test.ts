// The process that delivers webhooks, killed in the middle of deliveries repeatedly: every event arrives, in order, and a
// repeated delivery equals the first.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '../postgres/database.ts';
import { Random } from '../simulation/random.ts';
import { type Answering, type Received, startReceiver, status } from '../webhooks/receiver.ts';
import { Client } from './client.ts';
import { Orders } from './orders.ts';
import { Server, temporaryDirectory } from './process.ts';

const KILLS = Number(process.env.CRASH_CYCLES ?? 3);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 32);
const SETTINGS = { WEBHOOK_ALLOW: '127.0.0.0/8' };

it.each([
  ['a server on SQLite delivers', sqlite, 1, KILLS],
  ['of two nodes on PostgreSQL one delivers', postgresql, 2, Math.ceil(KILLS / 4)],
])(
  '%s every event in order, although it is killed again and again',
  { timeout: 600_000 + KILLS * 30_000 },
  async (_, make, nodes, kills) => {
    const counts = { kills: 0, requests: 0, repeated: 0, events: 0 };
    onTestFinished(() => console.log(`webhooks, CRASH_SEED=${SEED}: ${JSON.stringify(counts)}`));
    const { database, ask } = await make();
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const quiet = await Server.start(database, { ...SETTINGS, WEBHOOKS: 'off' });
    const [all, swaps] = await Promise.all(
      [{}, { kinds: ['swap'] }].map((filter) => makeHook(quiet, { url: receiver.url, after: 0, ...filter })),
    );
    expect(await quiet.stop()).toEqual({ code: 0, signal: null });
    expect(receiver.received).toEqual([]);
    const servers: Server[] = [];
    while (servers.length < nodes) servers.push(await Server.start(database, SETTINGS));
    const load = new Load(servers);
    const random = new Random(SEED);
    for (let kill = 1; kill <= kills; kill += 1) {
      const at = await new Promise<number>((resolve) => {
        // Kills the delivering server at one of the next requests, before or after it could record the delivery.
        for (let others = random.below(4); others > 0; others -= 1) receiver.answers.push((response) => response.end());
        const isAnswered = random.below(2) === 0;
        const killHolder: Answering = async (response) => {
          const [{ holder: name } = { holder: '' }] = await ask<{ holder: string }>(HOLDER);
          const holder = servers.findIndex(({ pid }) => name.split(' ')[1] === String(pid));
          if (isAnswered || holder === -1) response.end();
          // A request of the one that was killed before may come late, when nobody has taken its lease yet.
          if (holder === -1) return receiver.answers.push(killHolder);
          await servers[holder]?.kill();
          response.destroy();
          resolve(holder);
        };
        receiver.answers.push(killHolder);
      });
      // Ends the lease now; it would expire by itself ten seconds after its last renewal.
      await ask(`UPDATE lease SET until_ms = 0 WHERE name = 'webhooks'`);
      servers[at] = await Server.start(database, SETTINGS);
      counts.kills += 1;
    }
    await load.end();
    const journal = await ask<{ sequence: number; kind: string }>(
      'SELECT sequence, kind FROM journal ORDER BY sequence',
    );
    const last = (kind?: string) => journal.findLast((entry) => kind === undefined || entry.kind === kind)?.sequence;
    const isThere = (hook: Hook, sequence = 0) =>
      receiver.received.some((one) => sequencesOf(hook, one).includes(sequence));
    while (!isThere(all as Hook, last()) || !isThere(swaps as Hook, last('swap'))) await pause();
    expectInOrder(
      counts,
      all as Hook,
      receiver.received,
      journal.map(({ sequence }) => sequence),
    );
    const swapped = journal.filter(({ kind }) => kind === 'swap').map(({ sequence }) => sequence);
    expectInOrder(counts, swaps as Hook, receiver.received, swapped);
    await expectPaused(servers);
    expect(await Promise.all(servers.map((server) => server.stop()))).toEqual(
      Array(nodes).fill({ code: 0, signal: null }),
    );
  },
);

type Hook = { readonly id: string; readonly secret: string };

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

async function makeHook({ url }: Server, body: object): Promise<Hook> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/createWebhook`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await answer.json()) as { data: Hook }).data;
}

/** Sends orders to the servers in turn until it is ended; those that fail are ignored. */
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

const HOLDER = `SELECT holder FROM lease WHERE name = 'webhooks'`;

type Place = { readonly database: string; ask<Row>(statement: string): Promise<readonly Row[]> };

async function sqlite(): Promise<Place> {
  const database = join(temporaryDirectory(), 'millpond.db');
  return {
    database,
    async ask<Row>(statement: string) {
      const db = new DatabaseSync(database, { timeout: 60_000 });
      try {
        return db.prepare(statement).all() as Row[];
      } finally {
        db.close();
      }
    },
  };
}

async function postgresql(): Promise<Place> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const sql = postgres(url, { max: 1, types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } } });
  onTestFinished(() => sql.end());
  return { database: url, ask: async <Row>(statement: string) => (await sql.unsafe(statement)) as unknown as Row[] };
}

function sequencesOf({ id }: Hook, { headers, body }: Received): readonly number[] {
  if (!headers['webhook-id']?.startsWith(id)) return [];
  return JSON.parse(body).data.events.map(({ sequence }: { sequence: number }) => sequence);
}

/** Checks that a webhook whose receiver is gone is reported as paused by getWebhooks, the log and the metrics. */
async function expectPaused(servers: readonly Server[]): Promise<void> {
  const gone = await startReceiver();
  onTestFinished(() => gone.close());
  gone.answers.push(status(410));
  const { id } = await makeHook(servers[0] as Server, { url: gone.url, after: 0 });
  const holder = await Promise.any(
    servers.map((server) => server.printed(/"a webhook was paused"/).then(() => server)),
  );
  const of = (hook: string) =>
    holder.stdout.split('\n').filter((line) => line.includes(hook) && line.includes('paused'));
  expect(of(id)).toEqual([expect.stringContaining('the receiver answered that it is gone (status 410)')]);
  const client = new Client(holder.url);
  const { webhooks } = JSON.parse((await client.get('/getWebhooks')).text).data as { webhooks: { state: string }[] };
  expect(webhooks.map(({ state }) => state).sort()).toEqual(['active', 'active', 'paused']);
  const { text } = await client.get('/metrics');
  expect(text).toMatch(/^millpond_webhooks_paused_total 1$/m);
  expect(text).toMatch(/^millpond_webhook_deliveries_total\{result="failed"\} [1-9]/m);
}

type Counts = { kills: number; requests: number; repeated: number; events: number };

function expectInOrder(counts: Counts, hook: Hook, received: readonly Received[], expected: readonly number[]): void {
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
