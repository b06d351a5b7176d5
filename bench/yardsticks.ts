// The two yardsticks for calls over HTTP: bare routes, and bare routes that wait for the end of a turn, as the exchange does.
import type { Plan } from './load/plan.ts';
import { interleave, type Loaded, load, type Round } from './rounds.ts';
import type { Bench } from './row.ts';
import type { Server } from './servers.ts';

export type Route = { readonly method: 'GET' | 'POST'; readonly url: string; readonly answer: unknown };

export type Yardsticks = { readonly bare: Server; readonly waiting: Server };

/** A bare route that answers like createSwap, with a fixed transaction id. */
export const SWAP_ROUTE: Route = {
  method: 'POST',
  url: '/createSwap',
  answer: { success: true, data: { transactionId: '01a1dd02-6903-7000-8000-0000c41076ab', status: 'completed' } },
};

/** Starts two servers with these routes: one answers at once, the other at the end of the turn of the event loop. */
export async function startBare({ servers }: Bench, ...routes: readonly Route[]): Promise<Yardsticks> {
  const args = ['bench/bare.ts', JSON.stringify(routes)];
  return { bare: await servers.start(args), waiting: await servers.start([...args, 'waits']) };
}

/** Loads the exchange and both yardsticks alike, in the same rounds. */
export function loadWithBare(
  bench: Bench,
  { exchange, bare, waiting }: Yardsticks & { readonly exchange: Server },
  plan: Pick<Plan, 'requests'> & Partial<Plan>,
  warmUps?: number,
): Promise<Round<'exchange' | keyof Yardsticks, Loaded>[]> {
  const sides = {
    exchange: () => load(bench, exchange, plan),
    bare: () => load(bench, bare, plan),
    waiting: () => load(bench, waiting, plan),
  };
  return interleave(bench, sides, warmUps);
}
