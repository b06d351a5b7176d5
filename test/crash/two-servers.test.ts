// Two servers on one file, both under load, killed in turn: the journal has each order once, in one sequence.
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Random } from '../simulation/random.ts';
import { type Answer, Client, forEach, type Sent, sendMany } from './client.ts';
import { expectEachOnce } from './journal.ts';
import { type Order, Orders } from './orders.ts';
import { audit, Server, temporaryDirectory } from './process.ts';

const ROUNDS = Number(process.env.CRASH_CYCLES ?? 2);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 32);
const CLIENTS = 6;
const counts = { rounds: 0, orders: 0, unknown: 0, readElsewhere: 0, sentToBoth: 0 };

it('two servers on one file execute each order once, although they are killed and restarted in turn', {
  timeout: 600_000 + ROUNDS * 20_000,
}, async () => {
  onTestFinished(() => console.log(`two servers, CRASH_SEED=${SEED}: ${JSON.stringify(counts)}`));
  const database = join(temporaryDirectory(), 'millpond.db');
  const random = new Random(SEED);
  // Neither finds a file yet, so they also race to create it and its market.
  let [victim, survivor] = await Promise.all([Server.start(database), Server.start(database)]);
  const done: Sent[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const orders = new Orders(random, `round-${round}`);
    const { sent, restarted } = await playRound(database, { victim, survivor }, orders, 1 + random.below(80));
    done.push(...sent, ...(await sendToBoth(survivor, restarted, orders)));
    [victim, survivor] = [survivor, restarted];
    counts.rounds += 1;
  }
  counts.orders = done.length;
  expect(await audit(database)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
  expect(await Promise.all([victim.stop(), survivor.stop()])).toEqual(Array(2).fill({ code: 0, signal: null }));
  expectEachOnce(database, done);
});

/** Loads both servers, kills one, sends its unanswered orders to the other and restarts it under load. */
async function playRound(
  database: string,
  { victim, survivor }: { victim: Server; survivor: Server },
  orders: Orders,
  swaps: number,
) {
  const [doomed, steady] = [new Client(victim.url), new Client(survivor.url)];
  let [left, over] = [swaps, false];
  const elsewhere = sendMany(steady, { clients: CLIENTS, next: () => (over ? undefined : orders.next()) });
  const open = await sendMany(doomed, {
    clients: CLIENTS,
    next: () => orders.next(),
    async onAnswer(one) {
      if (one.order.call !== 'createSwap') return;
      await expectSeen(steady, one);
      left -= 1;
      if (left === 0) victim.signal('SIGKILL');
    },
  });
  expect(await victim.ended).toEqual({ code: null, signal: 'SIGKILL' });
  await settle(steady, open);
  const restarted = await Server.start(database);
  over = true;
  const sent = [...open, ...(await elsewhere)];
  await expectSameAnswers(new Client(restarted.url), sent);
  return { sent, restarted };
}

/** Checks that a swap which one server has answered can be read from the other at once. */
async function expectSeen(client: Client, { answer }: Sent): Promise<void> {
  expect((await client.getSwap(answer as Answer)).status).toBe(200);
  counts.readElsewhere += 1;
}

async function settle(client: Client, sent: readonly Sent[]): Promise<void> {
  const unknown = sent.filter(({ answer }) => !answer);
  counts.unknown += unknown.length;
  await forEach(unknown, CLIENTS, async (one) => {
    one.answer = await client.send(one.order);
  });
}

async function expectSameAnswers(client: Client, sent: readonly Sent[]): Promise<void> {
  await forEach(sent, CLIENTS, async ({ order, answer }) => {
    expect(answer).toMatchObject({ status: 200 });
    expect((await client.send(order)).text).toBe(answer?.text);
    if (order.call === 'createSwap') expect((await client.getSwap(answer as Answer)).status).toBe(200);
  });
}

/** Sends the same order to both at the same moment: it has one effect, and both give the same answer. */
async function sendToBoth(one: Server, other: Server, orders: Orders): Promise<Sent[]> {
  const clients = [new Client(one.url), new Client(other.url)];
  const sent: Sent[] = [];
  const batch: Order[] = Array.from({ length: 20 }, () => orders.next());
  await forEach(batch, CLIENTS, async (order) => {
    const [answer, twin] = await Promise.all(clients.map((client) => client.send(order)));
    expect(answer).toMatchObject({ status: 200 });
    expect(twin?.text).toBe(answer?.text);
    sent.push({ order, answer });
    counts.sentToBoth += 1;
  });
  return sent;
}
