// Orders on real servers: filled when the price is reached, and exactly once although the server that fills them is killed -9 repeatedly.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { KEEPER, orderAccount } from '../../src/core/accounts.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Posted } from '../../src/core/settle/instruction.ts';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { openStore } from '../exchange-file.ts';
import { APPLE, BREAD } from '../paper-exchange.ts';
import { ann, bob, deposit, pairOf, placeOrder, swap } from '../paper-orders.ts';
import { createDatabase } from '../postgres/database.ts';
import { Random } from '../simulation/random.ts';
import { balance, headOf, MARKET, POLICY, post } from '../store-contract/site.ts';
import { audit, Server, temporaryDirectory } from './process.ts';

const CYCLES = Number(process.env.CRASH_CYCLES ?? 2);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 32);
const ORDERS = 10;
const BUY = pairOf(BREAD, APPLE);
const start = (database: string) => Server.start(database, {}, { demo: false });

async function prepare(store: Store): Promise<void> {
  const local = 'local' as Account;
  await post(
    store,
    ...MARKET,
    deposit(bob, BREAD, 10n ** 9n),
    deposit(local, BREAD, 10n ** 9n),
    deposit(local, APPLE, 10n ** 9n),
    deposit(ann, APPLE, 10n ** 9n),
  );
}

/** Waits until none of these orders holds apples any more. */
async function untilFilled(store: Store, orders: readonly number[]): Promise<void> {
  for (const order of orders) while ((await balance(store, orderAccount(order), APPLE)) > 0n) await sleep(20);
}

const metric = async ({ url }: Server, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
};

// Takes three seconds, most of them to start the program.
it('a server fills an order when a swap moves the price to its limit, and keeps no orders before the first is placed', {
  timeout: 600_000,
}, async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  const store = await openStore(database);
  onTestFinished(() => store.close());
  await prepare(store);
  const server = await start(database);
  expect(await metric(server, 'millpond_orders_holder')).toBe(0);
  // Placed through a store of the test: the server learns of the order from the journal.
  const [placed] = await post(store, placeOrder(1000n, 4100n));
  const order = placed?.sequence as number;
  const body = JSON.stringify({ Pair: { tokenA: BREAD.address, tokenB: APPLE.address }, amount: { tokenA: 2000 } });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${server.url}/createSwap`, { method: 'POST', headers, body })).status).toBe(200);
  await untilFilled(store, [order]);
  const fill = await store.posted(await headOf(store));
  expect(fill).toMatchObject({ actor: KEEPER, receipt: { kind: 'swap', account: ann, fill: { order, left: 0n } } });
  while ((await metric(server, 'millpond_orders_done_total{result="filled"}')) !== 1) await sleep(20);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect((await audit(database)).code).toBe(0);
});

it(`one server on a file fills orders once over ${CYCLES} kills`, { timeout: 600_000 + CYCLES * 15_000 }, async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  const store = await openStore(database);
  onTestFinished(() => store.close());
  await killAgainAndAgain(database, store, 1);
});

it(`three PostgreSQL nodes fill orders once over ${CYCLES} kills`, { timeout: 600_000 + CYCLES * 15_000 }, async () => {
  const { url, drop } = await createDatabase();
  const store = await openPostgresStore({ url, poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY });
  onTestFinished(async () => {
    await store.close();
    await drop();
  });
  await killAgainAndAgain(url, store, 3);
});

/** Places orders that a swap then makes fillable, and kills a server while they are being filled and other clients swap. */
async function killAgainAndAgain(database: string, store: Store, size: number): Promise<void> {
  console.log(`kill -9 of ${size}, CRASH_SEED=${SEED}`);
  const random = new Random(SEED);
  await prepare(store);
  const servers: Server[] = [];
  for (let at = 0; at < size; at += 1) servers.push(await start(database));
  const load = new Load(servers);
  const batches: (readonly Posted[])[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const limits = Array.from({ length: ORDERS }, () => BigInt(3900 + 20 * random.below(6)));
    batches.push(await post(store, ...limits.map((limit) => placeOrder(1000n, limit))));
    await post(store, swap(100_000n, { ...BUY, account: bob, maxPriceImpactPpm: 1_000_000n as never }));
    await sleep(random.below(120));
    // The holder of the lease, or any server if there is none.
    const holders = await Promise.all(servers.map((server) => metric(server, 'millpond_orders_holder')));
    const at = Math.max(0, holders.indexOf(1));
    await (servers[at] as Server).kill();
    servers[at] = await start(database);
  }
  const orders = batches.flat().map(({ sequence }) => sequence);
  await untilFilled(store, orders);
  console.log(`${await load.end()} swaps beside ${orders.length} orders`);
  for (const server of servers) expect(await server.stop()).toEqual({ code: 0, signal: null });
  // The fills of each order in the journal add up to exactly what it offered.
  const fills = new Map<number, { units: bigint; first: number }>();
  for (let sequence = await headOf(store); sequence > 0; sequence -= 1) {
    const receipt = (await store.posted(sequence))?.receipt;
    if (receipt?.kind !== 'swap' || !receipt.fill) continue;
    const { units = 0n } = fills.get(receipt.fill.order) ?? {};
    fills.set(receipt.fill.order, { units: units + receipt.amountA, first: sequence });
  }
  expect([...fills].map(([order, { units }]) => [order, units]).sort(byNumber)).toEqual(
    orders.map((order) => [order, 1000n]),
  );
  // Orders that became fillable together are filled by the more generous limit first, then by age.
  for (const placed of batches) {
    const byRule = placed.toSorted((one, other) => limitOf(one) - limitOf(other) || one.sequence - other.sequence);
    const byJournal = placed.toSorted((one, other) => firstOf(one) - firstOf(other));
    expect(byJournal.map(({ sequence }) => sequence)).toEqual(byRule.map(({ sequence }) => sequence));
  }
  expect((await audit(database)).code).toBe(0);

  function firstOf({ sequence }: Posted): number {
    return fills.get(sequence)?.first as number;
  }
}

const byNumber = ([one]: readonly unknown[], [other]: readonly unknown[]): number => Number(one) - Number(other);
const limitOf = ({ receipt }: Posted): number => Number(receipt.kind === 'placeOrder' && receipt.minReceived);

/** Small swaps in both directions on all running servers; requests that a kill cuts off are ignored. */
class Load {
  readonly #servers: readonly Server[];
  readonly #running: Promise<unknown>;
  #count = 0;
  #isOver = false;

  constructor(servers: readonly Server[]) {
    this.#servers = servers;
    this.#running = Promise.all([0, 1, 2, 3].map((worker) => this.#swap(worker)));
  }

  async end(): Promise<number> {
    this.#isOver = true;
    await this.#running;
    return this.#count;
  }

  async #swap(worker: number): Promise<void> {
    for (let turn = worker; !this.#isOver; turn += 1) {
      const { url } = this.#servers[turn % this.#servers.length] as Server;
      const [tokenA, tokenB] = turn % 4 < 2 ? [BREAD, APPLE] : [APPLE, BREAD];
      const body = JSON.stringify({
        ...{ Pair: { tokenA: tokenA.address, tokenB: tokenB.address }, amount: { tokenA: tokenA === BREAD ? 40 : 10 } },
      });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}/createSwap`, { method: 'POST', headers, body }).catch(() => undefined);
      if (answer?.ok) this.#count += 1;
      else await sleep(20);
    }
  }
}
