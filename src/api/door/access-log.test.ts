import Fastify from 'fastify';
import pino from 'pino';
import { expect, test } from 'vitest';
import { CatchingUp, MarketUnavailable } from '../../ports/market.ts';
import { fail } from '../failure.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { escapeHidden, keepAccessLog } from './access-log.ts';

test('an expected failure is logged at level info without its error, any other at level error with it', async () => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const app = Fastify();
  app.setErrorHandler(fail);
  app.decorateRequest('caller', null);
  keepAccessLog(app, { logger, metrics: createMetrics(), usage: {} as never });
  const errors = [new CatchingUp(1, 9), new MarketUnavailable('')];
  for (const [at, error] of errors.entries()) app.get(`/${at}`, () => Promise.reject(error));
  for (const at of errors.keys()) await app.inject(`/${at}`);
  await app.close();
  expect(lines.map(({ level, status, code, err }) => [level, status, code, err !== undefined])).toEqual([
    [30, 503, 'catching_up', false],
    [50, 503, 'market_unavailable', true],
  ]);
});

test('control and invisible characters in a log line are escaped, without changing its JSON', () => {
  const line = { msg: 'a\u202eb\u200b\u0007\u009b31m\u{e0041}', account: '\ufeff' };
  const text = `${JSON.stringify(line)}\n`;
  const escaped = escapeHidden(text);
  expect(escaped).toMatch(/^[\x20-\x7e]*\n$/);
  expect(JSON.parse(escaped)).toEqual(line);
  expect(escapeHidden('{"msg":"clé 🐟"}\n')).toBe('{"msg":"clé 🐟"}\n');
});
