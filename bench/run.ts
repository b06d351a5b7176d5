// npm run bench [-- --quick] [ROW…]: every row of the report, or those named.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { postgresRow } from './postgres.ts';
import { Processes } from './processes.ts';
import { measure, type Result, type Row } from './row.ts';
import { sqliteRow } from './sqlite.ts';

const ROWS: Readonly<Record<string, () => Row>> = {
  sqlite: sqliteRow,
  'postgres-64': () => postgresRow(64),
  'postgres-256': () => postgresRow(256),
};

const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true });
const effort = values.quick ? { rounds: 3, seconds: 3 } : { rounds: 5, seconds: 6 };
const names = positionals.length > 0 ? positionals : Object.keys(ROWS);

for (const name of names) {
  const row = ROWS[name]?.();
  if (!row) throw new Error(`there is no row "${name}"; there are ${Object.keys(ROWS).join(', ')}`);
  const processes = new Processes();
  try {
    await keep(name, await measure(row, processes, effort));
  } finally {
    await processes.stop();
    await row.end();
  }
}

async function keep(name: string, result: Result): Promise<void> {
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    arch: process.arch,
    node: process.version,
  };
  await mkdir('bench/results', { recursive: true });
  const file = `bench/results/${name}-${new Date().toISOString().slice(0, 10)}.json`;
  await writeFile(file, `${JSON.stringify({ machine, ...result }, null, 2)}\n`);
  console.log(`  written to ${file}`);
}
