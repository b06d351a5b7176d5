// The example bots on a real exchange, while bots and server are killed -9: no fill is missed or made twice. Takes 30 s, of which most are starts of servers.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { connect, type Millpond } from '../../client/src/client.ts';
import { TON, USDT } from '../../src/contract/fields.ts';
import { freePort } from '../postgres/server.ts';
import { audit, MAIN, Program, Server, temporaryDirectory } from './process.ts';

const PATIENT = { timeout: 60_000, interval: 50 };
const NODE_OPTIONS = `--import=${new URL('./packages.ts', import.meta.url)}`;

/** An exchange at one address across restarts, with a bot's account and one that trades against it. */
async function startExchange(command: 'demo' | 'serve') {
  const folder = temporaryDirectory();
  const database = join(folder, 'millpond.db');
  const settings = {
    AUTH: 'keys',
    PORT: String(await freePort()),
    DEMO_TRADERS: '0',
    RATE_LIMIT: '0',
    ADDRESS_LIMIT: '0',
  };
  const run = () =>
    Server.start(database, settings, { wrap: (own) => (command === 'demo' ? [...own.slice(0, 2), 'demo'] : own) });
  let server = await run();
  const keyOf = async (account: string, role: string) => {
    const command = [process.execPath, MAIN, 'key', 'create', '--account', account, '--role', role] as const;
    const program = new Program([...command], { DATABASE_URL: `sqlite:${database}` });
    expect((await program.ended).code, program.stderr).toBe(0);
    return program.stdout.trim();
  };
  const operator = connect(server.url, { key: await keyOf('chief', 'operator') });
  for (const account of ['bot', 'taker'])
    for (const [token, amount] of [
      [TON, '100000'],
      [USDT, '250000'],
    ] as const)
      await operator.deposit({ account, token, amount, reference: account });
  const key = await keyOf('bot', 'trader');
  return {
    folder,
    bot: connect(server.url, { key }),
    taker: connect(server.url, { key: await keyOf('taker', 'trader') }),
    startBot: (file: string, more: Record<string, string>) =>
      new Program([process.execPath, resolve(file)], { NODE_OPTIONS, EXCHANGE: server.url, KEY: key, ...more }),
    async restart() {
      await server.kill();
      server = await run();
    },
    async close() {
      expect(await server.stop()).toEqual({ code: 0, signal: null });
      expect(await audit(database)).toMatchObject({ code: 0 });
    },
  };
}

async function allFills(millpond: Millpond) {
  const fills = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Awaited<ReturnType<Millpond['getFills']>> = await millpond.getFills({ limit: 200, cursor });
    fills.push(...page.fills);
    cursor = page.nextCursor;
  }
  return fills.reverse().map(({ sequence, index }) => `${sequence}-${index}`);
}

test('the market maker keeps one bid and one ask, and writes down every fill once', { timeout: 300_000 }, async () => {
  const { folder, bot, taker, startBot, restart, close } = await startExchange('serve');
  const file = join(folder, 'fills.ndjson');
  const written = () => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    return lines.map((line) => JSON.parse(line)).map(({ sequence, index }) => `${sequence}-${index}`);
  };
  const start = () => startBot('client/examples/market-maker.ts', { FILLS: file });
  const openNames = async () =>
    (await bot.getOrders({ state: 'open' })).orders.map(({ clientId }) => clientId).toSorted();
  /** Moves the price by about one per cent, to and fro: beyond one of the orders each time. */
  let isRise = false;
  const push = async () => {
    isRise = !isRise;
    const [tokenA, tokenB, amount] = isRise ? [USDT, TON, '30000'] : [TON, USDT, '12000'];
    await taker.createSwap({ Pair: { tokenA, tokenB }, amount: { tokenA: amount } });
  };
  const filled = (fills: number) =>
    vi.waitFor(async () => expect((await allFills(bot)).length).toBeGreaterThanOrEqual(fills), PATIENT);
  const settled = (fills: number) =>
    vi.waitFor(async () => {
      expect(await openNames()).toEqual(['ask', 'bid']);
      const all = await allFills(bot);
      expect(all.length).toBeGreaterThanOrEqual(fills);
      expect(written()).toEqual(all);
    }, PATIENT);
  let maker = start();
  await settled(0);
  // An order is filled while the bot is dead.
  await maker.kill();
  await push();
  await filled(1);
  maker = start();
  await settled(1);
  // While it is watching.
  await push();
  await settled(2);
  // The server is killed as soon as the price has moved: it fills the order after its start, and the bot finds it there.
  await push();
  await restart();
  await settled(3);
  // Both are killed.
  await push();
  await Promise.all([maker.kill(), restart()]);
  await filled(4);
  maker = start();
  await settled(4);
  await maker.kill();
  await close();
});

test('the moving-average bot buys and sells once each time the price crosses its average', {
  timeout: 300_000,
}, async () => {
  const { bot, taker, startBot, restart, close } = await startExchange('demo');
  const start = () => startBot('integrations/ccxt/examples/moving-average.ts', { EVERY_MS: '50' });
  const price = async () => Number((await bot.getPrice({ jetton0: TON, jetton1: USDT })).price);
  const before = await price();
  /** Moves the price to well above or below everything before. */
  const push = async (isRise: boolean) => {
    const [tokenA, tokenB, amount] = isRise ? [USDT, TON, '100000'] : [TON, USDT, '60000'];
    await taker.createSwap({
      Pair: { tokenA, tokenB },
      amount: { tokenA: amount },
      route: 'direct',
      maxPriceImpact: '0.9',
    });
  };
  const sides = async () => {
    const { fills } = await bot.getFills({ limit: 200 });
    return fills
      .toReversed()
      .map(({ tokenA, amountA, amountB }) => (tokenA === TON ? `sell ${amountA}` : `buy ${amountB}`));
  };
  const wanted: string[] = [];
  await push(true);
  expect(await price()).toBeGreaterThan(before);
  let trader = start();
  // Each time after the first, it has been killed and started again before the price moves, and must not trade for that.
  for (const isRise of [true, false, true]) {
    if (wanted.length > 0) await push(isRise);
    wanted.push(isRise ? 'buy 10' : 'sell 10');
    await vi.waitFor(async () => expect(await sides()).toEqual(wanted), PATIENT);
    await Promise.all([trader.kill(), restart()]);
    trader = start();
  }
  await trader.kill();
  await close();
});
