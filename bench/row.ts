// One row of the report: what is measured against its yardstick, in interleaved rounds of one run.
import { type Load, load, type Processes } from './processes.ts';

export type Row = {
  readonly name: string;
  readonly bar: number;
  readonly connections: number;
  /** Starts both and answers their addresses. */
  start(processes: Processes): Promise<{ readonly measured: string; readonly yardstick: string }>;
  /** Removes what the row has made, once its processes have ended. */
  end(): Promise<void>;
};

export type Round = { readonly measured: Load; readonly yardstick: Load; readonly ratio: number };
export type Result = {
  readonly name: string;
  readonly bar: number;
  readonly connections: number;
  readonly median: number;
  readonly rounds: readonly Round[];
};

export async function measure(
  row: Row,
  processes: Processes,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Result> {
  const { name, bar, connections } = row;
  const { measured, yardstick } = await row.start(processes);
  const results: Round[] = [];
  console.log(`\n${name}, ${connections} connections`);
  // The first round only warms both up.
  for (let round = 0; round <= rounds; round++) {
    const [one, other] = [
      await load(measured, { seconds, connections }),
      await load(yardstick, { seconds, connections }),
    ];
    if (round === 0) continue;
    results.push({ measured: one, yardstick: other, ratio: one.perSecond / other.perSecond });
    console.log(`  round ${round}: ${line(results.at(-1) as Round)}`);
  }
  const ratios = results.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] as number;
  console.log(
    `  median ${median.toFixed(2)} of ${rounds} rounds, ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)} (bar ${bar})`,
  );
  return { name, bar, connections, median, rounds: results };
}

function line({ measured, yardstick, ratio }: Round): string {
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  return `${whole(measured.perSecond)}/s ÷ ${whole(yardstick.perSecond)}/s = ${ratio.toFixed(2)}, p50 ${measured.p50} ms, p99 ${measured.p99} ms`;
}
