// kill -9 under load, repeatedly: answered orders persist, and unanswered ones have one effect when sent again.
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Random } from '../simulation/random.ts';
import { type Answer, Client, forEach, type Sent, sendMany } from './client.ts';
import { expectEachOnce, readJournal } from './journal.ts';
import { Orders } from './orders.ts';
import { audit, Server, temporaryDirectory } from './process.ts';

const CYCLES = Number(process.env.CRASH_CYCLES ?? 3);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 32);
const CLIENTS = 16;
const counts = { cycles: 0, orders: 0, answered: 0, unknown: 0, foundDone: 0, compared: 0 };

it(`${CYCLES} kills lose no answered order and repeat no order`, { timeout: 600_000 + CYCLES * 10_000 }, async () => {
  onTestFinished(() => console.log(`kill -9, CRASH_SEED=${SEED}: ${JSON.stringify(counts)}`));
  const database = join(temporaryDirectory(), 'millpond.db');
  const random = new Random(SEED);
  const done: Sent[] = [];
  let server = await Server.start(database);
  for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
    const load = await loadUntilKilled(server, random, new Orders(random, `cycle-${cycle}`));
    server = await Server.start(database);
    await settle(new Client(server.url), load, database);
    done.push(...load.sent);
    counts.cycles += 1;
  }
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expectEachOnce(database, done);
  expect(await audit(database)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
});

type Load = { readonly sent: readonly Sent[]; readonly seen: ReadonlyMap<Sent, Answer> };

/** Kills the server as soon as a random number of swaps is answered, while others are under way. */
async function loadUntilKilled(server: Server, random: Random, orders: Orders): Promise<Load> {
  const client = new Client(server.url);
  const seen = new Map<Sent, Answer>();
  let left = 1 + random.below(200);
  const sent = await sendMany(client, {
    clients: CLIENTS,
    next: () => orders.next(),
    async onAnswer(one) {
      if (one.order.call !== 'createSwap') return;
      left -= 1;
      if (left === 0) server.signal('SIGKILL');
      if (left % 4 !== 0) return;
      const swap = await client.getSwap(one.answer as Answer).catch(() => undefined);
      if (swap) seen.set(one, swap);
    },
  });
  expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' });
  return { sent, seen };
}

/** Checks the answered orders and sends the unanswered again; afterwards every order has its answer. */
async function settle(client: Client, { sent, seen }: Load, database: string): Promise<void> {
  const answered = sent.filter(({ answer }) => answer);
  const unknown = sent.filter(({ answer }) => !answer);
  const journaled = new Set(readJournal(database).map(({ key }) => key));
  counts.orders += sent.length;
  counts.answered += answered.length;
  counts.unknown += unknown.length;
  counts.foundDone += unknown.filter(({ order }) => journaled.has(order.key)).length;
  for (const { order } of answered) expect(journaled.has(order.key)).toBe(true);

  await forEach(answered, CLIENTS, async ({ order, answer }) => {
    expect(answer?.status).toBe(200);
    expect((await client.send(order)).text).toBe(answer?.text);
    counts.compared += 1;
  });
  await forEach(unknown, CLIENTS, async (one) => {
    one.answer = await client.send(one.order);
    expect(one.answer.status).toBe(200);
    expect((await client.send(one.order)).text).toBe(one.answer.text);
  });
  await forEach(sent, CLIENTS, async (one) => {
    if (one.order.call === 'createSwap') await expectSwap(client, one, seen.get(one));
  });
}

async function expectSwap(client: Client, { order, answer }: Sent, seen: Answer | undefined): Promise<void> {
  const swap = await client.getSwap(answer as Answer);
  const { Pair, amount } = order.body as { Pair: object; amount: { tokenA?: number; tokenB?: number } };
  const record = {
    ...Pair,
    amountA: amount.tokenA ?? expect.any(Number),
    amountB: amount.tokenB ?? expect.any(Number),
    account: 'local',
    status: 'completed',
  };
  expect(JSON.parse(swap.text)).toMatchObject({ success: true, data: record });
  if (seen) expect(swap.text).toBe(seen.text);
}
