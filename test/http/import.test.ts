// importAccounts over HTTP: a check changes nothing, an import is done once, and its size is limited.
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let log = '';
beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _, done) {
      log += chunk;
      done();
    },
  });
  server = await startServer({ logger: pino({ level: 'info' }, stream) });
  await openMarket(server);
});
afterAll(() => server.close());

const ask = (body: object) => send(server, { path: '/importAccounts', body });
const CSV = 'account,role,bread,note\nann,,12.5,first\nbob,operator,,\n';

test('a check lists rows and errors and changes nothing; an import deposits and invites once', async () => {
  const head = await server.exchange.head();
  const checked = exact(await ask({ csv: `${CSV}ann,,1e3\n`, check: true })).data;
  expect(checked).toMatchObject({ deposits: '0', links: [] });
  expect(checked.faults.map(({ line }: { line: string }) => line)).toEqual(['4', '4']);
  expect(checked.rows[0]).toEqual({
    line: '2',
    account: 'ann',
    role: 'trader',
    note: 'first',
    balances: [{ symbol: 'BREAD', amount: '12.5' }],
    deposited: false,
  });
  const refused = await ask({ csv: `${CSV}ann,,1e3\n` });
  expect([refused.status, refused.headers.get('error-code')]).toEqual([422, 'input_refused']);
  expect(refused.text).toContain('Nothing was imported. Line 4: account ann is on line 2 already');
  expect(await server.exchange.head()).toBe(head);
  const done = exact(await ask({ csv: CSV })).data;
  expect(done.deposits).toBe('1');
  expect(done.links).toMatchObject([{ account: 'ann' }, { account: 'bob', role: 'operator' }]);
  expect(done.links[0].path).toMatch(/^\/join#mi_[0-9a-f]{28}_[\w-]{43}$/);
  expect(exact(await ask({ csv: CSV })).data).toMatchObject({ deposits: '0', links: [] });
  expect(await server.exchange.head()).toBe(head + 1);
  expect(log).toContain('importAccounts');
  expect(log).not.toContain('mi_');
  expect(log).not.toContain('first');
});

test.each([
  ['too many rows', `account\n${Array.from({ length: 1001 }, (_, at) => `x${at}`).join('\n')}`, 422],
  ['too long a text', `account\n${'a'.repeat(500_001)}`, 400],
  ['too long a body', 'a'.repeat(2_000_000), 413],
  ['a NUL character', 'account\n\u0000', 422],
])('an import with %s is refused', async (_, csv, status) => {
  expect((await ask({ csv })).status).toBe(status);
});
