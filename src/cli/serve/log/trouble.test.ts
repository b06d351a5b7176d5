// However often something fails, few lines are logged, and one when it recovers.
import { beforeEach, expect, test } from 'vitest';
import { TroubleLog } from './trouble.ts';

let nowMs: number;
let lines: string[];
let log: TroubleLog;

beforeEach(() => {
  nowMs = 0;
  lines = [];
  const logger = {
    warn: (_: object, line: string) => lines.push(`warn ${line}`),
    info: (line: string) => lines.push(`info ${line}`),
  };
  log = new TroubleLog(logger as never, 'TON', () => nowMs);
});

test('continuing failures are logged once a minute, and the recovery once', () => {
  log.works();
  for (; nowMs <= 130_000; nowMs += 100) log.fails('the endpoint cannot be reached', { account: 'ann' });
  log.works();
  log.works();
  nowMs += 60_000;
  log.fails('the endpoint is slow', {});
  expect(lines).toEqual([
    'warn TON: the endpoint cannot be reached; will try again',
    'warn TON: the endpoint cannot be reached; failing for 60 s, 600 times since the last line',
    'warn TON: the endpoint cannot be reached; failing for 120 s, 600 times since the last line',
    'info TON: works again, after 130 s',
    'warn TON: the endpoint is slow; will try again',
  ]);
});

test('of alternating failures and successes, one of each is logged a minute', () => {
  for (; nowMs < 120_000; nowMs += 1000) {
    log.fails('the wallet is frozen', { account: 'ann' });
    log.works();
  }
  expect(lines).toEqual([
    'warn TON: the wallet is frozen; will try again',
    'info TON: works again, after 0 s',
    'warn TON: the wallet is frozen; will try again',
    'info TON: works again, after 0 s',
  ]);
});
