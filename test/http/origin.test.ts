// Browsers without Sec-Fetch headers still send Origin: only pages of the exchange's own origin may change anything.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS } from '../../src/api/calls.ts';
import { send } from './client.ts';
import { dumpState } from './dump.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer();
  await openMarket(server);
});
afterAll(() => server.close());

const changing = CALLS.filter(({ changes }) => changes);
/** A refund that would succeed; for the other calls a body that fails validation. */
const ask = ({ name, method }: (typeof CALLS)[number], origin: string) =>
  method === 'GET'
    ? send(server, { path: `/${name}?jetton0=apple&jetton1=bread&percentage=1`, headers: { origin } })
    : send(server, { path: `/${name}`, body: { nonesuch: 1 }, headers: { origin } });

test.each(changing)('$method $name is refused to a page of another origin', async (call) => {
  const before = dumpState(server.path);
  const host = `127.0.0.1:${server.port}`;
  const origins = [
    'https://pool.example',
    'null',
    `http://not${host}`,
    `http://${host}.pool.example`,
    `http://${host}0`,
    'http://127.0.0.1',
    `http://localhost:${server.port}`,
    `ftp://${host}`,
    `http://https://${host}`,
    '',
  ];
  for (const origin of origins) {
    const { status, headers } = await ask(call, origin);
    expect([origin, status, headers.get('error-code')]).toEqual([origin, 403, 'cross_site']);
  }
  expect(dumpState(server.path)).toEqual(before);
});

test.each(changing)('$method $name is allowed to a page of the exchange’s own origin', async (call) => {
  for (const scheme of ['http', 'https']) {
    const { status } = await ask(call, `${scheme}://127.0.0.1:${server.port}`);
    expect(status).toBe(call.method === 'GET' ? 200 : 400);
  }
});
