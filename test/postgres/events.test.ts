// Readers of events that disconnect repeatedly and reconnect to any node get every event once, in order.
import { expect, it, onTestFinished } from 'vitest';
import { PRIVATE_KINDS } from '../../src/contract/events.ts';
import { Client, forEach } from '../crash/client.ts';
import { Orders } from '../crash/orders.ts';
import { Server } from '../crash/process.ts';
import { EventStream, until } from '../http/event-stream.ts';
import { Random } from '../simulation/random.ts';
import { createDatabase } from './database.ts';
import { readJournal } from './journal.ts';

const SEED = Number(process.env.EVENTS_SEED ?? Date.now() % 2 ** 32);
const KILLS = Number(process.env.EVENTS_KILLS ?? 6);
const NODES = 3;
const CLIENTS = 6;
/** The most events read before the next disconnect. */
const MOST_AT_ONCE = 40;

it(`readers miss nothing over ${KILLS} reconnects on ${NODES} nodes`, { timeout: 600_000 + KILLS * 5000 }, async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const servers = await Promise.all(Array.from({ length: NODES }, () => Server.start(url)));
  const random = new Random(SEED);
  const counts = { connections: 0, told: 0, head: 0 };
  let chasing = 3;
  onTestFinished(() => console.log(`EVENTS_SEED=${SEED}: ${JSON.stringify(counts)}`));

  /** Reads some events and disconnects, repeatedly, and finally reads up to the end of the journal. */
  const chase = async (query: string, over: Promise<number>): Promise<readonly number[]> => {
    const sequences: number[] = [];
    let lastId = 0;
    const readOn = async (isEnough: (stream: EventStream) => boolean) => {
      const { url } = random.pick(servers);
      counts.connections += 1;
      const stream = await EventStream.open(url, `/events?${query}`, { 'last-event-id': String(lastId) });
      await until(() => expect(stream.isEnded || isEnough(stream)).toBe(true));
      stream.close();
      expect(stream.told.filter(({ data }) => !('sequence' in data))).toEqual([]);
      sequences.push(...stream.sequences);
      lastId = stream.lastId;
    };
    for (let kills = 0; kills < KILLS; kills += 1) {
      const enough = 1 + random.below(MOST_AT_ONCE);
      await readOn(({ sequences: { length } }) => length >= enough);
    }
    chasing -= 1;
    const head = await over;
    while (lastId < head) await readOn((stream) => stream.lastId >= head);
    counts.told += sequences.length;
    return sequences;
  };

  const over = Promise.withResolvers<number>();
  const orders = new Orders(random, 'events');
  const clients = servers.map((server) => new Client(server.url));
  const trade = forEach(Array.from({ length: CLIENTS }), CLIENTS, async () => {
    while (chasing > 0) expect((await random.pick(clients).send(orders.next())).status).toBe(200);
  });
  const killed = [chase('own=true', over.promise), chase('kinds=swap,provide', over.promise), chase('', over.promise)];
  // Fails at once if a reader or the trading fails.
  await Promise.race([trade, ...killed]);
  // A swap as the last event, since swaps are sent to all three kinds of readers.
  expect((await random.pick(clients).send(orders.make('createSwap'))).status).toBe(200);
  const journal = await readJournal(url);
  counts.head = journal.length;
  over.resolve(journal.length);

  const numbers = (isTold: (kind: string) => boolean) =>
    journal.filter(({ kind }) => isTold(kind)).map(({ sequence }) => sequence);
  const [all, some, open] = await Promise.all(killed);
  expect(all).toEqual(numbers(() => true));
  expect(some).toEqual(numbers((kind) => kind === 'swap' || kind === 'provide'));
  expect(open).toEqual(numbers((kind) => !(PRIVATE_KINDS as readonly string[]).includes(kind)));
  for (const server of servers) {
    const stream = await EventStream.open(server.url, '/events?after=0&own=true');
    await until(() => expect(stream.lastId).toBe(journal.length));
    stream.close();
    expect(stream.sequences).toEqual(all);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  }
});
