// This version against the last tagged one, in the same rounds, so that no speed is lost unnoticed.
import { join } from 'node:path';
import { buildEarlier, lastTag } from '../earlier.ts';
import { FRESH, type Plan, type Request } from '../load/plan.ts';
import { onFile, PROGRAM, QUOTES, SWAPS } from '../market.ts';
import { interleave, type Loaded, load, median, type Round, summary } from '../rounds.ts';
import type { Bench, Finding, Found, Part, Row } from '../row.ts';
import type { Server } from '../servers.ts';
import { SWAP_ROUTE, startBare } from '../yardsticks.ts';

/** Tolerated loss, in addition to the spread. */
const TOLERATED = 0.03;
const MEANS =
  'Both with default settings, in the same rounds. The run fails where this version is more than 3 % worse in three rounds of four.';

const rowsOf = (earlier: string) => {
  const row = (name: string, title: string): Row => ({
    ...{ name: `since-${name}`, title: `${title}, this version ÷ ${earlier}`, unit: '×' },
    ...{ bar: 1 - TOLERATED, means: MEANS },
  });
  const lowRow = (name: string, title: string): Row => ({
    ...row(name, title),
    bar: 1 + TOLERATED,
    lowerIsBetter: true,
  });
  return [
    row('swap', 'createSwap a second'),
    lowRow('swap-cpu', 'CPU of the server for a swap'),
    row('quote', 'getQuote a second'),
    lowRow('quote-cpu', 'CPU of the server for a quote'),
    lowRow('p99', 'p99 of createSwap at half load'),
  ] as const;
};
type Rows = ReturnType<typeof rowsOf>;

type Side = 'now' | 'before' | 'bare';
type Rounds = readonly Round<Side, Loaded>[];

/** Compares with the given version, or with the last tag. */
export function sincePart(against: string | undefined): Part {
  const rows = rowsOf(against ?? 'the last tag');
  return {
    name: 'compare',
    rows,
    async run(bench) {
      const ref = against ?? lastTag();
      if (ref === undefined) {
        const missing = 'there is no tag to compare with; --against names a commit';
        bench.say(`compare: ${missing}`);
        return rows.map((each) => ({ row: each, missing }));
      }
      return compareWith(bench, rows, ref);
    },
  };
}

async function compareWith(bench: Bench, rows: Rows, ref: string): Promise<readonly Finding[]> {
  const earlier = await buildEarlier(ref, join(bench.folder, 'earlier'));
  bench.say(`built ${ref}`);
  const start = (program: readonly string[], name: string) =>
    bench.servers.start([...program, 'serve', '--demo'], onFile(join(bench.folder, `${name}.db`)));
  const [now, before] = [await start(PROGRAM, 'now'), await start(earlier, 'before')];
  const { bare } = await startBare(bench, SWAP_ROUTE, await quoteRoute(now));
  const servers = { now, before, bare };
  const swaps = await measure(bench, servers, { requests: SWAPS });
  const quotes = await measure(bench, servers, { requests: QUOTES });
  const slower = median(swaps.map((round) => Math.min(round.now.perSecond, round.before.perSecond)));
  const half = await measure(bench, servers, { requests: SWAPS, ratePerSecond: slower / 2 }, 1);
  const perSecond = ({ perSecond }: Loaded) => perSecond;
  const micros = ({ serverMicrosPerRequest }: Loaded) => serverMicrosPerRequest ?? Number.NaN;
  const [swap, swapCpu, quote, quoteCpu, p99] = rows;
  return [
    compared(bench, swap, swaps, perSecond),
    compared(bench, swapCpu, swaps, micros),
    compared(bench, quote, quotes, perSecond),
    compared(bench, quoteCpu, quotes, micros),
    compared(bench, p99, half, ({ p99Ms }) => p99Ms),
  ];
}

const measure = (
  bench: Bench,
  servers: Readonly<Record<Side, Server>>,
  plan: Pick<Plan, 'requests'> & Partial<Plan>,
  warmUps?: number,
): Promise<Rounds> => {
  const side = (which: Side) => () => load(bench, servers[which], plan);
  return interleave(bench, { now: side('now'), before: side('before'), bare: side('bare') }, warmUps);
};

async function quoteRoute(exchange: Server) {
  const [{ path }] = QUOTES as readonly [Request];
  const answer: unknown = await (await exchange.get(path.replace(FRESH, '123450000'))).json();
  return { method: 'GET', url: '/getQuote', answer } as const;
}

function compared(bench: Bench, row: Row, rounds: Rounds, figure: (load: Loaded) => number): Found {
  const typical = (side: Side) => {
    const value = median(rounds.map((round) => figure(round[side])));
    return value >= 100 ? value.toFixed(0) : value.toFixed(1);
  };
  const ratios = rounds.map(({ now, before }) => figure(now) / figure(before));
  const sides = `${typical('now')} ÷ ${typical('before')}; bare ${typical('bare')}`;
  const found = summary(row, ratios, sides, rounds);
  bench.say(`${row.name}: ${found.median.toFixed(3)}  ${sides}`);
  return isWorse(row, ratios) ? { ...found, isLost: true } : found;
}

/** True only if most rounds are worse: neither a single bad round nor a single good one decides. */
export function isWorse({ bar = 1, lowerIsBetter }: Row, ratios: readonly number[]): boolean {
  const worse = ratios.filter((ratio) => (lowerIsBetter ? ratio > bar : ratio < bar));
  return worse.length >= 0.75 * ratios.length;
}
