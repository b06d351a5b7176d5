// The cost of readers of events: for commits, and for the server for each event that it sends.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AskedProcess } from '../lines.ts';
import { onFile, SERVE_DEMO, SWAPS } from '../market.ts';
import type { Readers } from '../readers.ts';
import { interleave, type Loaded, load, median, type Round, summary } from '../rounds.ts';
import type { Bench, Part, Row } from '../row.ts';
import type { Server } from '../servers.ts';

const READERS = 500;
const PER_SECOND = 500;
/** Longer than other rows: in a shorter time, the events cost less than the server's background work. */
const SECONDS = 2;
const ROUNDS = 3;

const COMMIT: Row = {
  name: 'event-commit',
  title: `a commit with ${READERS} readers of events ÷ with none, at ${PER_SECOND} swaps/s`,
  unit: '×',
  bar: 1.2,
  aim: 1.05,
  lowerIsBetter: true,
  means:
    'The mean of millpond_commit_duration_seconds. No commit does anything for readers; what this shows is that they share the cores, also with the process that plays the readers.',
};

const READER: Row = {
  name: 'event-reader',
  title: `server CPU for an event and reader, ${READERS} readers at ${PER_SECOND} swaps/s`,
  unit: 'µs',
  lowerIsBetter: true,
  means: `What the server takes beyond the same load without readers, divided by the events sent; each of them is 700 bytes or so, and goes out with the others of 200 ms. More events a second cost less each.`,
};

export const eventsPart: Part = {
  name: 'events',
  rows: [COMMIT, READER],
  async run(bench) {
    const exchange = await bench.servers.start(SERVE_DEMO, onFile(join(bench.folder, 'events.db')));
    const audience = new AskedProcess<Readers, object>(['bench/readers.ts']);
    const end = () => audience.stop();
    bench.cleanUps.add(end);
    try {
      const few = { effort: { ...bench.effort, rounds: ROUNDS } };
      let before = await counts(exchange);
      const measured = async (readers: number) => {
        await audience.ask({ url: exchange.url, readers });
        await untilThere(exchange, readers);
        const found = await load(bench, exchange, { requests: SWAPS, ratePerSecond: PER_SECOND, seconds: SECONDS });
        const after = await counts(exchange);
        const measured = difference(found, before, after);
        before = after;
        return measured;
      };
      const rounds = await interleave(few, { none: () => measured(0), readers: () => measured(READERS) }, 1);
      if ((await total(exchange, 'millpond_event_readers_dropped_total')) > 0) throw new Error('readers were dropped');
      return [commits(bench, rounds), costs(bench, rounds)];
    } finally {
      await end();
      bench.cleanUps.delete(end);
    }
  },
};

type Counts = Awaited<ReturnType<typeof counts>>;
type Measured = ReturnType<typeof difference>;
type Rounds = readonly Round<'none' | 'readers', Measured>[];

async function total(exchange: Server, name: string): Promise<number> {
  const [value = 0] = (await exchange.metric(name)).values();
  return value;
}

async function untilThere(exchange: Server, readers: number): Promise<void> {
  // The metrics are rendered once a second.
  while ((await total(exchange, 'millpond_event_readers')) !== readers) await sleep(250);
}

async function counts(exchange: Server) {
  await sleep(1000);
  const commit = 'millpond_commit_duration_seconds';
  return {
    sent: await total(exchange, 'millpond_events_sent_total'),
    commits: await total(exchange, `${commit}_count`),
    commitSeconds: await total(exchange, `${commit}_sum`),
  };
}

function difference(found: Loaded, before: Counts, after: Counts) {
  return {
    swaps: found.answeredInAll,
    serverMicros: (found.serverMicrosPerRequest ?? Number.NaN) * found.answeredInAll,
    sent: after.sent - before.sent,
    commitMs: (1000 * (after.commitSeconds - before.commitSeconds)) / (after.commits - before.commits),
  };
}

function commits(bench: Bench, rounds: Rounds) {
  const typical = (side: 'none' | 'readers') => `${median(rounds.map((round) => round[side].commitMs)).toFixed(2)} ms`;
  const values = rounds.map(({ none, readers }) => readers.commitMs / none.commitMs);
  const found = summary(COMMIT, values, `${typical('readers')} ÷ ${typical('none')}`, rounds);
  bench.say(`${COMMIT.name}: ${found.median.toFixed(2)}  ${found.sides}`);
  return found;
}

function costs(bench: Bench, rounds: Rounds) {
  const values = rounds.map(({ none, readers }) => {
    const withoutReaders = (none.serverMicros / none.swaps) * readers.swaps;
    return (readers.serverMicros - withoutReaders) / readers.sent;
  });
  const sent = median(rounds.map(({ readers }) => readers.sent));
  const found = summary(READER, values, `${Math.round(sent)} events sent a round`, rounds);
  bench.say(`${READER.name}: ${found.median.toFixed(2)} µs  ${found.sides}`);
  return found;
}
