// node bench/abuse.ts [NAME…]: how soon /livez answers, and how much memory is used, while someone floods the server.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/postgres/server.ts';
import { ABUSES, type Abuse } from './abuse/abuses.ts';
import { buildProgram, SERVE_DEMO } from './market.ts';
import { type Server, Servers } from './servers.ts';

const SECONDS = 6;

const names = process.argv.slice(2);
buildProgram();
const folder = await mkdtemp(join(tmpdir(), 'millpond-abuse-'));
const servers = new Servers(folder);
const found: Record<string, string | number>[] = [];
try {
  for (const [name, abuse] of Object.entries(ABUSES)) {
    if (names.length === 0 || names.includes(name)) found.push({ abuse: name, ...(await measure(name, abuse)) });
  }
  console.table(found);
} finally {
  await servers.stopAll();
  await rm(folder, { recursive: true, force: true });
}

async function measure(name: string, { auth, postgres }: Abuse) {
  const database = postgres ? await startPostgres() : undefined;
  try {
    const url = database?.url ?? `sqlite:${join(folder, `${name}.db`)}`;
    const server = await servers.start(SERVE_DEMO, { DATABASE_URL: url, AUTH: auth });
    const flood = spawn(process.execPath, ['bench/abuse/flood.ts', server.url, name], { stdio: 'inherit' });
    const result = await probe(server, flood);
    flood.kill();
    await servers.stop(server);
    return result;
  } finally {
    await database?.stop();
  }
}

/** Probes ten times a second on new connections, as a load balancer does, and waits for every answer. */
async function probe(server: Server, flood: ChildProcess) {
  const waits: Promise<number>[] = [];
  const asking = setInterval(() => waits.push(waitFor(server)), 100);
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  clearInterval(asking);
  flood.kill();
  const ms = (await Promise.all(waits)).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(ms[Math.floor(share * (ms.length - 1))] as number);
  return { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'max ms': at(1), 'peak MB': Math.round(server.peakBytes() / 1e6) };
}

async function waitFor(server: Server): Promise<number> {
  const sinceMs = performance.now();
  const answer = await fetch(`${server.url}/livez`, { headers: { connection: 'close' } }).catch(() => undefined);
  return answer?.ok ? performance.now() - sinceMs : Number.POSITIVE_INFINITY;
}
