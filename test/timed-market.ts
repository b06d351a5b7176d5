// A market in a file with given transaction times: made by ordinary commands, then dated.
import { DatabaseSync } from 'node:sqlite';
import { type Account, amount, type TokenAddress } from '../src/core/amount.ts';
import type { Command } from '../src/core/commands/command.ts';
import type { Token } from '../src/core/pool.ts';
import type { Store } from '../src/ports/store.ts';
import { openStore } from './exchange-file.ts';
import { post } from './store-contract/site.ts';

export const LOCAL = 'local' as Account;

const DECIMALS = { apple: 0, bread: 2, corn: 18, dates: 6, elder: 9, fig: 0, grape: 4 };
export type Name = keyof typeof DECIMALS;

export const tokenOf = (name: Name): Token => ({
  address: name as string as TokenAddress,
  symbol: name.toUpperCase(),
  decimals: DECIMALS[name],
});
const units = (name: Name, whole: number) =>
  amount((BigInt(Math.round(whole * 100)) * 10n ** BigInt(DECIMALS[name])) / 100n);
const pair = (a: Name, b: Name) => ({ tokenA: tokenOf(a).address, tokenB: tokenOf(b).address });

export const provide = (a: Name, wholeA: number, b: Name, wholeB: number): Command => ({
  ...{ kind: 'provide', account: LOCAL, ...pair(a, b), mayCreatePool: true },
  ...{ amountA: units(a, wholeA), amountB: units(b, wholeB) },
});
export const swap = (a: Name, wholeA: number, b: Name): Command => ({
  ...{ kind: 'swap', account: LOCAL, ...pair(a, b), amountA: units(a, wholeA) },
});
export const createPool = (a: Name, b: Name, amplification?: bigint): Command => ({
  ...{ kind: 'createPool', ...pair(a, b), force: true },
  ...(amplification !== undefined && { curve: 'stable', amplification }),
});

/** Registers all tokens, and deposits enough of each for `local`. */
export const BEGINNING: readonly Command[] = (Object.keys(DECIMALS) as Name[]).flatMap((name): Command[] => [
  { kind: 'registerToken', token: tokenOf(name) },
  { kind: 'deposit', account: LOCAL, token: tokenOf(name).address, amount: units(name, 9e7), reference: 'start' },
]);

/** Executes commands and dates them to `ms`. */
export async function postAt(store: Store, path: string, ms: number, ...commands: Command[]): Promise<void> {
  const posted = await post(store, ...commands);
  // The timeout allows for the writer's checkpoint.
  const db = new DatabaseSync(path, { timeout: 60_000 });
  const date = db.prepare('UPDATE journal SET created_at_ms = ? WHERE sequence = ?');
  for (const { sequence } of posted) date.run(ms, sequence);
  db.close();
}

/** Writes a market and dates each step this many milliseconds before (negative: after) `ms`. */
export async function writeMarket(
  path: string,
  ms: number,
  steps: readonly (readonly [number, Command])[],
): Promise<void> {
  const store = await openStore(path);
  await postAt(store, path, ms - 41 * 86_400_000, ...BEGINNING);
  for (const [ago, command] of steps) await postAt(store, path, ms - ago, command);
  await store.close();
}
