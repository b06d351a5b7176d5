// Fills an SQLite exchange with history: node bench/fill.ts PATH [TRANSACTIONS]

import { policyOf, readSettings } from '../src/cli/settings.ts';
import type { Account, PoolAddress, TokenAddress } from '../src/core/amount.ts';
import { amount } from '../src/core/amount.ts';
import type { Command } from '../src/core/command.ts';
import type { Instruction } from '../src/core/settle.ts';
import { openSqliteStore } from '../src/store/sqlite/store.ts';

const BATCH = 5000;
const ACCOUNTS = 50_000;
const DEPTH_BASE = 10n ** 15n;
const [path, count = '1000000'] = process.argv.slice(2);
if (path === undefined) throw new Error('use: node bench/fill.ts PATH [TRANSACTIONS]');
const transactions = Number(count);

const [tokenA, tokenB] = ['apple', 'bread'] as TokenAddress[] as [TokenAddress, TokenAddress];
const maker = 'maker' as Account;
const deposit = (account: Account, token: TokenAddress, base: bigint): Command => ({
  kind: 'deposit',
  account,
  token,
  amount: amount(base),
  reference: 'fill',
});
const opening: readonly Command[] = [
  ...[tokenA, tokenB].map((address) => ({
    kind: 'registerToken' as const,
    token: { address, symbol: address, decimals: 9 },
  })),
  deposit(maker, tokenA, DEPTH_BASE),
  deposit(maker, tokenB, DEPTH_BASE),
  {
    kind: 'provide',
    account: maker,
    tokenA,
    tokenB,
    amountA: amount(DEPTH_BASE),
    amountB: amount(DEPTH_BASE),
    poolAddress: 'apple-bread' as PoolAddress,
  },
];

/** Each account is given some of both tokens first, then they swap back and forth; every fourth under a key. */
function instruction(index: number): Instruction {
  const account = `account-${index % ACCOUNTS}` as Account;
  const turn = Math.floor(index / ACCOUNTS);
  const [paid, bought] = turn % 2 === 0 ? [tokenA, tokenB] : [tokenB, tokenA];
  const command: Command =
    turn < 2
      ? deposit(account, paid, 1_000_000_000n)
      : { kind: 'swap', account, tokenA: paid, tokenB: bought, amountA: amount(1_000_000n + BigInt(index % 997)) };
  const key = { key: `order-${index}`, fingerprint: `swap-${index}` };
  return { actor: account, command, ...(index % 4 === 0 && { idempotency: key }) };
}

const store = await openSqliteStore({ path, busyTimeoutMs: 5000, policy: policyOf(readSettings({}, {})) });
await store.commit(opening.map((command) => ({ actor: maker, command })));
for (let first = opening.length; first < transactions; first += BATCH) {
  const size = Math.min(BATCH, transactions - first);
  const outcomes = await store.commit(
    Array.from({ length: size }, (_, index) => instruction(first - opening.length + index)),
  );
  const refused = outcomes.find((outcome) => 'rejection' in outcome);
  if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`);
}
console.log(`${(await store.read([])).sequence} transactions in ${path}`);
await store.close();
