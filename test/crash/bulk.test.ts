// kill -9 during bulks: an atomic bulk takes effect as a whole or not at all, and a repeated bulk gets the same answer.
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Random } from '../simulation/random.ts';
import { type Answer, Client, forEach, type Sent, sendMany } from './client.ts';
import { readJournal } from './journal.ts';
import { Orders } from './orders.ts';
import { audit, Server, temporaryDirectory } from './process.ts';

/** A fifth of CRASH_CYCLES: single orders need more kills to hit every moment of a commit. */
const CYCLES = Math.ceil(Number(process.env.CRASH_CYCLES ?? 10) / 5);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 32);
const CLIENTS = 8;
const MOST_ITEMS = 60;

type Bulk = {
  readonly call: 'bulk';
  readonly key: string;
  readonly body: { readonly atomic: boolean; readonly items: readonly object[] };
  /** True if its last item is refused. */
  readonly isRefused: boolean;
};

it(`no atomic bulk is executed by half through ${CYCLES} kills`, { timeout: 600_000 + CYCLES * 20_000 }, async () => {
  const counts = { bulks: 0, answered: 0, foundDone: 0, foundUndone: 0 };
  onTestFinished(() => console.log(`kill -9 in bulks, CRASH_SEED=${SEED}: ${JSON.stringify(counts)}`));
  const database = join(temporaryDirectory(), 'millpond.db');
  const random = new Random(SEED);
  let server = await Server.start(database);
  for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
    const sent = await loadUntilKilled(server, random, bulksOf(random, `cycle-${cycle}`));
    server = await Server.start(database);
    const journaled = keysIn(database);
    for (const one of sent) {
      const done = doneOf(one.order, journaled);
      counts.bulks += 1;
      if (one.answer) counts.answered += 1;
      else if (done > 0) counts.foundDone += 1;
      else counts.foundUndone += 1;
      expectWhole(one, done);
    }
    await sendAgain(new Client(server.url), sent);
    const after = keysIn(database);
    for (const one of sent) expectWhole(one, doneOf(one.order, after));
  }
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(await audit(database)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
});

/** Bulks of random size with orders of many kinds; half are atomic, and a third end with a refused item. */
function bulksOf(random: Random, name: string): () => Bulk {
  let count = 0;
  return () => {
    count += 1;
    const key = `${name}-${count}`;
    const orders = new Orders(random, key);
    const isRefused = random.below(3) === 0;
    const items: object[] = Array.from({ length: 1 + random.below(MOST_ITEMS) }, () => {
      const { call, body } = orders.next();
      return { call, body };
    });
    const { body } = orders.make('deposit');
    if (isRefused) items.push({ call: 'withdraw', body: { ...body, amount: 1e12 } });
    return { call: 'bulk', key, body: { atomic: random.below(2) === 0, items }, isRefused };
  };
}

/** Kills the server as soon as a random number of bulks is answered, while others are under way. */
async function loadUntilKilled(server: Server, random: Random, next: () => Bulk): Promise<Sent<Bulk>[]> {
  let left = 1 + random.below(40);
  const sent = await sendMany(new Client(server.url), {
    clients: CLIENTS,
    next,
    onAnswer() {
      left -= 1;
      if (left === 0) server.signal('SIGKILL');
    },
  });
  expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' });
  return sent;
}

const keysIn = (database: string): ReadonlySet<string> => new Set(readJournal(database).map(({ key }) => key));

const doneOf = ({ key, body }: Bulk, journaled: ReadonlySet<string>): number =>
  body.items.filter((_, index) => journaled.has(`${key}/${index}`)).length;

/** An answered bulk was executed as answered; an unanswered one may have been, but an atomic one never by half. */
function expectWhole({ order, answer }: Sent<Bulk>, done: number): void {
  const { body, isRefused } = order;
  const all = body.items.length - (isRefused ? 1 : 0);
  const ends = body.atomic && isRefused ? [0] : [0, all];
  if (answer) expect([order, done]).toEqual([order, ends.at(-1)]);
  else if (body.atomic) expect(ends).toContain(done);
}

/** A repeated bulk gets the same bytes again; one without an answer gets one now, which then stays the same. */
async function sendAgain(client: Client, sent: readonly Sent<Bulk>[]): Promise<void> {
  await forEach(sent, CLIENTS, async (one) => {
    const first = one.answer ?? (await client.send(one.order));
    one.answer = first;
    const { isRefused, body } = one.order;
    const codes = statusesIn(first);
    const done = body.atomic && isRefused ? 424 : 200;
    expect(codes).toEqual(body.items.map((_, index) => (isRefused && index === codes.length - 1 ? 422 : done)));
    expect((await client.send(one.order)).text).toBe(first.text);
  });
}

const statusesIn = ({ status, text }: Answer): readonly number[] => {
  expect(status, text).toBe(200);
  return JSON.parse(text).data.items.map((item: { status: number }) => item.status);
};
