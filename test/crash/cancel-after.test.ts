// cancelAfter on real servers: its orders are cancelled, each once, although the server is killed -9 or frozen. About 40 s, mostly waiting.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Posted } from '../../src/core/settle/instruction.ts';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { openStore } from '../exchange-file.ts';
import { APPLE } from '../paper-exchange.ts';
import { ann, deposit, placeOrder } from '../paper-orders.ts';
import { createDatabase } from '../postgres/database.ts';
import { headOf, MARKET, POLICY, post } from '../store-contract/site.ts';
import { audit, Server, temporaryDirectory } from './process.ts';

/** Three commits' worth. */
const ORDERS = 1200;
const SECONDS = 5;
const LONG = { timeout: 300_000 };
const start = (database: string) => Server.start(database, {}, { demo: false });

async function onFile() {
  const database = join(temporaryDirectory(), 'millpond.db');
  const store = await openStore(database);
  onTestFinished(() => store.close());
  return prepare(database, store);
}

async function onPostgres() {
  const { url, drop } = await createDatabase();
  const store = await openPostgresStore({ url, poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY });
  onTestFinished(async () => {
    await store.close();
    await drop();
  });
  return prepare(url, store);
}

type Place = { readonly database: string; readonly store: Store; readonly key: string; readonly keyId: string };

async function prepare(database: string, store: Store): Promise<Place> {
  await post(store, ...MARKET, deposit(ann, APPLE, 10n ** 6n));
  const { key, id: keyId } = await createKey(store, { account: ann, role: 'trader' }, 0);
  return { database, store, key, keyId };
}

async function placeMany({ store, keyId }: Place, count = ORDERS): Promise<readonly number[]> {
  const placed: Posted[] = [];
  for (let left = count; left > 0; left -= 400)
    placed.push(...(await post(store, ...Array(Math.min(left, 400)).fill({ ...placeOrder(10n, 10n ** 6n), keyId }))));
  return placed.map(({ sequence }) => sequence);
}

/** Renews the switch; returns when it cancels. */
async function renew({ url }: Server, { key }: Place): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/cancelAfter`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ seconds: SECONDS }),
  });
  expect(answer.status).toBe(200);
  return Date.parse(((await answer.json()) as { data: { cancelsAt: string } }).data.cancelsAt);
}

/** The closings of these orders in the journal, which are read until none is missing. */
async function closings({ store }: Place, orders: readonly number[]): Promise<readonly Posted[]> {
  const closed: Posted[] = [];
  for (let sequence = (orders.at(-1) as number) + 1; closed.length < orders.length; sequence++) {
    while ((await headOf(store)) < sequence) await sleep(20);
    const posted = (await store.posted(sequence)) as Posted;
    if (posted.receipt.kind === 'closeOrder') closed.push(posted);
  }
  return closed;
}

async function expectEachOnce(place: Place, orders: readonly number[], cancelsAtMs: number, what: string) {
  const closed = await closings(place, orders);
  const numbers = closed.map(({ receipt }) => receipt.kind === 'closeOrder' && receipt.order);
  expect(numbers.toSorted((a, b) => Number(a) - Number(b))).toEqual(orders);
  const [first, last] = [closed[0]?.createdAtMs as number, closed.at(-1)?.createdAtMs as number];
  expect(first).toBeGreaterThanOrEqual(cancelsAtMs);
  // Two seconds are promised; on a machine that is busy with other tests it may take longer, so that is only told.
  console.log(`${what}: cancelled ${first - cancelsAtMs} to ${last - cancelsAtMs} ms after it was due`);
  expect((await audit(place.database)).code).toBe(0);
}

it('orders are cancelled by a server that starts after the one that was renewed was killed', LONG, async () => {
  const place = await onFile();
  const orders = await placeMany(place, 3);
  const first = await start(place.database);
  const cancelsAtMs = await renew(first, place);
  await first.kill();
  const second = await start(place.database);
  await expectEachOnce(place, orders, cancelsAtMs, 'killed before it was due');
  expect(await second.stop()).toEqual({ code: 0, signal: null });
});

it('a server that is killed while it cancels is continued by the next one', LONG, async () => {
  const place = await onFile();
  const orders = await placeMany(place);
  const head = await headOf(place.store);
  const first = await start(place.database);
  const cancelsAtMs = await renew(first, place);
  while ((await headOf(place.store)) === head) await sleep(1);
  await first.kill();
  const begun = (await headOf(place.store)) - head;
  const second = await start(place.database);
  await expectEachOnce(place, orders, cancelsAtMs, `killed after ${begun} of ${ORDERS}`);
  expect(await second.stop()).toEqual({ code: 0, signal: null });
});

it('of two nodes the other one cancels if the first is killed, and one alone if both run', LONG, async () => {
  const place = await onPostgres();
  const [first, second] = [await start(place.database), await start(place.database)];
  const orders = await placeMany(place);
  const dueMs = await renew(first, place);
  await first.kill();
  await expectEachOnce(place, orders, dueMs, 'the node that was renewed was killed');
  const third = await start(place.database);
  const more = await placeMany(place);
  await renew(second, place);
  await expectEachOnce(place, more, await renew(third, place), 'both nodes ran');
  for (const server of [second, third]) expect(await server.stop()).toEqual({ code: 0, signal: null });
});

it('a node that is frozen while it cancels leaves alone what is placed after the other went on', LONG, async () => {
  const place = await onPostgres();
  const [first, second] = [await start(place.database), await start(place.database)];
  const orders = await placeMany(place);
  const head = await headOf(place.store);
  const dueMs = await renew(first, place);
  while ((await headOf(place.store)) === head) await sleep(1);
  first.signal('SIGSTOP');
  await expectEachOnce(place, orders, dueMs, 'a node was frozen while both may have cancelled');
  await renew(second, place);
  const [later] = await placeMany(place, 1);
  first.signal('SIGCONT');
  // The node that was frozen goes on, and renews too.
  for (let round = 0; round < 3; round++) {
    await renew(first, place);
    await sleep(500);
  }
  expect(await headOf(place.store)).toBe(later);
  for (const server of [first, second]) expect(await server.stop()).toEqual({ code: 0, signal: null });
});
