// The primary is killed under load and its standby is promoted: no answered order is lost.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type Answer, Client, forEach, type Sent } from '../crash/client.ts';
import { Orders } from '../crash/orders.ts';
import { audit, Server } from '../crash/process.ts';
import { Random } from '../simulation/random.ts';
import { createDatabase } from './database.ts';
import { expectEachOnce } from './journal.ts';
import { ask, startReplication } from './replication.ts';

const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 2 ** 32);
const NODES = 2;
const CLIENTS = 16;
const [BEFORE, AFTER] = [400, 400];
/** Connections of each node: for reading, writing, following the journal, observing it (three) and side records (two). */
const CONNECTIONS = 4 + 1 + 1 + 3 + 2;
const counts = { answeredBefore: 0, answeredAfter: 0, retries503: 0, retriesUnanswered: 0 };

it('after a failover, two nodes have every answered order once and continue without a restart', async () => {
  onTestFinished(() => console.log(`failover, CHAOS_SEED=${SEED}: ${JSON.stringify(counts)}`));
  const servers = await startReplication();
  const { url } = await createDatabase(servers.primaryUrl);
  const [primary, standby] = [new URL(url), new URL(servers.standbyUrl)];
  standby.pathname = primary.pathname;
  const both = `${url.replace(primary.host, `${primary.host},${standby.host}`)}?target_session_attrs=read-write`;
  const nodes = await Promise.all(Array.from({ length: NODES }, () => Server.start(both, { BUSY_TIMEOUT: '5000' })));
  const clients = nodes.map((node) => new Client(node.url));

  const random = new Random(SEED);
  const done = await load(random, clients, async () => {
    await servers.killPrimary();
    await servers.promoteStandby();
  });
  await forEach(done, CLIENTS, async ({ order, answer }) => {
    const client = random.pick(clients);
    expect((await patiently(() => client.send(order))).text).toBe(answer?.text);
    if (order.call === 'createSwap') expect((await patiently(() => client.getSwap(answer as Answer))).status).toBe(200);
  });
  for (const client of clients) expect((await patiently(() => client.get('/readyz'))).status).toBe(200);
  const [{ held } = { held: NaN }] = (await ask(
    standby.href,
    `SELECT count(*)::int AS held FROM pg_stat_activity WHERE application_name = 'millpond'`,
  )) as { held: number }[];
  expect(held).toBeLessThanOrEqual(NODES * CONNECTIONS);
  expect(await audit(both)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
  for (const node of nodes) expect(await node.stop()).toEqual({ code: 0, signal: null });
  await expectEachOnce(standby.href, done);
});

/** Retries, since a busy machine may take longer than a node waits for its database. */
async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    await sleep(100);
  }
}

/** Sends orders until enough are answered before and after the failover; unanswered orders are sent again, to any node. */
async function load(random: Random, clients: readonly Client[], failOver: () => Promise<void>) {
  const orders = new Orders(random, 'failover');
  const done: Sent[] = [];
  let failedOver: Promise<void> | undefined;
  const trade = async () => {
    while (counts.answeredAfter < AFTER) {
      const order = orders.next();
      let answer: Answer | undefined;
      while (answer?.status !== 200) {
        answer = await random
          .pick(clients)
          .send(order)
          .catch(() => undefined);
        if (answer && answer.status !== 200 && answer.status !== 503)
          throw new Error(`${answer.status} ${answer.text}`);
        if (answer?.status === 200) break;
        counts[answer ? 'retries503' : 'retriesUnanswered'] += 1;
        await sleep(20);
      }
      done.push({ order, answer });
      counts[failedOver ? 'answeredAfter' : 'answeredBefore'] += 1;
      if (done.length >= BEFORE) failedOver ??= failOver();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, trade));
  await failedOver;
  return done;
}
