// Swaps on PostgreSQL against one transaction per swap on the same server, with HTTP and without.
import { type PostgresServer, startPostgres } from '../../test/postgres/server.ts';
import type { Question } from '../in-process/question.ts';
import { AskedProcess } from '../lines.ts';
import { SERVE_DEMO, SWAPS } from '../market.ts';
import { compare, interleave, load, ratio, type Sample } from '../rounds.ts';
import type { Bench, Found, Part, Row } from '../row.ts';

/** Connections: one transaction per swap is as fast with few, but swaps of many connections share a commit of the exchange. */
const [MANY, FEW] = [512, 64];

const OVER_HTTP: Row = {
  name: 'postgres',
  title: 'createSwap on PostgreSQL, hot pool ÷ one transaction a swap',
  unit: '×',
  bar: 20,
  aim: 30,
  means: `Both over HTTP, ${MANY} connections, on one server with its default durability; the other locks the pool’s row, as one would write it first. HTTP itself is the ceiling here: compare with the bare routes of \`swap\`.`,
};

const OVER_HTTP_FEW: Row = {
  name: 'postgres-few',
  title: `the same with ${FEW} connections`,
  unit: '×',
  means: 'Fewer clients share a commit, so that each batch, which has its price, carries less.',
};

const IN_PROCESS: Row = {
  name: 'postgres-direct',
  title: 'swap on PostgreSQL ÷ one transaction a swap, without HTTP',
  unit: '×',
  bar: 18,
  aim: 50,
  means:
    'The queue and the store called in one process, 2,000 swaps waiting, against the same one-transaction swap on 16 connections of one process. It leaves out all that HTTP costs both.',
};

export const postgresPart = onPostgres([OVER_HTTP, OVER_HTTP_FEW], async (bench, { url }) => {
  const exchange = await bench.servers.start(SERVE_DEMO, { DATABASE_URL: url });
  const yardstick = await bench.servers.start(['bench/one-transaction-per-swap.ts'], { DATABASE_URL: url });
  const rounds = await interleave(bench, {
    many: () => load(bench, exchange, { requests: SWAPS, connections: MANY }),
    few: () => load(bench, exchange, { requests: SWAPS, connections: FEW }),
    yardstick: () => load(bench, yardstick, { requests: SWAPS, connections: MANY }),
  });
  bench.pausesMs.push(...exchange.pausesMs());
  return [
    ratio(bench, OVER_HTTP, rounds, ['many', 'yardstick']),
    ratio(bench, OVER_HTTP_FEW, rounds, ['few', 'yardstick']),
  ];
});

export const postgresDirectPart = onPostgres([IN_PROCESS], async (bench, { url }) => {
  const { seconds } = bench.effort;
  const asked = new AskedProcess<Question, Sample>(['bench/in-process/postgres.ts'], { DATABASE_URL: url });
  try {
    const found = await compare(bench, IN_PROCESS, {
      measured: () => asked.ask({ side: 'measured', seconds }),
      yardstick: () => asked.ask({ side: 'yardstick', seconds }),
    });
    return [found];
  } finally {
    await asked.stop();
  }
});

function onPostgres(
  rows: readonly [Row, ...Row[]],
  measure: (bench: Bench, server: PostgresServer) => Promise<readonly Found[]>,
): Part {
  return {
    name: rows[0].name,
    rows,
    async run(bench) {
      const server = await startPostgres();
      bench.cleanUps.add(server.stop);
      try {
        return await measure(bench, server);
      } finally {
        // First stops the servers that hold connections to the database.
        await bench.servers.stopAll();
        bench.cleanUps.delete(server.stop);
        await server.stop();
      }
    },
  };
}
