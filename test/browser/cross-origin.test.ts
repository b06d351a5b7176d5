// What a page of another origin can read in a real browser: about 2 s.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMarket } from '../http/market.ts';
import { type Server, startServer } from '../http/server.ts';
import { describeInBrowser, launch } from './stage.ts';

/** Another origin: the same machine at another port. */
const site = createServer((_request, response) => response.end('a page'));
let origin: string;
let server: Server;
beforeAll(async () => {
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  server = await startServer({ corsOrigins: [origin], compat: ['stonfi'] });
  await openMarket(server);
});
afterAll(async () => {
  site.close();
  await server.close();
});

type Init = {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly credentials?: 'include';
};

describeInBrowser('a page of an origin in CORS_ORIGINS', () => {
  test('reads what is public and its headers, and nothing else', async () => {
    const context = await (await launch()).newContext();
    const page = await context.newPage();
    await page.goto(origin);
    const read = (path: string, init: Init = {}) =>
      page.evaluate(
        async ([url, options]) => {
          try {
            const answer = await fetch(url as string, options as RequestInit);
            return `${answer.status} ${answer.headers.get('error-code')}`;
          } catch {
            return 'blocked';
          }
        },
        [`${server.url}${path}`, init] as const,
      );
    expect(await read('/getPools')).toBe('200 null');
    expect(await read('/getPools', { headers: { amounts: 'string' } })).toBe('200 null');
    expect(await read('/getPoolData?jetton0=apple&jetton1=nothing')).toBe('404 unknown_token');
    expect(await read('/v1/assets')).toBe('200 null');
    const json = { 'content-type': 'application/json' };
    expect(await read('/v1/assets/query', { method: 'POST', headers: json, body: '{}' })).toBe('200 null');
    for (const [path, init] of [
      ['/getBalances', {}],
      ['/getPools', { headers: { authorization: 'Bearer key' } }],
      ['/getPools', { credentials: 'include' }],
      ['/createSwap', { method: 'POST', headers: json, body: '{}' }],
    ] as const)
      expect([path, await read(path, init)]).toEqual([path, 'blocked']);
    await context.close();
  });
});
