// The server's log at start: what is turned off, and what its operator should check.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Server, temporaryDirectory } from '../crash/process.ts';

const linesOf = ({ stdout }: Server) =>
  (stdout.match(/^\{.*\}$/gm) ?? []).map((line) => JSON.parse(line) as { level: number; msg: string });

test('with MARKET_EVERY=0 the server logs one warning that names what is off, and answers requests for it with 404', async () => {
  const server = await Server.start(join(temporaryDirectory(), 'millpond.db'), { MARKET_EVERY: '0' });
  for (const path of ['/getMarket', '/events', '/getWebhooks']) {
    const answer = await fetch(`${server.url}${path}`);
    expect([answer.status, answer.headers.get('error-code')]).toEqual([404, 'market_off']);
    expect(await answer.json()).toEqual({
      error: 'Market data is turned off on this exchange (MARKET_EVERY=0).',
    });
  }
  await server.stop();
  const warned = linesOf(server).filter(({ level }) => level > 30);
  expect(warned).toMatchObject([
    { level: 40, msg: 'MARKET_EVERY=0: charts, statistics, positions, events and webhooks are off' },
  ]);
});
