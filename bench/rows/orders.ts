// Orders: the cost of placing and cancelling one, the cost of open orders for a swap, and how soon one is filled.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { directly, onFile, SERVE, SERVE_DEMO, SWAPS } from '../market.ts';
import { fillDelays } from '../orders/fill-delays.ts';
import { fillWithOrders, PAIRS, swapsOf } from '../orders/many.ts';
import { cancelling, FAR_ORDER, openOrders } from '../orders/requests.ts';
import { interleave, load, median, ratio, summary, thousands } from '../rounds.ts';
import type { Bench, Finding, Part, Row } from '../row.ts';
import type { Server, Settings } from '../servers.ts';

const [OPEN, QUICK_OPEN] = [100_000, 10_000];

const PLACE: Row = {
  name: 'order',
  title: 'createOrder that waits ÷ createSwap, direct',
  unit: '×',
  bar: 0.8,
  aim: 1,
  means:
    'Limit orders far from the price on the server whose direct swaps they are compared with, durable both. Those of the rounds before stay open.',
};

const CANCEL: Row = {
  name: 'order-cancel',
  title: 'cancelOrder ÷ createSwap, direct',
  unit: '×',
  bar: 0.8,
  aim: 1,
  means: 'The same server: each order is cancelled once, by its number, and gives back all that it offered.',
};

const BESIDE: Row = {
  name: 'order-swap',
  title: 'createSwap with 100,000 open orders ÷ with none',
  unit: '×',
  bar: 0.98,
  aim: 1,
  means: `Direct swaps there and back over one pool of ${thousands(PAIRS)}, each of which has as many orders as any other, 20 to 200 % from its price. Whatever the keeper does with them meanwhile is in it.`,
};

const MEMORY: Row = {
  name: 'order-memory',
  title: 'resident memory of 100,000 open orders',
  unit: 'MB',
  bar: 60,
  lowerIsBetter: true,
  means: 'What the server of `order-swap` with orders has more than the other, after each round.',
};

const FILL: Row = {
  name: 'order-fill',
  title: 'from the swap that brings the price to the fill, p50, at half the load',
  unit: 'ms',
  bar: 60,
  aim: 30,
  lowerIsBetter: true,
  means:
    'By the times of the journal: an order waits above the price, a swap moves it there, beside half as many swaps as the server can do.',
};

const FILL_P99: Row = {
  ...FILL,
  name: 'order-fill-p99',
  title: 'the same, p99',
  bar: 250,
  aim: 100,
  means: 'The slowest but one in a hundred of all rounds together.',
};

/** Raises the limits that an exchange sets for one account. */
const ROOM: Settings = { MAX_OPEN_ORDERS: '100000', MAX_ALL_OPEN_ORDERS: '1000000' };

export const ordersPart: Part = {
  name: PLACE.name,
  rows: [PLACE, CANCEL],
  run: ofCalls,
};

export const orderFillsPart: Part = {
  name: FILL.name,
  rows: [FILL, FILL_P99],
  run: ofFills,
};

export const openOrdersPart: Part = {
  name: 'open-orders',
  rows: [BESIDE, MEMORY],
  run: ofMany,
};

const DIRECT = SWAPS.map(directly);
const FILL_ROUNDS = 3;
/** More than can be cancelled in a second. */
const CANCELS = 15_000;

async function ofCalls(bench: Bench): Promise<readonly Finding[]> {
  const exchange = await bench.servers.start(SERVE_DEMO, { ...onFile(join(bench.folder, 'orders.db')), ...ROOM });
  const cancel = async () => {
    // Half a second more, for requests that are sent before and after the measured time.
    const numbers = await openOrders(exchange, Math.ceil(CANCELS * (bench.effort.seconds + 0.5)));
    return load(bench, exchange, { requests: numbers.map(cancelling), isOnce: true });
  };
  const rounds = await interleave(
    bench,
    {
      swap: () => load(bench, exchange, { requests: DIRECT }),
      order: () => load(bench, exchange, { requests: [FAR_ORDER] }),
      cancel,
    },
    2,
  );
  return [ratio(bench, PLACE, rounds, ['order', 'swap']), ratio(bench, CANCEL, rounds, ['cancel', 'swap'])];
}

async function ofFills(bench: Bench): Promise<readonly Finding[]> {
  const { exchange, deal, swaps } = await startWith(bench, 'order-fills', QUICK_OPEN);
  await untilKept(exchange, QUICK_OPEN);
  const seconds = 5 * bench.effort.seconds;
  const { perSecond } = await load(bench, exchange, { requests: swaps, seconds });
  const ratePerSecond = perSecond / 2;
  const rounds: number[][] = [];
  for (let round = 0; round <= FILL_ROUNDS; round++) {
    const [delays] = await Promise.all([
      fillDelays(exchange, deal, seconds),
      load(bench, exchange, { requests: swaps, seconds, ratePerSecond }),
    ]);
    // The first round is a warm-up.
    if (round > 0) rounds.push(delays);
  }
  const all = rounds.flat();
  const told = `${all.length} fills beside ${thousands(ratePerSecond)} swaps/s`;
  const found = [
    summary(FILL, rounds.map(median), told, rounds),
    summary(FILL_P99, [quantile(all, 0.99)], told, rounds),
  ];
  for (const { row, median: value } of found) bench.say(`${row.name}: ${value} ms  ${told}`);
  return found;
}

async function ofMany(bench: Bench): Promise<readonly Finding[]> {
  const count = bench.effort.isQuick ? QUICK_OPEN : OPEN;
  const [none, many] = await Promise.all([startWith(bench, 'no-orders', 0), startWith(bench, 'many-orders', count)]);
  await untilKept(many.exchange, count);
  const memory: number[] = [];
  const rounds = await interleave(bench, {
    none: () => load(bench, none.exchange, { requests: none.swaps }),
    async many() {
      const loaded = await load(bench, many.exchange, { requests: many.swaps });
      memory.push((many.exchange.residentBytes() - none.exchange.residentBytes()) / 1e6);
      return loaded;
    },
  });
  const kept = memory.slice(-bench.effort.rounds);
  const found = summary(MEMORY, kept, `${thousands(count)} orders`, kept);
  bench.say(`${MEMORY.name}: ${found.median.toFixed(0)} MB  ${found.sides}`);
  return [ratio(bench, BESIDE, rounds, ['many', 'none']), found];
}

async function startWith(bench: Bench, name: string, orders: number) {
  const path = join(bench.folder, `${name}.db`);
  const deal = await fillWithOrders(path, orders);
  const exchange = await bench.servers.start(SERVE, { ...onFile(path), ...ROOM });
  return { exchange, deal, swaps: swapsOf(deal) };
}

/** Waits until the keeper (the part of the exchange that fills orders) has read all open orders. */
async function untilKept(exchange: Server, count: number): Promise<void> {
  while ((await exchange.metric('millpond_open_orders')).get('') !== count) await sleep(250);
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] as number;
