// However often something fails, few lines tell of it, and one that it is over.
import { expect, test } from 'vitest';
import { TroubleLog } from './trouble.ts';

test('a minute of failures is a line or two; the end of it is told once', () => {
  let nowMs = 0;
  const lines: string[] = [];
  const logger = {
    warn: (_: object, line: string) => lines.push(`warn ${line}`),
    info: (line: string) => lines.push(`info ${line}`),
  };
  const log = new TroubleLog(logger as never, 'TON', () => nowMs);
  log.works();
  for (; nowMs <= 130_000; nowMs += 100) log.fails('the endpoint cannot be reached', { account: 'ann' });
  log.works();
  log.works();
  nowMs += 10_000;
  log.fails('the endpoint is slow', {});
  expect(lines).toEqual([
    'warn TON: the endpoint cannot be reached; will try again',
    'warn TON: the endpoint cannot be reached; failing for 60 s, 600 times since the last line',
    'warn TON: the endpoint cannot be reached; failing for 120 s, 600 times since the last line',
    'info TON: works again, after 130 s',
    'warn TON: the endpoint is slow; will try again',
  ]);
});
