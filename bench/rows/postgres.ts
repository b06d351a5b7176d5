// Swaps on PostgreSQL against a rival on the same server, and against swaps on SQLite.
import { join } from 'node:path';
import { startPostgres } from '../../test/postgres/server.ts';
import { onFile, SERVE_DEMO, SWAPS } from '../market.ts';
import { interleave, load, ratio } from '../rounds.ts';
import type { Bench, Finding, Part, Row } from '../row.ts';

/** Connections to the exchange, whose swaps then share a commit; the rival has 64, with which it is as fast. */
const MANY = 512;

const NAIVE: Row = {
  name: 'postgres',
  title: 'createSwap on PostgreSQL, hot pool ÷ one transaction a swap',
  unit: '×',
  bar: 18,
  aim: 25,
  means: `Both over HTTP, the exchange with ${MANY} connections, on one server with its default durability; the other locks the pool’s row and sends seven statements a swap, as one would write it first.`,
};

const SQLITE: Row = {
  name: 'on-postgres',
  title: 'createSwap on PostgreSQL ÷ on SQLite',
  unit: '×',
  bar: 0.9,
  means: 'The same program and 64 connections; the database shares the cores and the disk with it.',
};

export const postgresPart: Part = {
  name: NAIVE.name,
  rows: [NAIVE, SQLITE],
  async run(bench) {
    const server = await startPostgres();
    bench.cleanUps.add(server.stop);
    try {
      return await measure(bench, { DATABASE_URL: server.url });
    } finally {
      // First stops the servers that hold connections to the database.
      await bench.servers.stopAll();
      bench.cleanUps.delete(server.stop);
      await server.stop();
    }
  },
};

async function measure(bench: Bench, onPostgres: { readonly DATABASE_URL: string }): Promise<readonly Finding[]> {
  const { servers } = bench;
  const exchange = await servers.start(SERVE_DEMO, onPostgres);
  const onSqlite = await servers.start(SERVE_DEMO, onFile(join(bench.folder, 'beside-postgres.db')));
  const naive = await servers.start(['bench/rivals/serve.ts'], onPostgres);
  const rounds = await interleave(bench, {
    many: () => load(bench, exchange, { requests: SWAPS, connections: MANY }),
    few: () => load(bench, exchange, { requests: SWAPS }),
    sqlite: () => load(bench, onSqlite, { requests: SWAPS }),
    naive: () => load(bench, naive, { requests: SWAPS }),
  });
  return [ratio(bench, NAIVE, rounds, ['many', 'naive']), ratio(bench, SQLITE, rounds, ['few', 'sqlite'])];
}
