// Calls about open orders.
import { TON, USDT } from '../../src/contract/fields.ts';
import type { Request } from '../load/plan.ts';
import type { Server } from '../servers.ts';

/** An order for ten thousand times the value of the TON offered, so that it is never filled. */
const FAR = { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 0.0001 }, minReceived: 3 };

export const FAR_ORDER: Request = { method: 'POST', path: '/createOrder', body: FAR };

export const cancelling = (order: number): Request => ({
  method: 'POST',
  path: '/cancelOrder',
  body: { orderId: String(order) },
});

const BULK = 100;

/** The numbers of `count` open orders; missing ones are placed. */
export async function openOrders(exchange: Server, count: number): Promise<readonly number[]> {
  const found = await listed(exchange, count);
  for (let at = found.length; at < count; at += BULK) {
    const items = Array.from({ length: BULK }, () => ({ call: 'createOrder', body: FAR }));
    await send(exchange, '/bulk', { items });
  }
  return found.length < count ? listed(exchange, count) : found;
}

type Listed = { readonly orders: readonly { readonly order: number }[]; readonly nextCursor: string | null };

async function listed(exchange: Server, count: number): Promise<number[]> {
  const numbers: number[] = [];
  for (let cursor: string | null = ''; cursor !== null && numbers.length < count; ) {
    const path: string = `/getOrders?state=open&limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { orders, nextCursor } = await get<Listed>(exchange, path);
    numbers.push(...orders.map(({ order }) => order));
    cursor = nextCursor;
  }
  return numbers.slice(0, count);
}

export async function get<Answer>(exchange: Server, path: string): Promise<Answer> {
  return read(path, await exchange.get(path));
}

export async function send<Answer>(exchange: Server, path: string, body: object): Promise<Answer> {
  const answer = await fetch(exchange.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return read(path, answer);
}

async function read<Answer>(path: string, answer: Response): Promise<Answer> {
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return ((await answer.json()) as { data: Answer }).data;
}
