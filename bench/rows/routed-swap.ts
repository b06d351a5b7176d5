// createSwap by the best route against the pool of the pair alone, in a market of 5,000 pools.
import { join } from 'node:path';
import { policyOf, readSettings } from '../../src/cli/settings.ts';
import { type Account, amount, type TokenAddress } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import { printDecimal } from '../../src/core/maths/decimal.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Request } from '../load/plan.ts';
import { directly, onFile, SERVE, swap } from '../market.ts';
import { interleave, load, ratio } from '../rounds.ts';
import { type MadeMarket, powerLaw } from '../router/markets.ts';
import { Random } from '../router/random.ts';
import type { Part, Row } from '../row.ts';

const ROUTED: Row = {
  name: 'routed-swap',
  title: 'createSwap by the best route ÷ direct, 1,000 tokens and 5,000 pools',
  unit: '×',
  bar: 0.3,
  aim: 0.5,
  means:
    'The same trades of a thousandth to a hundredth of a pool on the same server, between tokens that have a pool: by the best route over all pools, which is searched for on a thread and writes several pools, and over the pool of the pair alone.',
};

const [TOKENS, POOLS] = [1000, 5000];
export const DECIMALS = 9;
export const OWNER = 'local' as Account;
const PURSE = amount(2n ** 110n);
const TRADES = 400;

export const routedSwapPart: Part = {
  name: ROUTED.name,
  rows: [ROUTED],
  async run(bench) {
    const market = powerLaw(1, TOKENS, POOLS);
    const path = join(bench.folder, 'routed.db');
    await fill(path, market);
    const exchange = await bench.servers.start(SERVE, onFile(path));
    const trades = tradesOf(market);
    const rounds = await interleave(bench, {
      best: () => load(bench, exchange, { requests: trades }),
      direct: () => load(bench, exchange, { requests: trades.map(directly) }),
    });
    return [ratio(bench, ROUTED, rounds, ['best', 'direct'])];
  },
};

export const addressOf = (token: number): TokenAddress => `token-${token}` as TokenAddress;

/** Pairs of swaps in opposite directions for about the same value, over pools drawn at random. */
export function tradesOf({ pools }: MadeMarket, trades = TRADES): readonly Request[] {
  const random = new Random(2);
  return Array.from({ length: trades / 2 }, () => {
    const { one, other, reserveOne, reserveOther } = random.oneOf(pools);
    const part = random.powerBetween(1e-3, 1e-2);
    const units = (reserve: bigint) => printDecimal(BigInt(Math.ceil(Number(reserve) * part)), DECIMALS);
    return [
      swap(addressOf(one), addressOf(other), units(reserveOne)),
      swap(addressOf(other), addressOf(one), units(reserveOther)),
    ];
  }).flat();
}

export async function fill(path: string, { tokens, pools }: MadeMarket): Promise<void> {
  const commands: Command[] = [];
  for (let number = 0; number < tokens; number++) {
    const token = addressOf(number);
    commands.push({ kind: 'registerToken', token: { address: token, symbol: `T${number}`, decimals: DECIMALS } });
    commands.push({ kind: 'deposit', account: OWNER, token, amount: PURSE, reference: 'purse' });
  }
  for (const { one, other, reserveOne, reserveOther } of pools) {
    const [tokenA, tokenB] = [addressOf(one), addressOf(other)];
    commands.push({ kind: 'provide', account: OWNER, tokenA, tokenB, amountA: reserveOne, amountB: reserveOther });
  }
  await commitAll(path, commands);
}

export async function commitAll(path: string, commands: readonly Command[]): Promise<void> {
  const store = await openSqliteStore({ path, busyTimeoutMs: 5000, policy: policyOf(readSettings({}, {})) });
  for (let at = 0; at < commands.length; at += 500) {
    const outcomes = await store.commit(commands.slice(at, at + 500).map((command) => ({ actor: OWNER, command })));
    const refused = outcomes.find((outcome) => 'refusal' in outcome);
    if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`);
  }
  await store.close();
}
