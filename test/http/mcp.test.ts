// /mcp with the official client, in both generations of the protocol, and with requests that no client sends.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Role } from '../../src/ports/records.ts';
import { namesOf, use } from '../mcp/use.ts';
import { send, sendBytes } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const ALL = '?scopes=market,account,trade,operator';

let server: Server;
const keys = { house: '', alice: '', bob: '' };
beforeAll(async () => {
  server = await startServer({ auth: 'keys', changesPerDay: 12 });
  const made = async (account: string, role: Role) =>
    (await createKey(server.store, { account: account as Account, role }, Date.now())).key;
  keys.house = await made('local', 'operator');
  keys.alice = await made('alice', 'trader');
  keys.bob = await made('bob', 'trader');
  await openMarket(server, bearer(keys.house));
  const funds = { account: 'alice', token: 'apple', amount: 1000, reference: 'start' };
  await send(server, { path: '/deposit', headers: bearer(keys.house), body: funds });
});
afterAll(() => server.close());

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const MODES = { 'with a handshake': 'legacy', stateless: { pin: '2026-07-28' } } as const;
type Mode = (typeof MODES)[keyof typeof MODES];

async function connect(key: string, query = '', mode: Mode = 'legacy', url = server.url): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = key === '' ? {} : bearer(key);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

describe.each(Object.entries(MODES))('a client %s', (_, mode) => {
  test('gets read-only tools, and more if it asks and its key allows', async () => {
    const reading = await namesOf(await connect(keys.alice, '', mode));
    expect(reading).toEqual(expect.arrayContaining(['getQuote', 'getTokens', 'getBalances', 'getActivity', 'whoami']));
    expect(reading).not.toContain('createSwap');
    expect(reading).toContain('getMarket');
    expect(reading).not.toContain('getWallet');
    expect(await namesOf(await connect(keys.alice, '?scopes=trade', mode))).toEqual(
      expect.arrayContaining(['createSwap', 'provideLiquidity', 'refundLiquidity']),
    );
    expect(await namesOf(await connect(keys.alice, ALL, mode))).not.toContain('deposit');
    expect(await namesOf(await connect(keys.house, ALL, mode))).toContain('deposit');
  });

  test('can quote, swap at the quoted amount, and repeat the swap without a second effect', async () => {
    const client = await connect(keys.alice, ALL, mode);
    const { tools } = await client.listTools();
    const hints = (name: string) => tools.find((tool) => tool.name === name)?.annotations;
    expect(hints('getQuote')).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
    expect(hints('createSwap')).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: false });

    const quote = await use(client, 'getQuote', { ...Pair, amount: '10' });
    const swap = { Pair, amount: { tokenA: '10' }, minReceived: quote.amountB };
    const done = await use(client, 'createSwap', swap);
    expect(done).toMatchObject({ isError: false, status: 'completed', transactionId: expect.any(String) });
    expect(await use(client, 'createSwap', { ...swap, idempotencyKey: done.idempotencyKey })).toEqual(done);
    expect(await use(client, 'getSwap', { transactionId: done.transactionId })).toMatchObject({
      amountA: '10',
      amountB: quote.amountB,
    });
    const refused = await use(client, 'createSwap', { ...swap, minReceived: '30' });
    expect(refused).toMatchObject({ isError: true, code: 'below_minimum', idempotencyKey: expect.any(String) });
    expect(refused.text).toContain('below your minimum of 30');
  });
});

test('createSwap needs minReceived or maxPaid, a limit for the amount that is not given', async () => {
  const client = await connect(keys.alice, '?scopes=trade');
  const swap = (given: object) => use(client, 'createSwap', { Pair, ...given });
  expect((await swap({ amount: { tokenA: '1' } })).error).toMatch(/^minReceived is missing\. Call getQuote/);
  expect((await swap({ amount: { tokenB: '1' } })).error).toMatch(/^maxPaid is missing\. Call getQuote/);
  expect((await swap({ amount: { tokenB: '1' }, minReceived: '1' })).error).toMatch(/^maxPaid is missing/);
  for (const minReceived of ['0', '0.000', 0])
    expect((await swap({ amount: { tokenA: '1' }, minReceived })).error).toMatch(/^minReceived must be more than 0/);
  expect((await swap({ price: { tokenA: '1' }, minReceived: '1' })).error).toBe(
    '"price" is not an argument of createSwap.',
  );
  expect(await swap({ amount: { tokenB: '1' }, maxPaid: '1' })).toMatchObject({ status: 'completed' });
});

test('a token can be named by its symbol if only one listed token has it', async () => {
  const house = await connect(keys.house, ALL);
  const token = (address: string, symbol: string) =>
    use(house, 'registerToken', { address, symbol, decimals: 6, force: true });
  await token('EQ-salt', 'SALT');
  await token('EQ-silk-one', 'SILK');
  await token('EQ-silk-two', 'Silk');
  // An address comes before a symbol.
  await token('WINE', 'WN');
  await token('EQ-wine', 'WINE');
  const pool = await use(house, 'createPool', { Pair: { tokenA: 'salt', tokenB: 'corn' } });
  expect(pool.text).toContain('"EQ-salt"');
  const deposit = { account: 'alice', amount: '5', reference: 'symbols', idempotencyKey: 'salt-1' };
  const done = await use(house, 'deposit', { ...deposit, token: 'SALT' });
  expect(done).toMatchObject({ isError: false, token: 'EQ-salt' });
  expect(await use(house, 'deposit', { ...deposit, token: 'EQ-salt' })).toEqual(done);
  expect(await use(house, 'deposit', { ...deposit, token: 'WINE', idempotencyKey: 'wine-1' })).toMatchObject({
    token: 'WINE',
  });
  expect(await use(house, 'getTokens', { token: 'salt' })).toMatchObject({ tokens: [{ address: 'EQ-salt' }] });
  expect(await use(house, 'deposit', { ...deposit, token: 'silk', idempotencyKey: 'silk-1' })).toMatchObject({
    isError: true,
    code: 'unknown_token',
    error: 'Several listed tokens have the symbol silk: EQ-silk-one, EQ-silk-two. Send one of these addresses.',
  });
  expect((await use(house, 'getQuote', { tokenA: 'apple', tokenB: 'PEPPER', amount: '1' })).error).toMatch(
    /^Token PEPPER is not listed here/,
  );
});

test('thirty digits are preserved, and numbers that a float would round are refused', async () => {
  const client = await connect(keys.house, ALL);
  const amount = '123456789012.123456789012345678';
  const deposit = { account: 'carol', token: 'corn', reference: 'digits' };
  expect(await use(client, 'deposit', { ...deposit, amount })).toMatchObject({ isError: false, amount });
  expect(JSON.stringify(await use(client, 'getActivity', { account: 'carol', limit: 50 }))).toContain(`"${amount}"`);
  for (const number of [0.1, 123456789012345680000])
    expect((await use(client, 'deposit', { ...deposit, amount: number })).error).toBe(
      'amount must be a string such as "10.5": a JSON number may lose digits.',
    );
});

test('counts may be sent as text, like every number', async () => {
  const client = await connect(keys.house, '?scopes=operator');
  const pool = { Pair: { tokenA: 'bread', tokenB: 'corn' }, curve: 'stable', amplification: '200' };
  expect(await use(client, 'createPool', pool)).toMatchObject({ isError: false, amplification: 200 });
});

test('an error is a result with a code and a message', async () => {
  const client = await connect(keys.alice, ALL);
  const faults = {
    unknown_token: await use(client, 'getQuote', { ...Pair, tokenB: 'nonesuch', amount: '1' }),
    invalid_amount: await use(client, 'getQuote', { ...Pair, amount: '1.5' }),
    invalid_request: await use(client, 'getQuote', { ...Pair, amount: { deep: true } }),
    forbidden: await use(client, 'deposit', { account: 'alice', token: 'apple', amount: '1', reference: 'free' }),
    insufficient_funds: await use(client, 'createSwap', { Pair, amount: { tokenA: '9999' }, minReceived: '1' }),
  };
  for (const [code, { text, ...told }] of Object.entries(faults)) {
    expect(told).toMatchObject({ isError: true, code });
    expect(text).toMatch(new RegExp(`^${code}: [A-Za-z].*\\.`));
    expect(text).not.toMatch(/\bat .*:\d+/);
  }
  const missing = await use(client, 'createSwap', { Pair: {}, amount: { tokenA: '1' }, minReceived: '1' });
  expect(missing.error).toBe('Pair.tokenA is missing.');
  const key = await use(client, 'refundLiquidity', { jetton0: 'apple', jetton1: 'bread', idempotencyKey: 'a b' });
  expect(key.error).toMatch(/^idempotencyKey must be/);
  const forged = await use(client, 'createSwap', { Pair, idempotencyKey: 'a\r\ncompleted: true' });
  expect(JSON.stringify(forged)).not.toContain('completed');
  const named = await use(client, 'createSwap', { amount: { 'a\ncompleted: true': 0.5 } });
  expect(named.text).not.toMatch(/^completed/m);
  await expect(client.callTool({ name: 'nonesuch' })).rejects.toThrow('There is no tool "nonesuch".');
  const reader = await connect(keys.alice);
  await expect(reader.callTool({ name: 'createSwap' })).rejects.toThrow(
    'which is not enabled: POST /mcp?scopes=market,account,trade.',
  );
  for (const name of ['createWebhook', 'getWebhooks', 'rotateWebhookSecret'])
    await expect(client.callTool({ name })).rejects.toThrow('There is no tool');
  await expect(reader.callTool({ name: 'bulk' })).rejects.toThrow('There is no tool');
});

test('createSwap as a tool counts towards the daily limit of changes', async () => {
  const client = await connect(keys.bob, '?scopes=trade');
  const swap = { Pair, amount: { tokenA: '1' }, minReceived: '1' };
  for (let change = 0; change < 12; change++) {
    expect(await use(client, 'createSwap', swap)).toMatchObject({ code: 'insufficient_funds' });
  }
  expect(await use(client, 'createSwap', swap)).toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: expect.any(Number),
  });
});

test('two clients at once each see their own account', async () => {
  const clients = await Promise.all([connect(keys.alice), connect(keys.house)]);
  const asked = Array.from({ length: 20 }, (_, index) => use(clients[index % 2] as Client, 'whoami'));
  const accounts = (await Promise.all(asked)).map(({ account }) => account);
  expect(accounts).toEqual(accounts.map((_, index) => (index % 2 === 0 ? 'alice' : 'local')));
});

test('a key is needed, but not in local mode', async () => {
  await expect(connect('')).rejects.toThrow();
  await expect(connect('mp_wrong')).rejects.toThrow();
  const local = await startServer({ demo: true });
  onTestFinished(() => local.close());
  const client = await connect('', ALL, 'legacy', local.url);
  expect(await use(client, 'whoami')).toMatchObject({ account: 'local', role: 'operator' });
});

describe('requests that no client sends', () => {
  const rpc = (method: unknown, params?: unknown) => ({ jsonrpc: '2.0', id: 7, method, params });
  const post = async (body: unknown, headers: Record<string, string> = {}, query = '') => {
    const answer = await send(server, { path: `/mcp${query}`, body, headers: { ...bearer(keys.alice), ...headers } });
    return { ...answer, json: answer.text === '' ? null : JSON.parse(answer.text) };
  };
  const CLAIM = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  const NEW = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };

  test.each<[string, unknown, Record<string, string>, number, number]>([
    ['text that is not JSON', '{"jsonrpc":', {}, 400, -32700],
    ['an empty body', '', {}, 400, -32600],
    ['2,500 nested lists', rpc('ping', { a: JSON.parse('['.repeat(2500) + ']'.repeat(2500)) }), {}, 400, -32700],
    ['a member named twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', {}, 400, -32700],
    ['JSON that is no message', { hello: 1 }, {}, 400, -32600],
    ['null', 'null', {}, 400, -32600],
    ['an id that is an object', { ...rpc('ping'), id: {} }, {}, 400, -32600],
    ['params that are a list', rpc('ping', []), {}, 400, -32600],
    ['an unknown method', rpc('resources/list'), {}, 200, -32601],
    ['a method named like a member of every object', rpc('toString'), {}, 200, -32601],
    ['a tool without a name', rpc('tools/call', {}), {}, 200, -32602],
    ['arguments that are text', rpc('tools/call', { name: 'whoami', arguments: 'x' }), {}, 200, -32602],
    ['a cursor', rpc('tools/list', { cursor: 'x' }), {}, 200, -32602],
    ['a body of 20 KB', `"${'x'.repeat(20_000)}"`, {}, 413, -32000],
    ['a body that is text', 'hello', { 'content-type': 'text/plain' }, 415, -32000],
    ['the page of another site', rpc('ping'), { origin: 'https://evil.example' }, 403, -32000],
    ['a wrong key', rpc('ping'), { authorization: 'Bearer wrong' }, 401, -32000],
    ['an unknown version', rpc('ping'), { 'mcp-protocol-version': '1999-01-01' }, 400, -32022],
    ['an empty batch', [], {}, 400, -32600],
    ['a batch of 21', Array(21).fill(rpc('ping')), {}, 400, -32600],
    ['a batch in a version without them', [rpc('ping')], { 'mcp-protocol-version': '2025-11-25' }, 400, -32600],
    ['a new version without its _meta fields', rpc('tools/list'), NEW, 400, -32602],
    ['_meta fields without the headers', rpc('tools/list', CLAIM), {}, 400, -32020],
    ['a header that names another method', rpc('ping', CLAIM), NEW, 400, -32020],
    ['a method that the version removed', rpc('ping', CLAIM), { ...NEW, 'mcp-method': 'ping' }, 404, -32601],
  ])('%s is answered with a JSON-RPC error', async (_, body, headers, status, code) => {
    const { json, ...answer } = await post(body, headers);
    expect([answer.status, json.error.code, json.jsonrpc], answer.text).toEqual([status, code, '2.0']);
    expect(json.error.message).toMatch(/\.$/);
  });

  test('a number that a float would round is refused, and an exact one is accepted', async () => {
    const told = async (amount: string) => {
      const text = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"getQuote","arguments":{"tokenA":"apple","tokenB":"bread","amount":${amount}}}}`;
      const { json } = await post(text);
      return [json.id, json.result.structuredContent.code, json.result.structuredContent.amountA];
    };
    expect(await told('10')).toEqual([7, undefined, '10']);
    expect(await told('1.00000000000000000001')).toEqual([7, 'invalid_request', undefined]);
    expect(await told('9007199254740993')).toEqual([7, 'invalid_request', undefined]);
  });

  test('a handshake settles on a version that both know', async () => {
    const versionFor = async (protocolVersion: string) =>
      (await post(rpc('initialize', { protocolVersion, capabilities: {} }))).json.result.protocolVersion;
    expect(await versionFor('2025-06-18')).toBe('2025-06-18');
    expect(await versionFor('2030-01-01')).toBe('2025-11-25');
  });

  test('notifications get no answer, and a batch gets those of its requests', async () => {
    const note = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    for (const body of [note, { jsonrpc: '2.0', id: 1, result: {} }, [note]]) {
      expect(await post(body)).toMatchObject({ status: 202, text: '' });
    }
    const { json } = await post([rpc('ping'), note, { ...rpc('nonesuch'), id: 'b' }]);
    expect(json).toMatchObject([
      { id: 7, result: {} },
      { id: 'b', error: { code: -32601 } },
    ]);
  });

  test('every message of a batch counts towards the rate limit, and the call of a tool counts as well', async () => {
    const few = await startServer({ auth: 'keys', rateLimitPerSecond: 20 });
    onTestFinished(() => few.close());
    const { key } = await createKey(few.store, { account: 'carol' as Account, role: 'trader' }, 0);
    const nowMs = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    onTestFinished(() => clock.mockRestore());
    const batch = (message: object, count: number) =>
      send(few, { path: '/mcp', body: Array(count).fill(message), headers: bearer(key) });
    // Three messages and three calls are counted.
    const tools = await batch(rpc('tools/call', { name: 'getBalances' }), 3);
    expect(tools.text).not.toContain('rate_limited');
    expect((await batch(rpc('tools/list'), 14)).status).toBe(200);
    const refused = await batch(rpc('tools/list'), 2);
    expect([refused.status, refused.headers.get('error-code')]).toEqual([429, 'rate_limited']);
  });

  test('a request whose Expect-Account is another account is answered 409', async () => {
    const asked = rpc('tools/call', { name: 'getBalances', arguments: {} });
    expect((await post(asked, { 'expect-account': 'alice' })).json.result.isError).toBe(undefined);
    const other = await post(asked, { 'expect-account': 'bob' });
    expect([other.status, other.headers.get('error-code')]).toEqual([409, 'other_account']);
    expect(other.json.error.data).toEqual({ code: 'other_account' });
  });

  test('a request with another Host is answered 403', async () => {
    const head = `POST /mcp HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer ${keys.alice}\r\nContent-Length: 0\r\n\r\n`;
    expect((await sendBytes(server, head))?.status).toBe(403);
  });

  test('other methods are answered 405, and unknown scopes and parameters 400', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await send(server, { method, path: '/mcp', headers: bearer(keys.alice) });
      expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    }
    for (const query of ['?scopes=trad', '?scopes=', '?scope=trade', '?scopes=trade&scopes=market,x']) {
      const { status, json } = await post(rpc('tools/list'), {}, query);
      expect([status, json.error.data]).toEqual([400, { code: 'invalid_request' }]);
    }
  });
});
