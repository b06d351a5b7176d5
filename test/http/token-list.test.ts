// GET /tokenlist.json: the listed tokens in the standard format.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account, TokenAddress } from '../../src/core/amount.ts';
import { send } from './client.ts';
import { type Server, startServer } from './server.ts';

const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const PNG = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n...', 'latin1').toString('base64')}`;
const Pair = { tokenA: USDT, tokenB: 'GOLD' };

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const get = (headers = {}, method = 'GET') => send(server, { path: '/tokenlist.json', headers, method });
const list = async () => JSON.parse((await get()).text);
const post = async (call: string, body: object) => {
  const { status, text } = await send(server, { path: `/${call}`, body });
  expect(status, text).toBe(200);
};
const registered = (address: string, symbol: string, more = {}) =>
  post('registerToken', { address, symbol, decimals: 6, ...more });

test('the list of an exchange without tokens is empty', async () => {
  expect(await list()).toEqual({
    name: 'Millpond',
    timestamp: '1970-01-01T00:00:00.000Z',
    version: { major: 0, minor: 0, patch: 0 },
    tokens: [],
  });
});

test('the list has every token that is not hidden, with its name, logo and status', async () => {
  await registered('GOLD', 'GOLD', { logo: PNG });
  await registered(USDT, 'USD₮', { name: 'Tether USD', logo: 'https://example.com/usdt.png' });
  await registered('SECRET', 'SECRET');
  await post('updateToken', { address: 'SECRET', status: 'hidden' });
  await post('updateToken', { address: 'GOLD', status: 'paused' });
  const { tokens, ...head } = await list();
  const { createdAtMs, sequence } = (await server.store.lastTokenChange()) ?? {};
  expect(head).toEqual({
    name: 'Millpond',
    timestamp: new Date(createdAtMs as number).toISOString(),
    version: { major: sequence, minor: 0, patch: 0 },
  });
  expect(tokens).toEqual([
    {
      chainId: -239,
      address: USDT,
      name: 'Tether USD',
      symbol: 'USD₮',
      decimals: 6,
      logoURI: 'https://example.com/usdt.png',
      extensions: { status: 'listed' },
    },
    // A token without a name uses its symbol.
    {
      chainId: -239,
      address: 'GOLD',
      name: 'GOLD',
      symbol: 'GOLD',
      decimals: 6,
      logoURI: PNG,
      extensions: { status: 'paused' },
    },
  ]);
});

test('the list matches the token list schema, except for chain id and address format', async () => {
  const { name, timestamp, version, tokens, ...more } = await list();
  expect(more).toEqual({});
  expect(name).toMatch(/^[\w ]{1,20}$/);
  expect(new Date(timestamp).toISOString()).toBe(timestamp);
  for (const part of ['major', 'minor', 'patch']) expect(version[part]).toBeGreaterThanOrEqual(0);
  for (const token of tokens) {
    const { chainId, address, decimals, name, symbol, logoURI = 'https://a.b', extensions, ...unknown } = token;
    expect(unknown).toEqual({});
    expect([Number.isInteger(chainId), typeof address, typeof symbol]).toEqual([true, 'string', 'string']);
    expect(Number.isInteger(decimals) && decimals >= 0 && decimals <= 255).toBe(true);
    expect(name).not.toBe('');
    expect(URL.canParse(logoURI)).toBe(true);
    expect(extensions.status).toMatch(/^\w{1,42}$/);
  }
});

test('the list’s version and ETag change when a token changes, and not with pools, deposits or swaps', async () => {
  const versionOf = async () => {
    const { headers, text } = await get();
    const { timestamp, version } = JSON.parse(text);
    return [headers.get('etag'), timestamp, version];
  };
  await post('updateToken', { address: 'GOLD', status: 'listed' });
  const before = await versionOf();
  await post('createPool', { Pair });
  await post('deposit', { account: 'local', token: USDT, amount: 1000, reference: 'a' });
  await post('deposit', { account: 'local', token: 'GOLD', amount: 1000, reference: 'b' });
  await post('provideLiquidity', { Pair, amount: { tokenA: 100, tokenB: 100 } });
  await post('createSwap', { Pair, amount: { tokenA: 1 } });
  await post('setPoolFees', { Pair, lpFee: 0.003 });
  await post('setPoolStatus', { Pair, status: 'hidden' });
  expect(await versionOf()).toEqual(before);
  await post('updateToken', { address: 'GOLD', name: 'Gold' });
  const [etag, , version] = await versionOf();
  expect(etag).not.toBe(before[0]);
  expect(version.major).toBeGreaterThan(before[2].major);
});

test('a client with the current version gets 304, and must revalidate', async () => {
  const { headers } = await get();
  const etag = headers.get('etag') as string;
  expect(headers.get('cache-control')).toBe('public, no-cache');
  for (const known of [etag, `W/"another", ${etag}`]) {
    const again = await get({ 'if-none-match': known });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  }
  expect((await get({ 'if-none-match': 'W/"another"' })).status).toBe(200);
  const head = await get({}, 'HEAD');
  expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
});

test('1203 tokens are all listed, each once', async () => {
  const count = 1201;
  const tokens = Array.from({ length: count }, (_, index) => ({
    address: `many-${index}` as TokenAddress,
    symbol: `M${index}`,
    decimals: 0,
  }));
  const actor = 'service' as Account;
  await server.store.commit(tokens.map((token) => ({ actor, command: { kind: 'registerToken', token } })));
  const addresses = (await list()).tokens.map(({ address }: { address: string }) => address);
  expect(new Set(addresses).size).toBe(count + 2);
  expect(addresses).toHaveLength(count + 2);
});
