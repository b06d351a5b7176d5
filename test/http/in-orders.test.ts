// getBalances tells what open orders hold, as of the same moment as the balances. About 4 s.
import { afterEach, expect, test } from 'vitest';
import { KEEPER } from '../../src/core/accounts.ts';
import type { Account, TokenAddress } from '../../src/core/amount.ts';
import { placeOrder } from '../paper-orders.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';

const LOCAL = 'local' as Account;
const Pair = { tokenA: 'apple', tokenB: 'bread' };
const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function begin(options: ServerOptions = {}) {
  const server = await startServer(options);
  open.push(server);
  await openMarket(server);
  const data = async (path: string, body?: object) => exact(await send(server, { path, ...(body && { body }) })).data;
  const place = (tokenA: number, terms: object = {}) =>
    data('/createOrder', { Pair, amount: { tokenA }, price: 9, ...terms });
  return { server, data, place };
}

type Held = { readonly address: string; readonly balance: string; readonly inOrders: string | null };
const brief = ({ address, balance, inOrders }: Held) => `${address} ${balance} ${inOrders}`;

test('the figure is the sum of what is left in the open orders, also of a token of which nothing else is held', async () => {
  const { data, place } = await begin();
  const { transactionId } = await data('/createSwap', { Pair, amount: { tokenA: 10 } });
  expect(transactionId).toEqual(expect.any(String));
  await place(1000);
  await place(500, { kind: 'stop', trigger: { below: 1 }, price: 1 });
  const { orderId } = await place(5, { Pair: { tokenA: 'corn', tokenB: 'apple' }, parts: false });
  const pages: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await data(`/getBalances?limit=1${cursor && `&cursor=${cursor}`}`);
    expect(page.balances.length).toBeLessThanOrEqual(1);
    pages.push(...page.balances.map(brief));
    cursor = page.nextCursor;
  }
  const whole = (await data('/getBalances')).balances.map(brief);
  expect(whole.slice(1)).toEqual(['apple 8490 1500', expect.stringMatching(/^bread \S+ 0$/), 'corn 0 5']);
  expect(pages).toEqual(whole);
  const { orders } = await data('/getOrders?state=open');
  const leftOf = (token: string) =>
    orders
      .filter(({ tokenA }: { tokenA: string }) => tokenA === token)
      .reduce((sum: number, { left }: { left: string }) => sum + Number(left), 0);
  expect([leftOf('apple'), leftOf('corn')]).toEqual([1500, 5]);
  expect((await data('/getBalances?token=corn&token=bread')).balances.map(brief)).toEqual(['corn 0 5', whole[2]]);
  await data('/cancelOrder', { orderId });
  expect((await data('/getBalances')).balances.map(brief).at(-1)).toBe('corn 5 0');
});

test('balance and orders together stay the same while orders are placed and cancelled', async () => {
  const { data, place } = await begin();
  let isOver = false;
  const trading = (async () => {
    for (let round = 0; round < 40; round += 1) {
      const placed = [await place(100 + round), await place(7)];
      for (const { orderId } of placed) await data('/cancelOrder', { orderId });
    }
    isOver = true;
  })();
  let known = 0;
  while (!isOver) {
    const [{ balance, inOrders }] = (await data('/getBalances?token=apple')).balances;
    if (inOrders === null) continue;
    known += 1;
    expect(Number(balance) + Number(inOrders)).toBe(10_000);
  }
  await trading;
  expect(known).toBeGreaterThan(5);
});

test('what is not known is null and never 0, and the balances are answered all the same', async () => {
  const { data } = await begin({ isUncounted: true });
  expect((await data('/getBalances?token=apple')).balances.map(brief)).toEqual(['apple 10000 null']);
  expect((await data('/getBalances')).balances.map(brief)).toContain('apple 10000 null');
});

// Takes two seconds, to place them.
test('ten thousand open orders of an account are one sum', async () => {
  const { server, data } = await begin();
  const tokens = [Pair.tokenA, Pair.tokenB] as TokenAddress[];
  const [tokenA, tokenB] = tokens as [TokenAddress, TokenAddress];
  const command = placeOrder(1n, 9000n, { account: LOCAL, tokenA, tokenB });
  for (let batch = 0; batch < 20; batch += 1)
    await server.store.commit(Array.from({ length: 500 }, () => ({ actor: KEEPER, command })));
  expect((await data('/getBalances?token=apple')).balances.map(brief)).toEqual(['apple 0 10000']);
});
