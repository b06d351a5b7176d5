// The extra cost of a commit while market data is computed and stored: over one pool, and over a thousand.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from '../load/plan.ts';
import { directly, onFile, SERVE } from '../market.ts';
import { interleave, load, median, summary } from '../rounds.ts';
import { powerLaw } from '../router/markets.ts';
import type { Bench, Found, Part, Row } from '../row.ts';
import type { Server } from '../servers.ts';
import { fill, tradesOf } from './routed-swap.ts';

const MEANS =
  'Time in commits for each swap, on SQLite and at half of what the exchange reaches when it counts nothing (MARKET_EVERY=0): with the thread that counts and stores candles, figures and lists of swaps every second, which is ten times as often as usual, and without it.';

const HOT: Row = {
  name: 'observed',
  title: 'commit with the market counted and stored ÷ without, one pool',
  unit: '×',
  bar: 1.03,
  aim: 1,
  lowerIsBetter: true,
  means: MEANS,
};

const SPREAD: Row = {
  ...HOT,
  name: 'observed-spread',
  title: 'commit with the market counted and stored ÷ without, 1,000 pools',
  bar: 1.06,
};

/** How long a server caches its answer to /metrics. */
const METRICS_KEPT_MS = 1100;
const [TOKENS, POOLS] = [300, 1000];

export const observedPart: Part = {
  name: HOT.name,
  rows: [HOT, SPREAD],
  async run(bench) {
    const market = powerLaw(1, TOKENS, POOLS);
    const [path, other] = ['observed.db', 'alone.db'].map((name) => join(bench.folder, name)) as [string, string];
    await fill(path, market);
    await copyFile(path, other);
    const observed = await bench.servers.start(SERVE, { ...onFile(path), MARKET_EVERY: '1000' });
    const alone = await bench.servers.start(SERVE, { ...onFile(other), MARKET_EVERY: '0' });
    const spread = tradesOf(market, 2 * POOLS).map(directly);
    return [
      await compareCommits(bench, HOT, { observed, alone }, spread.slice(0, 2)),
      await compareCommits(bench, SPREAD, { observed, alone }, spread),
    ];
  },
};

async function compareCommits(
  bench: Bench,
  row: Row,
  { observed, alone }: { readonly observed: Server; readonly alone: Server },
  requests: readonly Request[],
): Promise<Found> {
  const { perSecond } = await load(bench, alone, { requests });
  const plan = { requests, ratePerSecond: perSecond / 2 };
  const known = new Map([
    [observed, await commitsOf(observed)],
    [alone, await commitsOf(alone)],
  ]);
  const measure = async (server: Server) => {
    const before = known.get(server) as Commits;
    await load(bench, server, plan);
    const after = await commitsOf(server);
    known.set(server, after);
    return (1e6 * (after.seconds - before.seconds)) / (after.swaps - before.swaps);
  };
  const rounds = await interleave(bench, { observed: () => measure(observed), alone: () => measure(alone) }, 1);
  const typical = (side: 'observed' | 'alone') => `${median(rounds.map((round) => round[side])).toFixed(1)} µs`;
  const sides = `${typical('observed')} ÷ ${typical('alone')} a swap, at ${Math.round(perSecond / 2)}/s`;
  const found = summary(
    row,
    rounds.map((round) => round.observed / round.alone),
    sides,
    rounds,
  );
  bench.say(`${row.name}: ${found.median.toFixed(2)}  ${sides}`);
  return found;
}

type Commits = { readonly seconds: number; readonly swaps: number };

async function commitsOf(server: Server): Promise<Commits> {
  await sleep(METRICS_KEPT_MS);
  const total = async (name: string) => (await server.metric(name)).get('') ?? 0;
  return {
    seconds: await total('millpond_commit_duration_seconds_sum'),
    swaps: await total('millpond_batch_size_sum'),
  };
}
