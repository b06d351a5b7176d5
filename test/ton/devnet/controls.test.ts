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

describe.each(['alone', 'local'])('a control request without keys (server: %s)', (kind) => {
  test.each<readonly [string, Record<string, string>, number]>([
    ['a program on this machine', JSON_TYPE, ADMITTED],
    ['a JSON type written in another way', { 'content-type': 'Application/JSON; charset=utf-8' }, ADMITTED],
    ['a same-origin page', { ...JSON_TYPE, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, ADMITTED],
    ['the host name localhost', { ...JSON_TYPE, host: 'localhost:1' }, ADMITTED],
    ['a page of another site', { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' }, 403],
    ['a page on another port', { ...JSON_TYPE, 'sec-fetch-site': 'same-site' }, 403],
    ['a page of another origin, in an old browser', { ...JSON_TYPE, origin: 'http://evil.example' }, 403],
    ['a page that hides its origin', { ...JSON_TYPE, origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['a foreign host name that resolves to this machine', { ...JSON_TYPE, host: 'evil.example' }, 403],
    ['a proxy with X-Forwarded-For', { ...JSON_TYPE, 'x-forwarded-for': '192.0.2.7' }, 403],
    ['a proxy with Forwarded (RFC 7239)', { ...JSON_TYPE, forwarded: 'for=192.0.2.7' }, 403],
    ['a proxy that sends only a Via header', { ...JSON_TYPE, via: '1.1 proxy' }, 403],
    ['a form body', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a plain-text body', { 'content-type': 'text/plain' }, 415],
    ['a content type that begins like JSON', { 'content-type': 'application/json-patch+json' }, 415],
    ['no content type', {}, 415],
  ])('from or with %s (%j) gets status %i', async (_who, headers, status) => {
    for (const name of CONTROLS) expect([name, await post(`${urls[kind]}${name}`, headers)]).toEqual([name, status]);
  });
});

describe('a control request on a server with keys', () => {
  const proxied = { ...JSON_TYPE, host: 'pond.example', 'x-forwarded-for': '192.0.2.7' };
  const bearer = (role: string) => ({ authorization: `Bearer ${keys[role]}` });

  test.each<readonly [string, () => Record<string, string>, number]>([
    ['of an operator on this machine is admitted', () => ({ ...JSON_TYPE, ...bearer('operator') }), ADMITTED],
    ['of an operator behind a trusted proxy is admitted', () => ({ ...proxied, ...bearer('operator') }), ADMITTED],
    ['of a trader is refused', () => ({ ...JSON_TYPE, ...bearer('trader') }), 403],
    ['without a key is refused on this machine', () => JSON_TYPE, 401],
    ['without a key is refused behind the proxy', () => proxied, 401],
    [
      'of a page of another site is refused, even with an operator’s key',
      () => ({ ...proxied, ...bearer('operator'), origin: 'http://evil.example' }),
      403,
    ],
    ['of an operator as plain text is refused', () => ({ 'content-type': 'text/plain', ...bearer('operator') }), 415],
  ])('%s', async (_who, headers, status) => {
    for (const name of CONTROLS) expect([name, await post(`${urls.keyed}${name}`, headers())]).toEqual([name, status]);
  });
});

test('the chain’s API answers a page of any site, as toncenter does', async () => {
  const headers = { 'content-type': 'text/plain', origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
  for (const kind of ['alone', 'local', 'keyed'])
    expect(await post(`${urls[kind]}api/v2/jsonRPC`, headers, '{"method":"getMasterchainInfo"}')).toBe(200);
});

test('a devnet served without controls, as a venue serves it, answers 404 to every control request', async () => {
  const app = Fastify();
  await addDevnetRoutes(app, devnet.devnet);
  for (const name of CONTROLS)
    expect((await app.inject({ method: 'POST', url: `/ton/${name}`, payload: {} })).statusCode).toBe(404);
  await app.close();
});
