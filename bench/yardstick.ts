// The yardstick for calls over HTTP: bare routes, which take the same requests and answer the same JSON.
import type { Bench } from './row.ts';
import type { Server } from './servers.ts';

export type Route = { readonly method: 'GET' | 'POST'; readonly url: string; readonly answer: unknown };

/** A bare route that answers like createSwap, with a fixed transaction id. */
export const SWAP_ROUTE: Route = {
  method: 'POST',
  url: '/createSwap',
  answer: { success: true, data: { transactionId: '01a1dd02-6903-7000-8000-0000c41076ab', status: 'completed' } },
};

export const startBare = ({ servers }: Bench, ...routes: readonly Route[]): Promise<Server> =>
  servers.start(['bench/bare.ts', JSON.stringify(routes)]);
