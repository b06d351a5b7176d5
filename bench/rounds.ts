// Measures in interleaved rounds of one run, and summarises them.
import type { Load, Plan } from './load/plan.ts';
import type { Bench, Effort, Finding, Found, Row, Spread } from './row.ts';
import type { Server } from './servers.ts';

export type Sample = Pick<Load, 'perSecond' | 'repeatedShare'>;

export type Sides<Name extends string, Measured> = Readonly<Record<Name, () => Promise<Measured>>>;
export type Round<Name extends string, Measured> = Readonly<Record<Name, Measured>>;

/**
 * Measures all sides in turn, first without counting, so that they are equally old: V8 compiles the exchange in two waves,
 * and a side that had rested while others were warmed up took a tenth more CPU in its next round.
 */
export async function interleave<Name extends string, Measured>(
  { effort }: Pick<Bench, 'effort'>,
  sides: Sides<Name, Measured>,
  warmUps = effort.warmUps,
): Promise<Round<Name, Measured>[]> {
  const names = Object.keys(sides) as Name[];
  const rounds: Round<Name, Measured>[] = [];
  for (let round = 0; round < warmUps + effort.rounds; round++) {
    const measured: Partial<Record<Name, Measured>> = {};
    for (const name of inOrder(names, round)) measured[name] = await sides[name]();
    if (round >= warmUps) rounds.push(measured as Round<Name, Measured>);
  }
  return rounds;
}

/** Warm-up rounds for servers of which each is loaded by one side alone: V8 compiles the exchange for five seconds of load. */
export const alone = ({ warmUps }: Effort): number => warmUps + 2;

/** Every other round is in reverse, and every two begin with another side, so that no side keeps its place or its neighbours. */
function inOrder<Name>(names: readonly Name[], round: number): readonly Name[] {
  const first = Math.floor(round / 2) % names.length;
  const turned = [...names.slice(first), ...names.slice(0, first)];
  return round % 2 === 0 ? turned : turned.toReversed();
}

/** The rate of one side divided by that of the yardstick, round by round. */
export function ratio<Name extends string>(
  { say }: Pick<Bench, 'say'>,
  row: Row,
  rounds: readonly Round<Name, Sample>[],
  [measured, yardstick]: readonly [Name, Name],
): Found {
  const typical = (side: Name) => `${thousands(median(rounds.map((round) => round[side].perSecond)))}/s`;
  const repeated = rounds.flatMap((round) => round[measured].repeatedShare ?? []);
  const found = summary(
    row,
    rounds.map((round) => round[measured].perSecond / round[yardstick].perSecond),
    `${typical(measured)} ÷ ${typical(yardstick)}`,
    rounds.map((round) => ({ measured: round[measured], yardstick: round[yardstick] })),
  );
  say(`${row.name}: ${found.median.toFixed(2)}  ${found.sides}`);
  return repeated.length === 0 ? found : { ...found, repeatedShare: Math.max(...repeated) };
}

export async function compare(
  bench: Pick<Bench, 'effort' | 'say'>,
  row: Row,
  sides: Sides<'measured' | 'yardstick', Sample>,
): Promise<Found> {
  return ratio(bench, row, await interleave(bench, sides, alone(bench.effort)), ['measured', 'yardstick']);
}

export function summary(row: Row, values: readonly number[], sides: string, rounds: readonly unknown[]): Found {
  return { row, ...spread(values), sides, rounds };
}

const spread = (values: readonly number[]): Spread => ({
  median: median(values),
  low: Math.min(...values),
  high: Math.max(...values),
});

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]] as [number, number];
  return (low + high) / 2;
}

export const thousands = (value: number): string => Math.round(value).toLocaleString('en');

/** The results of a load with the server's CPU time of a request, in all threads and by thread; it is unknown without /proc. */
export type Loaded = Load & {
  readonly serverMicrosPerRequest?: number;
  readonly microsByThread?: Readonly<Record<string, number>>;
};

/** CPU time per request, in all threads of one side's process, with that of another for comparison. */
export function cpuPerRequest<Name extends string>(
  { say }: Pick<Bench, 'say'>,
  row: Row,
  rounds: readonly Round<Name, Loaded>[],
  [measured, yardstick]: readonly [Name, Name],
): Finding {
  const micros = (side: Name) => rounds.flatMap((round) => round[side].serverMicrosPerRequest ?? []);
  if (micros(measured).length < rounds.length) return { row, missing: 'there is no /proc to tell it' };
  const generator = median(rounds.map((round) => round[measured].generatorMicrosPerRequest));
  const threads = Object.keys(rounds[0]?.[measured].microsByThread ?? {}).map((thread) => {
    const micros = median(rounds.map((round) => round[measured].microsByThread?.[thread] ?? 0));
    return [thread, Math.round(micros)] as const;
  });
  const byThread = threads.filter(([, micros]) => micros > 0).map(([thread, micros]) => `${thread} ${micros}`);
  const found = summary(
    row,
    micros(measured),
    `${byThread.join(', ')}; ${yardstick} ${median(micros(yardstick)).toFixed(0)} µs; the generator ${generator.toFixed(0)} µs`,
    rounds.map((round) => ({ measured: round[measured], yardstick: round[yardstick] })),
  );
  say(`${row.name}: ${found.median.toFixed(0)} µs  ${found.sides}`);
  return found;
}

/** Loads a server, and fails unless every answer was 200. */
export async function load(
  { generator, effort }: Pick<Bench, 'generator' | 'effort'>,
  server: Server,
  plan: Pick<Plan, 'requests'> & Partial<Plan>,
): Promise<Loaded> {
  const before = server.cpuMicros();
  const result = await generator.ask({ url: server.url, seconds: effort.seconds, connections: 64, ...plan });
  const after = server.cpuMicros();
  if (result.refused > 0) {
    throw new Error(
      `${result.refused} of ${result.answeredInAll} requests were refused, first: ${result.firstRefused}`,
    );
  }
  if (after.size === 0) return result;
  const each = [...after].map(
    ([thread, micros]) => [thread, (micros - (before.get(thread) ?? 0)) / result.answeredInAll] as const,
  );
  const serverMicrosPerRequest = each.reduce((sum, [, micros]) => sum + micros, 0);
  return { ...result, serverMicrosPerRequest, microsByThread: Object.fromEntries(each) };
}
