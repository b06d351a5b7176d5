// Writes weeks of market history at once: ordinary commands through the ordinary writer, with a clock of its own.
import { vi } from 'vitest';
import { type Account, amount, PPM, type Ppm, type TokenAddress } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import { WHOLE_SHARE } from '../../src/core/route/shape.ts';
import { openWriter } from '../../src/store/sqlite/connection.ts';
import { migrate } from '../../src/store/sqlite/schema.ts';
import { SqliteWriter } from '../../src/store/sqlite/writer.ts';
import { Random } from '../simulation/random.ts';
import { POLICY } from '../store-contract/site.ts';

export const TOKENS = [
  { address: 'gold', symbol: 'GOLD', decimals: 9 },
  { address: 'iron', symbol: 'IRON', decimals: 0 },
  { address: 'opal', symbol: 'OPAL', decimals: 18 },
  { address: 'rust', symbol: 'RUST', decimals: 6 },
] as const;
export const ACCOUNTS = ['ann', 'bob', 'carol'] as const;
const PAIRS = [
  ['gold', 'iron'],
  ['gold', 'opal'],
  ['iron', 'rust'],
  ['opal', 'rust'],
] as const;
const DAY_MS = 86_400_000;

/** Writes the file, from this many days ago until a few minutes before now. */
export function writeHistory(
  path: string,
  { seed, days, commands }: Record<'seed' | 'days' | 'commands', number>,
): void {
  const random = new Random(seed);
  const db = openWriter({ path, busyTimeoutMs: 5000 });
  migrate(db);
  const writer = new SqliteWriter(db, POLICY);
  let ms = Date.now() - days * DAY_MS;
  const until = Date.now() - 300_000;
  const commit = (command: Command) => {
    vi.useFakeTimers({ toFake: ['Date'], now: ms });
    try {
      writer.commit([{ actor: 'account' in command ? command.account : ('operator' as Account), command }]);
    } finally {
      vi.useRealTimers();
    }
  };
  for (const command of beginning()) commit(command);
  for (let left = commands; left > 0; left -= 1) {
    const most = Math.min(until - ms, Math.floor((2 * (until - ms)) / left));
    // Some at once, some a moment later, some days later.
    ms += random.pick([
      0,
      random.below(50),
      random.below(Math.max(1, Math.min(most, 90_000))),
      random.below(Math.max(1, most)),
    ]);
    commit(nextOf(random));
  }
  db.close();
}

const units = (symbolic: number, token: string): bigint =>
  BigInt(symbolic) * 10n ** BigInt(TOKENS.find(({ address }) => address === token)?.decimals ?? 0);

const pairOf = ([a, b]: readonly [string, string]) => ({ tokenA: a as TokenAddress, tokenB: b as TokenAddress });

function beginning(): readonly Command[] {
  const deposits = ACCOUNTS.flatMap((account) =>
    TOKENS.map(({ address }) => ({
      kind: 'deposit' as const,
      account: account as Account,
      token: address as TokenAddress,
      amount: amount(units(10_000_000, address)),
      reference: `${account} ${address}`,
    })),
  );
  return [
    ...TOKENS.map((token) => ({
      kind: 'registerToken' as const,
      token: { ...token, address: token.address as TokenAddress },
    })),
    { kind: 'createPool', ...pairOf(['opal', 'rust']), curve: 'stable', amplification: 100n },
    ...deposits,
    ...PAIRS.map((pair) => provide('ann', pair, 1_000_000)),
  ];
}

const provide = (account: string, pair: readonly [string, string], much: number): Command => ({
  kind: 'provide',
  account: account as Account,
  ...pairOf(pair),
  amountA: amount(units(much, pair[0])),
  amountB: amount(units(much, pair[1])),
  maxPriceImpactPpm: PPM as Ppm,
});

function nextOf(random: Random): Command {
  const account = random.pick(ACCOUNTS) as Account;
  const pair = random.pick(PAIRS);
  const [a, b] = random.chance(50) ? pair : ([pair[1], pair[0]] as const);
  switch (random.weighted({ swap: 70, routed: 12, provide: 9, refund: 9 })) {
    case 'swap':
      return sale(account, [a, b], random);
    case 'routed': {
      const through = PAIRS.flatMap(([x, y]) => (x === b ? [y] : y === b ? [x] : [])).find((token) => token !== a);
      const hop = (tokenIn: string, tokenOut: string) => ({
        tokenIn: tokenIn as TokenAddress,
        tokenOut: tokenOut as TokenAddress,
        share: WHOLE_SHARE,
      });
      return through === undefined
        ? sale(account, [a, b], random)
        : { ...sale(account, [a, through], random), route: [hop(a, b), hop(b, through)] };
    }
    case 'provide':
      return provide(account, pair, 1 + random.below(200_000));
    case 'refund':
      return { kind: 'refund', account, ...pairOf([a, b]), portionPpm: BigInt(1 + random.below(1_000_000)) as Ppm };
  }
}

const sale = (account: Account, pair: readonly [string, string], random: Random) => ({
  kind: 'swap' as const,
  account,
  ...pairOf(pair),
  amountA: amount(1n + random.sized(units(30_000, pair[0]))),
  maxPriceImpactPpm: PPM as Ppm,
});
