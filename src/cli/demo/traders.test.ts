// Traders over the real API: they trade as themselves, within bounds, and neither a failure nor a stop disturbs others.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Server, startServer } from '../../../test/http/server.ts';
import { keysOf } from '../../access/keys.ts';
import { type Account, amount } from '../../core/amount.ts';
import { printDecimal } from '../../core/maths/decimal.ts';
import { openingDeposits, TRADERS } from './crowd.ts';
import { ACTOR, TON, USDT } from './demo.ts';
import { ReferencePrices } from './reference-prices.ts';
import { letTrade, Traders } from './traders.ts';

const LOCAL = 'local' as Account;
const WHO = TRADERS.slice(0, 3);

let server: Server;
beforeAll(async () => {
  server = await startServer({ demo: true, auth: 'keys' });
  await server.exchange.executeAll(
    ACTOR,
    Object.values(openingDeposits()).map((command) => ({ command })),
  );
});
afterAll(() => server.close());

const keysFor = async () => {
  const keys = keysOf(server.store);
  const made = await Promise.all(WHO.map((account) => keys.create({ account, role: 'trader' })));
  return made.map((one) => one?.key ?? '');
};

/** Lets `count` rounds start without a pause, and resolves when they are over; `afterFirst` runs after the first. */
function rounds(count: number, afterFirst = async () => {}) {
  let left = count;
  const over = Promise.withResolvers<void>();
  const pause = (_: number, signal: AbortSignal) => {
    left -= 1;
    if (left >= 0) return left === count - 2 ? afterFirst() : Promise.resolve();
    over.resolve();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  return { pause, over: over.promise };
}

const holdingsOf = async (account: Account) => (await server.exchange.balances(account, { limit: 50 })).items;

const pair = { tokenA: TON.address, tokenB: USDT.address };
const priceOf = async () => {
  const { reserve0, reserve1 } = await server.exchange.pool(pair.tokenA, pair.tokenB);
  return Number(reserve1) / Number(reserve0);
};

test('demo traders swap and place small orders as themselves, move a price back, and stop when closed', async () => {
  let [before, purse, low] = [0, await holdingsOf(LOCAL), 0];
  const { pause, over } = rounds(60, async () => {
    const amountA = amount(18_000n * 10n ** 9n);
    await server.exchange.execute(LOCAL, { kind: 'swap', account: LOCAL, ...pair, amountA });
    [before, purse, low] = [await server.store.head(), await holdingsOf(LOCAL), await priceOf()];
  });
  const failures: string[] = [];
  const traders = new Traders({
    url: server.url,
    keys: await keysFor(),
    pause,
    onFailure: ({ message }) => failures.push(message),
  });
  await over;
  await traders.close();
  const after = await server.store.head();
  expect(failures).toEqual([]);
  expect(after - before).toBeGreaterThan(50);
  let orders = 0;
  const home = new ReferencePrices();
  for (let sequence = before + 1; sequence <= after; sequence += 1) {
    const { actor, receipt } = (await server.store.posted(sequence)) ?? {};
    expect(WHO).toContain(actor);
    if (receipt?.kind !== 'swap' && receipt?.kind !== 'placeOrder') throw new Error(`${sequence} is neither`);
    if (receipt.kind === 'placeOrder') orders += 1;
    const token = await server.exchange.token(receipt.tokenA);
    const worth = Number(printDecimal(receipt.amountA, token.decimals)) * home.worthOf(token);
    expect(worth).toBeGreaterThan(0);
    expect(worth).toBeLessThan(2000);
  }
  expect(orders).toBeGreaterThan(0);
  expect(await holdingsOf(LOCAL)).toEqual(purse);
  expect(await priceOf()).toBeGreaterThan(low * 1.002);
});

test('the failures of demo traders are retried, and logged at most once a minute', async () => {
  const { pause, over } = rounds(20);
  const said: string[] = [];
  const stop = Promise.withResolvers<void>();
  const logger = { warn: (line: string) => said.push(line) } as never;
  const startMs = performance.now();
  letTrade({ url: server.url, keys: ['mp_0000000000000000_wrong'], pause, logger, until: stop.promise });
  await over;
  const minutes = Math.floor((performance.now() - startMs) / 60_000);
  expect(said[0]).toMatch(/^demo: a trader could not trade and will try again: \/getPools\?limit=50 returned 401/);
  expect(said.length).toBeLessThanOrEqual(1 + minutes);
  stop.resolve();
});

test('demo traders do nothing and report no failure if all pools are paused', async () => {
  const before = await server.store.head();
  for (const { token0, token1 } of (await server.exchange.pools({ limit: 50 })).items)
    await server.exchange.execute(ACTOR, {
      kind: 'setPoolStatus',
      tokenA: token0.address,
      tokenB: token1.address,
      status: 'paused',
    });
  const { pause, over } = rounds(5);
  const failures: Error[] = [];
  const traders = new Traders({
    url: server.url,
    keys: await keysFor(),
    pause,
    onFailure: (error) => failures.push(error),
  });
  await over;
  await traders.close();
  expect([failures, await server.store.head()]).toEqual([[], before + 6]);
});
