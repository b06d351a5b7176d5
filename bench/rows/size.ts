// The effect of size on an exchange: on its swaps, its memory and its start.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DECIMALS, pairOf, SWAP_BASE, traderOf } from '../fill/commands.ts';
import type { Size } from '../fill/exchange.ts';
import type { Request } from '../load/plan.ts';
import { directly, onFile, SERVE, swap } from '../market.ts';
import { alone, interleave, load, ratio, summary, thousands } from '../rounds.ts';
import type { Bench, Found, Part, Row } from '../row.ts';
import { NO_LIMITS, type Server, type Settings } from '../servers.ts';
import { START, startTimes } from './start.ts';

const SWAPS: Row = {
  name: 'size',
  title: 'createSwap at 1 M accounts, 10 k pools, 1 M swaps ÷ empty',
  unit: '×',
  bar: 0.95,
  aim: 1,
  means:
    'The same load on both: direct swaps over one pool, both ways, with the API key of its trader. What the other accounts, pools and swaps cost by being there. The file is in the page cache of the system.',
};

const SPREAD: Row = {
  name: 'spread',
  title: 'createSwap over all 10 k pools for 1,000 traders ÷ over one pool',
  unit: '×',
  bar: 0.7,
  aim: 0.8,
  means:
    'Both on the large exchange, direct. Swaps of one pool share the balances that they read and write, and the look at one API key; swaps drawn at random over all pools share nothing but the commit, and write six times as much.',
};

const MEMORY: Row = {
  name: 'memory',
  title: 'resident memory of the large exchange',
  unit: 'MB',
  bar: 220,
  aim: 150,
  lowerIsBetter: true,
  means:
    'The highest that was seen after a round of `size`, all threads of the server together, as the system counts it; the file’s pages in the system’s cache are not in it.',
};

const SMALL_MEMORY: Row = {
  ...MEMORY,
  name: 'memory-small',
  title: 'resident memory of an exchange with one account and one pool',
  bar: 160,
  aim: 120,
  means: 'The same of the small exchange of `size`, in the same rounds.',
};

const [SMALL, LARGE, QUICK_LARGE]: readonly [Size, Size, Size] = [
  { accounts: 1, pools: 1 },
  { accounts: 1_000_000, pools: 10_000 },
  { accounts: 30_000, pools: 1000 },
];

type Exchange = { readonly size: Size; readonly settings: Settings; readonly requests: readonly Request[] };

export const sizePart: Part = {
  name: 'size',
  rows: [SWAPS, SPREAD, MEMORY, SMALL_MEMORY, START],
  async run(bench) {
    const small = await fill(bench, SMALL);
    const large = await fill(bench, bench.effort.isQuick ? QUICK_LARGE : LARGE);
    const found = await loads(bench, { small, large });
    const start = await startTimes(bench, { small: small.settings, large: large.settings });
    return bench.effort.isQuick ? [...found, start].map((row) => saySmaller(row, large.size)) : [...found, start];
  },
};

async function fill(bench: Bench, size: Size): Promise<Exchange> {
  const path = join(bench.folder, `accounts-${size.accounts}.db`);
  const args = ['bench/fill.ts', path, String(size.accounts), String(size.pools)];
  const filling = promisify(execFile)(process.execPath, args);
  const stop = async () => void filling.child.kill();
  bench.cleanUps.add(stop);
  const { stdout } = await filling;
  bench.cleanUps.delete(stop);
  const keys: string[] = JSON.parse(stdout);
  bench.say(`made an exchange of ${thousands(size.accounts)} accounts and ${thousands(size.pools)} pools`);
  return {
    size,
    settings: { ...onFile(path), AUTH: 'keys', ...NO_LIMITS },
    requests: Array.from({ length: size.pools }, (_, pool) => {
      const headers = { Authorization: `Bearer ${keys[traderOf(pool)]}` };
      const [one, other] = pairOf(pool);
      const offered = Number(SWAP_BASE) / 10 ** DECIMALS;
      return [swap(one, other, offered, headers), swap(other, one, offered, headers)].map(directly);
    }).flat(),
  };
}

async function loads(
  bench: Bench,
  exchanges: { readonly small: Exchange; readonly large: Exchange },
): Promise<Found[]> {
  const start = ({ settings }: Exchange) => bench.servers.start(SERVE, settings);
  const servers = { small: await start(exchanges.small), large: await start(exchanges.large) };
  const memory: { small: number; large: number }[] = [];
  let seed = 0;
  const overOne = (which: keyof typeof servers) =>
    load(bench, servers[which], { requests: exchanges[which].requests.slice(0, 2) });
  const rounds = await interleave(
    bench,
    {
      small: () => overOne('small'),
      large: () => overOne('large'),
      async largeSpread() {
        seed += 1;
        const sample = await load(bench, servers.large, { requests: exchanges.large.requests, seed });
        memory.push({ small: megabytes(servers.small), large: megabytes(servers.large) });
        return sample;
      },
    },
    alone(bench.effort),
  );
  await bench.servers.stop(...Object.values(servers));
  return [
    ratio(bench, SWAPS, rounds, ['large', 'small']),
    ratio(bench, SPREAD, rounds, ['largeSpread', 'large']),
    highest(bench, MEMORY, memory, 'large'),
    highest(bench, SMALL_MEMORY, memory, 'small'),
  ];
}

const megabytes = (server: Server): number => server.residentBytes() / 1e6;

/** Reports the highest value instead of the median, since the limit applies to it. */
function highest<Which extends string>(
  bench: Bench,
  row: Row,
  memory: readonly Readonly<Record<Which, number>>[],
  which: Which,
): Found {
  const values = memory.map((round) => round[which]);
  const peak = Math.max(...values);
  bench.say(`${row.name}: ${Math.round(peak)} MB`);
  return { ...summary(row, values, '', memory), median: peak };
}

function saySmaller(found: Found, { accounts, pools }: Size): Found {
  return { ...found, sides: `${found.sides} (quick: ${thousands(accounts)} accounts, ${thousands(pools)} pools)` };
}
