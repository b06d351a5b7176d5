// Durable createSwap over HTTP on SQLite against a bare Fastify route that answers the same JSON.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from './row.ts';

export function sqliteRow(): Row {
  let folder = '';
  return {
    name: 'createSwap over HTTP, durable on SQLite ÷ bare Fastify route',
    bar: 0.7,
    connections: 64,
    async start(processes) {
      folder = await mkdtemp(join(tmpdir(), 'millpond-bench-'));
      const settings = { DATABASE_URL: `sqlite:${join(folder, 'bench.db')}` };
      return {
        measured: await processes.start(['src/main.ts', 'serve', '--demo'], settings),
        yardstick: await processes.start(['bench/bare.ts']),
      };
    },
    end: () => rm(folder, { recursive: true, force: true }),
  };
}
