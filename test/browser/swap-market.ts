// Helpers of the swap screen's tests: another client's calls, and pools that are easily moved.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TokenAddress } from '../../src/core/amount.ts';
import { send, type Target } from '../http/client.ts';
import type { ServerOptions } from '../http/server.ts';

export const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
export const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

/** The demo market as `serve` sets it up, with USDT as quote token. */
export const DEMO: ServerOptions = { demo: true, market: { quote: { token: USDT as TokenAddress, orFirst: true } } };

export async function call(target: Target, name: string, body: object): Promise<Record<string, string>> {
  const { status, text } = await send(target, { path: `/${name}`, body, headers: { Amounts: 'string' } });
  expect(status, text).toBe(200);
  return JSON.parse(text).data;
}

export async function read(target: Target, path: string) {
  const { text } = await send(target, { path, headers: { Amounts: 'string' } });
  return JSON.parse(text).data;
}

/** Registers two tokens with a pool of 1,000 each, whose price a swap of 100 moves far; null creates the pool empty. */
export async function smallPool(target: Target, a: string, b: string, pool: number | null = 1000): Promise<void> {
  for (const address of [a, b]) {
    await call(target, 'registerToken', { address, symbol: address.toUpperCase(), decimals: 6 });
    await call(target, 'deposit', { account: 'local', token: address, amount: 2000, reference: `start ${address}` });
  }
  const Pair = { tokenA: a, tokenB: b };
  if (pool === null) await call(target, 'createPool', { Pair });
  else await call(target, 'provideLiquidity', { Pair, amount: { tokenA: pool, tokenB: pool } });
}

/** A swap by another client. */
export const swapElsewhere = (target: Target, tokenA: string, tokenB: string, amount: number | string) =>
  call(target, 'createSwap', { Pair: { tokenA, tokenB }, amount: { tokenA: amount }, maxPriceImpact: 1 });

export const lastSwap = async (target: Target) => (await read(target, '/getSwaps?limit=1')).swaps[0];
export const countSwaps = async (target: Target): Promise<number> =>
  (await read(target, '/getSwaps?limit=200')).swaps.length;

/** The panel's controls, found by their labels. */
export const panelOf = (page: Page) => {
  const panel = page.getByRole('region', { name: 'Swap', exact: true });
  return {
    panel,
    pay: panel.getByRole('textbox', { name: 'You pay' }),
    receive: panel.getByRole('textbox', { name: 'You receive' }),
    button: (name: string | RegExp) => panel.getByRole('button', { name }),
    text: (text: string | RegExp) => panel.getByText(text),
    /** Both amounts on the button, once it shows them. */
    async said(): Promise<{ pay: string; receive: string }> {
      const button = panel.getByRole('button', { name: /^Swap [\d,.]+ \S+ for / });
      await button.waitFor();
      const [, pay = '', receive = ''] =
        /^Swap ([\d,.]+) \S+ for ([\d,.]+) /.exec((await button.textContent()) ?? '') ?? [];
      return { pay: pay.replaceAll(',', ''), receive: receive.replaceAll(',', '') };
    },
    done: () => panel.getByRole('heading', { name: 'You received' }).waitFor(),
  };
};
