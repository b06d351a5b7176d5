// The demo market as the benchmark uses it: swaps back and forth in one deep pool, and queries about it.
import { execFileSync } from 'node:child_process';
import { TON, USDT } from '../src/contract/fields.ts';
import { FRESH, type Request } from './load/plan.ts';
import type { Settings } from './servers.ts';

/** The command as it is installed, with the flags of its first line. */
export const PROGRAM = ['--max-semi-space-size=8', 'bin/millpond.cjs'];
export const buildProgram = () => execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });

export const SERVE = [...PROGRAM, 'serve'];
export const SERVE_DEMO = [...SERVE, '--demo'];

export const onFile = (path: string): Settings => ({ DATABASE_URL: `sqlite:${path}` });

/** Back and forth for about the same value, so that neither the price nor a balance drifts. */
export const SWAPS: readonly Request[] = [swap(TON, USDT, 0.1), swap(USDT, TON, 0.3)];

/** Its other tokens, and all its pools; ten units of each first token can be split into billionths. */
const STON = 'EQA2kCVNwVsil2EM2mB0SkXytxCqQjS4mttjDpnXmwG9T6bO';
const NOT = 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT';
const DOGS = 'EQCvxJy4eG8hyHBFsZ7eePxrRsUQSFE_jpptRAYBmcG_DOGS';
const JDAI = 'EQDo_ZJyQ_YqBzBwbVpMmhbhIddKtRP99HugZJ14aFscxi7B';
const PAIRS = [
  [TON, USDT],
  [STON, USDT],
  [JDAI, USDT],
  [NOT, TON],
  [DOGS, TON],
  [STON, TON],
] as const;

const get = (path: string): Request => ({ method: 'GET', path });

export const POOL_DATA: readonly Request[] = PAIRS.map(([a, b]) => get(`/getPoolData?jetton0=${a}&jetton1=${b}`));

/** Each for an amount that was not asked for before. */
export const QUOTES: readonly Request[] = PAIRS.map(([a, b]) =>
  get(`/getQuote?tokenA=${a}&tokenB=${b}&amount=10.${FRESH}`),
);

/** The queries of a trader's page: a quote, the pool, the position and the balances. */
export const QUESTIONS: readonly Request[] = PAIRS.flatMap(([a, b], index) => [
  QUOTES[index] as Request,
  POOL_DATA[index] as Request,
  get(`/getLPAccountData?jetton0=${a}&jetton1=${b}`),
  get('/getBalances'),
]);

/** As a user sends it, without a route. */
export function swap(tokenA: string, tokenB: string, amount: number | string, headers: Settings = {}): Request {
  return {
    method: 'POST',
    path: '/createSwap',
    headers,
    body: { Pair: { tokenA, tokenB }, amount: { tokenA: amount } },
  };
}

/** Through the pool of the two tokens only, so that the cost of searching a route is not measured. */
export const directly = (request: Request): Request => ({
  ...request,
  body: { ...(request.body as object), route: 'direct' },
});

export const withHeaders = (requests: readonly Request[], headers: Settings): Request[] =>
  requests.map((request) => ({ ...request, headers: { ...request.headers, ...headers } }));
