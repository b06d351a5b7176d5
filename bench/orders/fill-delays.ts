// The delay between the swap that moves the price to an order's limit and the fill of the order, by the times in the journal.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from '../servers.ts';
import type { Deal } from './many.ts';
import { get, send } from './requests.ts';

/** Repeatedly places an order with a limit a little above the price, and moves the price over the limit with a swap. */
export async function fillDelays(exchange: Server, deal: Deal, seconds: number): Promise<number[]> {
  const delays: number[] = [];
  for (const endMs = performance.now() + 1000 * seconds; performance.now() < endMs; ) {
    const delay = await fillOne(exchange, deal);
    if (delay !== undefined) delays.push(delay);
  }
  return delays;
}

/** The limit relative to the current price; a swap then moves the price above the limit by the same factor, and another moves it back. */
const ABOVE = 1.003;
const PATIENCE_MS = 10_000;

/** Undefined if other swaps moved the price to the limit before the intended swap did. */
async function fillOne(
  exchange: Server,
  { here, there, reserveHere, reserveThere }: Deal,
): Promise<number | undefined> {
  const offered = printed(reserveHere / 10_000);
  const paid = async (route: string) => {
    const asked = `tokenA=${here}&tokenB=${there}&amount=${offered}&route=${route}`;
    return (await get<{ amountB: number }>(exchange, `/getQuote?${asked}`)).amountB;
  };
  const limit = (await paid('best')) * ABOVE;
  const { orderId } = await send<{ orderId: string }>(exchange, '/createOrder', {
    ...{ Pair: { tokenA: here, tokenB: there }, amount: { tokenA: offered }, minReceived: printed(limit) },
    // Filled as a whole: the last part of a partial fill may wait for the price to come back.
    parts: false,
  });
  const move = (tokenA: string, tokenB: string, amount: number) =>
    send<{ transactionId: string }>(exchange, '/createSwap', {
      ...{ Pair: { tokenA, tokenB }, amount: { tokenA: printed(amount) }, route: 'direct' },
    });
  // Another route may pay more than the pool of the pair; the price of that pool must then move further.
  const part = Math.sqrt((limit * ABOVE) / (await paid('direct'))) - 1;
  const { transactionId: moved } = await move(there, here, reserveThere * part);
  const filledMs = await filledAt(exchange, orderId);
  await move(here, there, reserveHere * part);
  const delayMs = filledMs - (await createdAt(exchange, `transactionId=${moved}`));
  return delayMs < 0 ? undefined : delayMs;
}

async function filledAt(exchange: Server, orderId: string): Promise<number> {
  for (const endMs = performance.now() + PATIENCE_MS; performance.now() < endMs; await sleep(10)) {
    const { status, sequence } = await get<{ status: string; sequence: number }>(
      exchange,
      `/getOrder?orderId=${orderId}`,
    );
    if (status === 'filled') return createdAt(exchange, `sequence=${sequence}`);
  }
  throw new Error(`order ${orderId} was not filled within ${PATIENCE_MS} ms`);
}

async function createdAt(exchange: Server, transaction: string): Promise<number> {
  const { createdAt: at } = await get<{ createdAt: string }>(exchange, `/getTransaction?${transaction}`);
  return Date.parse(at);
}

const printed = (amount: number): string => amount.toFixed(9);
