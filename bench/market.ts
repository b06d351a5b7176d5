// The demo market as the benchmark uses it: swaps back and forth over one deep pool, and questions about it.
import { TON, USDT } from '../src/contract/fields.ts';
import type { Request } from './load/plan.ts';
import type { Settings } from './servers.ts';

export const SERVE = ['src/main.ts', 'serve'];
export const SERVE_DEMO = [...SERVE, '--demo'];

export const onFile = (path: string): Settings => ({ DATABASE_URL: `sqlite:${path}` });

/** There and back, for about the same value, so that neither the price nor a purse runs away. */
export const SWAPS: readonly Request[] = [swap(TON, USDT, 0.1), swap(USDT, TON, 0.3)];

export const POOL_DATA: Request = { method: 'GET', path: `/getPoolData?jetton0=${TON}&jetton1=${USDT}` };

/** Each for another amount, and more of them than the exchange remembers answers. */
export const QUOTES: readonly Request[] = Array.from({ length: 10_000 }, (_, index) => ({
  method: 'GET',
  path: `/getQuote?tokenA=${TON}&tokenB=${USDT}&amount=10.${String(index).padStart(4, '0')}`,
}));

/** What a page shows to one who trades: a quote, the pool, the position and the purse. */
export const QUESTIONS: readonly Request[] = QUOTES.flatMap((quote) => [
  quote,
  POOL_DATA,
  { method: 'GET', path: `/getLPAccountData?jetton0=${TON}&jetton1=${USDT}` },
  { method: 'GET', path: '/getBalances' },
]);

export function swap(tokenA: string, tokenB: string, amount: number, headers: Settings = {}): Request {
  return {
    method: 'POST',
    path: '/createSwap',
    headers,
    body: { Pair: { tokenA, tokenB }, amount: { tokenA: amount } },
  };
}

export const withHeaders = (requests: readonly Request[], headers: Settings): Request[] =>
  requests.map((request) => ({ ...request, headers: { ...request.headers, ...headers } }));

type Route = { readonly method: 'GET' | 'POST'; readonly url: string; readonly answer: unknown };

/** What a swap is answered, but for the id. */
export const SWAP_ROUTE: Route = {
  method: 'POST',
  url: '/createSwap',
  answer: { success: true, data: { transactionId: '01a1dd02-6903-7000-8000-0000c41076ab', status: 'completed' } },
};

/** How to start bare routes that answer the same JSON. */
export const bareRoutes = (...routes: readonly Route[]): string[] => ['bench/bare.ts', JSON.stringify(routes)];
