// The demo market as the benchmark uses it: swaps back and forth in one deep pool, and queries about it.
import { execFileSync } from 'node:child_process';
import { TON, USDT } from '../src/contract/fields.ts';
import { FRESH, type Request } from './load/plan.ts';
import type { Settings } from './servers.ts';

/** The arguments with which Node runs the installed command, including the flags in the first line of its script. */
export const PROGRAM = ['--max-semi-space-size=8', '--v8-pool-size=1', 'bin/millpond.cjs'];
export const buildProgram = () => execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });

export const SERVE = [...PROGRAM, 'serve'];
export const SERVE_DEMO = [...SERVE, '--demo'];

export const onFile = (path: string): Settings => ({ DATABASE_URL: `sqlite:${path}` });

/** Two swaps in opposite directions for about the same value, so that neither the price nor a balance drifts. */
export const SWAPS: readonly Request[] = [swap(TON, USDT, 0.1), swap(USDT, TON, 0.3)];

/** The other tokens of the demo market, and all its pools. The first token of each pair has at least nine decimals, as QUOTES needs. */
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

/** Quotes, each for an amount that no request before it contained. */
export const QUOTES: readonly Request[] = PAIRS.map(([a, b]) =>
  get(`/getQuote?tokenA=${a}&tokenB=${b}&amount=10.${FRESH}`),
);

/** A createSwap request as a user sends it, without a route. */
export function swap(tokenA: string, tokenB: string, amount: number | string, headers: Settings = {}): Request {
  return {
    method: 'POST',
    path: '/createSwap',
    headers,
    body: { Pair: { tokenA, tokenB }, amount: { tokenA: amount } },
  };
}

/** The same swap through the pool of the two tokens only, so that the cost of searching a route is not measured. */
export const directly = (request: Request): Request => ({
  ...request,
  body: { ...(request.body as object), route: 'direct' },
});

export const withHeaders = (requests: readonly Request[], headers: Settings): Request[] =>
  requests.map((request) => ({ ...request, headers: { ...request.headers, ...headers } }));
