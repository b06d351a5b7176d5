// Log lines about market data and webhooks: each once, and without secrets.
import pino from 'pino';
import { expect, test } from 'vitest';
import { logNotice } from './observe.ts';

test('the process that stores market data logs its position, and a failing webhook is a warning until it recovers', () => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const named = { hook: 'hook_1', account: 'ann', host: 'hooks.example.com' };
  const failing = { ...named, status: 500, reason: 'status 500', nextAt: '2026-11-16T00:00:05.000Z' };
  logNotice({ holds: true }, logger);
  logNotice({ storesFrom: 5, of: 9 }, logger);
  logNotice({ holds: false }, logger);
  logNotice({ failing }, logger);
  logNotice({ recovered: named }, logger);
  expect(lines).toMatchObject([
    { level: 30, msg: 'market data: this process now stores it (up to transaction 5 of 9)' },
    { level: 30, msg: 'market data: another process now stores it' },
    { level: 40, ...failing, msg: 'a webhook failed, will retry' },
    { level: 30, ...named, msg: 'a webhook works again' },
  ]);
});
