// Access to a devnet's controls: refused to pages of other sites, other host names and proxies; with keys, only for operators.
import { type IncomingMessage, request } from 'node:http';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDevnetRoutes } from '#devnet/routes';
import { openDevnet, ownUrl, type TestDevnet } from '../../../devnet/test/devnet.ts';
import { createKey } from '../../../src/access/keys.ts';
import { controlsFor } from '../../../src/api/door/controls.ts';
import type { Account } from '../../../src/core/amount.ts';
import { type Server, startServer } from '../../http/server.ts';

let devnet: TestDevnet;
let [local, keyed]: Server[] = [];
const urls: Record<string, string> = {};
const keys: Record<string, string> = {};

beforeAll(async () => {
  devnet = await openDevnet();
  local = await startServer({ addRoutes: (app) => addDevnetRoutes(app, devnet.devnet, controlsFor('local')) });
  keyed = await startServer({
    auth: 'keys',
    allowedHosts: null,
    trustedProxies: ['127.0.0.1'],
    addRoutes: (app) => addDevnetRoutes(app, devnet.devnet, controlsFor('keys')),
  });
  for (const role of ['operator', 'trader'] as const)
    keys[role] = (await createKey(keyed.store, { account: role as Account, role }, 0)).key;
  urls.alone = ownUrl(devnet, '');
  urls.local = `${local.url}/ton/`;
  urls.keyed = `${keyed.url}/ton/`;
});
afterAll(async () => {
  await local?.close();
  await keyed?.close();
  await devnet.stop();
});

const JSON_TYPE = { 'content-type': 'application/json' };

/** Not by fetch, which sets the Host header itself. */
async function post(url: string, headers: Record<string, string>, body = '{}'): Promise<number> {
  const asked = request(url, { method: 'POST', headers }).end(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    asked.once('response', resolve).once('error', reject),
  );
  response.resume();
  return response.statusCode ?? 0;
}

const CONTROLS = ['faucet', 'skipTime', 'hold', 'release'];
/** The status of an admitted request: the body is empty, so a field is reported missing. */
const ADMITTED = 422;

describe.each(['alone', 'local'])('without keys, %s', (kind) => {
  test.each<readonly [string, Record<string, string>, number]>([
    ['a program on this machine', JSON_TYPE, ADMITTED],
    ['another way to write the type', { 'content-type': 'Application/JSON; charset=utf-8' }, ADMITTED],
    ['the page itself', { ...JSON_TYPE, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, ADMITTED],
    ['another name of this machine', { ...JSON_TYPE, host: 'localhost:1' }, ADMITTED],
    ['a page of another site', { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of another port', { ...JSON_TYPE, 'sec-fetch-site': 'same-site' }, 403],
    ['a page of another origin, in an old browser', { ...JSON_TYPE, origin: 'http://evil.example' }, 403],
    ['a page that hides its origin', { ...JSON_TYPE, origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['a foreign host name that resolves to this machine', { ...JSON_TYPE, host: 'evil.example' }, 403],
    ['a proxy with X-Forwarded-For', { ...JSON_TYPE, 'x-forwarded-for': '192.0.2.7' }, 403],
    ['a proxy with Forwarded (RFC 7239)', { ...JSON_TYPE, forwarded: 'for=192.0.2.7' }, 403],
    ['a proxy that sends only a Via header', { ...JSON_TYPE, via: '1.1 proxy' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a text', { 'content-type': 'text/plain' }, 415],
    ['a type that begins like JSON', { 'content-type': 'application/json-patch+json' }, 415],
    ['no type', {}, 415],
  ])('%s (%j): %i', async (_who, headers, status) => {
    for (const name of CONTROLS) expect([name, await post(`${urls[kind]}${name}`, headers)]).toEqual([name, status]);
  });
});

describe('with keys, also behind a proxy', () => {
  const proxied = { ...JSON_TYPE, host: 'pond.example', 'x-forwarded-for': '192.0.2.7' };
  const bearer = (role: string) => ({ authorization: `Bearer ${keys[role]}` });

  test.each<readonly [string, () => Record<string, string>, number]>([
    ['an operator on this machine', () => ({ ...JSON_TYPE, ...bearer('operator') }), ADMITTED],
    ['an operator behind the proxy', () => ({ ...proxied, ...bearer('operator') }), ADMITTED],
    ['a trader', () => ({ ...JSON_TYPE, ...bearer('trader') }), 403],
    ['nobody, on this machine', () => JSON_TYPE, 401],
    ['nobody, behind the proxy', () => proxied, 401],
    [
      'another site, for an operator',
      () => ({ ...proxied, ...bearer('operator'), origin: 'http://evil.example' }),
      403,
    ],
    ['a text of an operator', () => ({ 'content-type': 'text/plain', ...bearer('operator') }), 415],
  ])('%s', async (_who, headers, status) => {
    for (const name of CONTROLS) expect([name, await post(`${urls.keyed}${name}`, headers())]).toEqual([name, status]);
  });
});

test('the chain itself is open to any page, as toncenter is', async () => {
  const headers = { 'content-type': 'text/plain', origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
  for (const kind of ['alone', 'local', 'keyed'])
    expect(await post(`${urls[kind]}api/v2/jsonRPC`, headers, '{"method":"getMasterchainInfo"}')).toBe(200);
});

test('a devnet served without controls has none, like the one that a venue uses', async () => {
  const app = Fastify();
  await addDevnetRoutes(app, devnet.devnet);
  for (const name of CONTROLS)
    expect((await app.inject({ method: 'POST', url: `/ton/${name}`, payload: {} })).statusCode).toBe(404);
  await app.close();
});
