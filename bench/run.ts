// npm run bench [-- --quick] [--against REF] [ROW…]: every row of the report, or those named.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { lastRelease } from './earlier.ts';
import { AskedProcess } from './lines.ts';
import type { Load, Plan } from './load/plan.ts';
import { buildProgram } from './market.ts';
import { describeMachine, type Machine, machineLine, othersPercent } from './report/machine.ts';
import { details, table } from './report/table.ts';
import { type Bench, type Effort, effortLine, type Finding, type Part } from './row.ts';
import { bulkPart } from './rows/bulk.ts';
import { coreQuotePart } from './rows/core-quote.ts';
import { eventsPart } from './rows/events.ts';
import { gasPart } from './rows/gas.ts';
import { halfLoadPart } from './rows/half-load.ts';
import { marketPart } from './rows/market.ts';
import { openOrdersPart, orderFillsPart, ordersPart } from './rows/orders.ts';
import { postgresPart } from './rows/postgres.ts';
import { productionPart } from './rows/production.ts';
import { readsPart } from './rows/reads.ts';
import { routePart } from './rows/route.ts';
import { routedSwapPart } from './rows/routed-swap.ts';
import { sinceParts } from './rows/since.ts';
import { sizePart } from './rows/size.ts';
import { swapPart } from './rows/swap.ts';
import { Servers } from './servers.ts';

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean' }, against: { type: 'string' } },
  allowPositionals: true,
});

const PARTS: readonly Part[] = [
  swapPart,
  halfLoadPart,
  productionPart,
  bulkPart,
  eventsPart,
  readsPart,
  postgresPart,
  coreQuotePart,
  routePart,
  routedSwapPart,
  ordersPart,
  orderFillsPart,
  openOrdersPart,
  marketPart,
  sizePart,
  gasPart,
];

const FULL: Effort = { isQuick: false, rounds: 4, warmUps: 3, seconds: 0.8 };
const QUICK: Effort = { isQuick: true, rounds: 3, warmUps: 1, seconds: 0.25 };

const INTERRUPT_MS = 3000;

const parts = selected(positionals);
buildProgram();
const folder = await mkdtemp(join(tmpdir(), 'millpond-bench-'));
const bench: Bench = {
  effort: values.quick ? QUICK : FULL,
  folder,
  servers: new Servers(folder),
  generator: new AskedProcess<Plan, Load>(['bench/load.ts']),
  cleanUps: new Set(),
  say: (progress) => console.log(`[${Math.round(performance.now() / 1000)} s] ${progress}`),
};
let givingUp: Promise<never> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    givingUp ??= giveUp();
  });
}

try {
  const machine = describeMachine(folder);
  console.log(`${machineLine(machine)}\n${effortLine(bench.effort)}`);
  const findings: Finding[] = [];
  const othersBeforePercent = await othersPercent();
  const took: string[] = [];
  for (const part of parts) {
    const startMs = performance.now();
    findings.push(...(await runPart(part)));
    took.push(`${part.name} ${Math.round((performance.now() - startMs) / 1000)}`);
  }
  const others = { othersBeforePercent, othersAfterPercent: await othersPercent() };
  console.log(`\n${details(findings)}`);
  console.log(
    `\nOther work took ${othersBeforePercent} % of the cores before the run, ${others.othersAfterPercent} % after it.`,
  );
  console.log(`Seconds: ${took.join(', ')}; ${Math.round(performance.now() / 1000)} in all.`);
  await keep({ ...machine, ...others }, findings);
  console.log(`\n${table(findings)}`);
  failWhereLost(findings);
} finally {
  await cleanUp();
}

/** If a part cannot be measured, its rows say why, and the other parts are measured. */
async function runPart(part: Part): Promise<readonly Finding[]> {
  try {
    return await part.run(bench);
  } catch (error) {
    if (givingUp) return givingUp;
    const missing = (error as Error).message;
    bench.say(`${part.name}: not measured: ${missing}`);
    return part.rows.map((row) => ({ row, missing }));
  } finally {
    await bench.servers.stopAll();
  }
}

async function giveUp(): Promise<never> {
  // A child that got the same signal may have ended already, and would never answer.
  await Promise.race([cleanUp(), sleep(INTERRUPT_MS)]);
  await rm(folder, { recursive: true, force: true });
  process.exit(1);
}

async function cleanUp(): Promise<void> {
  await Promise.all([bench.servers.stopAll(), bench.generator.stop(), ...[...bench.cleanUps].map((end) => end())]);
  await rm(folder, { recursive: true, force: true });
}

/** Rows below their bars are only reported; a loss against an earlier version fails the run. */
function failWhereLost(findings: readonly Finding[]): void {
  const lost = findings.filter((finding) => 'isLost' in finding).map(({ row }) => row.name);
  if (lost.length === 0) return;
  console.error(`\nSLOWER than ${values.against ?? lastRelease()}: ${lost.join(', ')}`);
  process.exitCode = 1;
}

function selected(names: readonly string[]): readonly Part[] {
  const all = [...PARTS, ...sinceParts(values.against)];
  const unknown = names.find((name) => !all.some((part) => includes(part, name)));
  if (unknown !== undefined) {
    const known = all.flatMap(({ name, rows }) => [name, ...rows.map((row) => row.name)]);
    throw new Error(`there is no row "${unknown}"; there are ${[...new Set(known)].join(', ')}`);
  }
  return names.length === 0 ? PARTS : all.filter((part) => names.some((name) => includes(part, name)));
}

function includes(part: Part, name: string): boolean {
  return part.name === name || part.rows.some((row) => row.name === name);
}

/** Numbers in five digits, and no list of delays: the causes of the worst are in the sides of their row. */
function briefly(key: string, value: unknown): unknown {
  if (key === 'delays' || key === 'generatorStalls') return undefined;
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value;
}

async function keep(machine: Machine, findings: readonly Finding[]): Promise<void> {
  const file = join('bench/results', `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`);
  await mkdir('bench/results', { recursive: true });
  // One line for each row keeps a run short in a diff.
  const lines = findings.map((finding) => JSON.stringify(finding, briefly)).join(',\n');
  const rest = JSON.stringify({ machine, effort: bench.effort }).slice(1);
  await writeFile(file, `{"findings":[\n${lines}\n],\n${rest}\n`);
  console.log(`\nwritten to ${file}`);
}
