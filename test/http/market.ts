// A small market whose figures can be computed by hand: three tokens, one pool with liquidity and one empty.
import { expect } from 'vitest';
import { send, type Target } from './client.ts';

/** 1,000,000 apples (0 decimals) against 2,000,000.00 bread (2 decimals); corn has 18 decimals and no liquidity. */
const STEPS: readonly (readonly [string, object])[] = [
  ['registerToken', { address: 'apple', symbol: 'APPLE', decimals: 0 }],
  ['registerToken', { address: 'bread', symbol: 'BREAD', decimals: 2 }],
  ['registerToken', { address: 'corn', symbol: 'CORN', decimals: 18 }],
  ['deposit', { account: 'local', token: 'apple', amount: 1_010_000, reference: 'start' }],
  ['deposit', { account: 'local', token: 'bread', amount: 2_010_000, reference: 'start' }],
  ['deposit', { account: 'local', token: 'corn', amount: 5, reference: 'start' }],
  [
    'provideLiquidity',
    { Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 1_000_000, tokenB: 2_000_000 } },
  ],
  ['createPool', { Pair: { tokenA: 'apple', tokenB: 'corn' }, force: true }],
];

/** Opens the market as the account `local`, or the one of a key; `local` keeps 10,000 of the first two tokens. */
export async function openMarket(server: Target, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [call, body] of STEPS) {
    const { status, text } = await send(server, { path: `/${call}`, body, headers });
    expect(status, text).toBe(200);
  }
}
