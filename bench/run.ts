// Durable createSwap over HTTP against a bare Fastify route, interleaved in one run.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

type Load = { readonly perSecond: number; readonly refused: number; readonly p50: number; readonly p99: number };

const quick = process.argv.includes('--quick');
const rounds = quick ? 3 : 5;
const seconds = quick ? 3 : 6;
const folder = await mkdtemp(join(tmpdir(), 'millpond-bench-'));
const env = { ...process.env, PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'bench.db')}`, AUTH: 'local' };

const started: ChildProcess[] = [];
try {
  const exchange = await start(['src/main.ts', 'serve', '--demo']);
  const bare = await start(['bench/bare.ts']);
  await load(exchange);
  await load(bare);
  const pairs: { readonly swap: Load; readonly bare: Load }[] = [];
  for (let round = 1; round <= rounds; round++) {
    pairs.push({ swap: await load(exchange), bare: await load(bare) });
    console.log(`round ${round}: ${line(pairs.at(-1) as (typeof pairs)[number])}`);
  }
  await report(pairs);
} finally {
  for (const child of started) child.kill();
  await rm(folder, { recursive: true, force: true });
}

/** Starts a server and resolves with the address that it says it listens on. */
async function start(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  for await (const chunk of child.stdout) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk))?.[0];
    if (url === undefined) continue;
    child.stdout.resume();
    return url;
  }
  throw new Error(`${args.join(' ')} did not start`);
}

async function load(url: string): Promise<Load> {
  const child = spawn(process.execPath, ['bench/load.ts', url, String(seconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const result: Load = JSON.parse(await text(child.stdout));
  if (result.refused > 0) throw new Error(`${result.refused} requests were not answered with 200`);
  return result;
}

function line({ swap, bare }: { swap: Load; bare: Load }): string {
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  return `createSwap ${whole(swap.perSecond)}/s, bare ${whole(bare.perSecond)}/s, ratio ${(swap.perSecond / bare.perSecond).toFixed(2)}, createSwap p50 ${swap.p50} ms p99 ${swap.p99} ms`;
}

async function report(pairs: readonly { swap: Load; bare: Load }[]): Promise<void> {
  const ratios = pairs.map(({ swap, bare }) => swap.perSecond / bare.perSecond).sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] as number;
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    arch: process.arch,
    node: process.version,
  };
  console.log(
    `\ncreateSwap over HTTP, durable on SQLite ÷ bare Fastify route: median ${median.toFixed(2)} of ${ratios.length} rounds, ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)} (bar 0.70)`,
  );
  await mkdir('bench/results', { recursive: true });
  const file = `bench/results/create-swap-${new Date().toISOString().slice(0, 10)}.json`;
  await writeFile(file, `${JSON.stringify({ machine, rounds: pairs, median }, null, 2)}\n`);
  console.log(`${JSON.stringify(machine)}\nwritten to ${file}`);
}
