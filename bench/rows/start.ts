// The time from starting a server to its first answer that it is ready.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/postgres/server.ts';
import { SERVE } from '../market.ts';
import { interleave, median, summary } from '../rounds.ts';
import type { Bench, Found, Row } from '../row.ts';
import type { Settings } from '../servers.ts';

export const START: Row = {
  name: 'start',
  title: 'start of the large exchange ÷ start of the small one',
  unit: '×',
  lowerIsBetter: true,
  means:
    'From starting the process to the first 200 of /readyz, after an orderly stop and with the file in the page cache of the system. What a start after a crash has to recover is not in it.',
};

const PROBE_EVERY_MS = 5;
const ROUNDS = 3;

export async function startTimes(bench: Bench, { small, large }: Record<'small' | 'large', Settings>): Promise<Found> {
  const sides = { large: () => startSeconds(bench, large), small: () => startSeconds(bench, small) };
  const rounds = await interleave({ effort: { ...bench.effort, rounds: ROUNDS } }, sides, 0);
  const middle = (which: 'small' | 'large') => median(rounds.map((round) => round[which])).toFixed(2);
  const found = summary(
    START,
    rounds.map((round) => round.large / round.small),
    `${middle('large')} s ÷ ${middle('small')} s`,
    rounds,
  );
  bench.say(`start: ${found.sides}`);
  return found;
}

async function startSeconds({ servers }: Bench, settings: Settings): Promise<number> {
  const port = await freePort();
  const startMs = performance.now();
  const server = servers.launch(SERVE, { ...settings, PORT: String(port) });
  while (!(await isReady(port))) await sleep(PROBE_EVERY_MS);
  const seconds = (performance.now() - startMs) / 1000;
  await servers.stop(server);
  return seconds;
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
