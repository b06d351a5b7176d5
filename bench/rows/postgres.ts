// Swaps on PostgreSQL against one transaction for each swap on the same server, with HTTP and without it.
import { type PostgresServer, startPostgres } from '../../test/postgres/server.ts';
import type { Question } from '../in-process/question.ts';
import { Asked } from '../lines.ts';
import { SERVE_DEMO, SWAPS } from '../market.ts';
import { compare, load, type Sample } from '../rounds.ts';
import type { Bench, Found, Part, Row } from '../row.ts';

/** As fast as 64 for one transaction a swap, and no slower for the exchange. */
const CONNECTIONS = 256;

const OVER_HTTP: Row = {
  name: 'postgres',
  title: 'createSwap on PostgreSQL, hot pool ÷ one transaction a swap',
  unit: '×',
  bar: 20,
  aim: 40,
  means: `Both over HTTP, ${CONNECTIONS} connections, on one server with its default durability; the other locks the pool’s row, as one would write it first. HTTP itself is the ceiling here: compare with the bare route of \`swap\`.`,
};

const IN_PROCESS: Row = {
  name: 'postgres-direct',
  title: 'swap on PostgreSQL ÷ one transaction a swap, without HTTP',
  unit: '×',
  bar: 20,
  aim: 40,
  means:
    'The queue and the store called in one process, 2,000 swaps waiting, against the same one-transaction swap on 16 connections of one process. It leaves out all that HTTP costs both.',
};

export const postgresPart = onPostgres(OVER_HTTP, async (bench, { url }) => {
  const exchange = await bench.servers.start(SERVE_DEMO, { DATABASE_URL: url });
  const yardstick = await bench.servers.start(['bench/one-transaction-per-swap.ts'], { DATABASE_URL: url });
  const plan = { requests: SWAPS, connections: CONNECTIONS };
  const found = await compare(bench, OVER_HTTP, {
    measured: () => load(bench, exchange, plan),
    yardstick: () => load(bench, yardstick, plan),
  });
  bench.pausesMs.push(...exchange.pausesMs());
  return found;
});

export const postgresDirectPart = onPostgres(IN_PROCESS, async (bench, { url }) => {
  const { seconds } = bench.effort;
  const asked = new Asked<Question, Sample>(['bench/in-process/postgres.ts'], { DATABASE_URL: url });
  try {
    return await compare(bench, IN_PROCESS, {
      measured: () => asked.ask({ side: 'measured', seconds }),
      yardstick: () => asked.ask({ side: 'yardstick', seconds }),
    });
  } finally {
    await asked.stop();
  }
});

function onPostgres(row: Row, measure: (bench: Bench, server: PostgresServer) => Promise<Found>): Part {
  return {
    name: row.name,
    rows: [row],
    async run(bench) {
      const server = await startPostgres();
      bench.cleanUps.add(server.stop);
      try {
        return [await measure(bench, server)];
      } finally {
        // First those who hold connections to it.
        await bench.servers.stopAll();
        bench.cleanUps.delete(server.stop);
        await server.stop();
      }
    },
  };
}
