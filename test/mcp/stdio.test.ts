// millpond mcp as an agent starts it: with the official client over stdio, against a real exchange.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createListener } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MAIN, Program, Server, temporaryDirectory } from '../crash/process.ts';
import { QUICK_START } from '../quick-start.ts';
import { namesOf, use } from './use.ts';

const PROJECT = join(MAIN, '../..');
const Pair = {
  tokenA: 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c',
  tokenB: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
};

type Mode = 'legacy' | { readonly pin: string };

async function connect(args: readonly string[], { mode = 'legacy' as Mode, env = {} } = {}) {
  const transport = new StdioClientTransport({
    command: 'npm',
    args: ['run', '--silent', 'millpond', '--', 'mcp', ...args],
    cwd: PROJECT,
    env: { PATH: process.env.PATH as string, ...QUICK_START, ...env },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const faults: Error[] = [];
  client.onerror = (error) => faults.push(error);
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, faults, said: () => stderr };
}

/** Sends lines to millpond mcp without a client; resolves when it has ended by itself after the last line. */
async function speak(lines: readonly string[], args: readonly string[] = []) {
  const child = spawn(process.execPath, [MAIN, 'mcp', ...args], {
    env: { PATH: process.env.PATH, ...QUICK_START },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(lines.join('\n'));
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return {
    code,
    err,
    answers: out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

test('two agents trade on a running exchange, which may be stopped and started again', async () => {
  const database = join(temporaryDirectory(), 'one.db');
  let server = await Server.start(database);
  const url = ['--url', server.url];
  const { client, faults } = await connect([...url, '-s', 'market,account,trade']);
  const { client: reader } = await connect(url, { mode: { pin: '2026-07-28' } });
  expect(await namesOf(reader)).not.toContain('createSwap');
  expect(await namesOf(client)).toContain('createSwap');

  const quote = await use(reader, 'getQuote', { ...Pair, amount: '10' });
  const swap = { Pair, amount: { tokenA: '10' }, minReceived: quote.amountB };
  const done = await use(client, 'createSwap', swap);
  expect(done).toMatchObject({ isError: false, status: 'completed', idempotencyKey: expect.any(String) });
  expect((await use(client, 'createSwap', { Pair, amount: { tokenA: '10' } })).error).toMatch(
    /^minReceived is missing/,
  );

  const { port } = new URL(server.url);
  await server.stop();
  expect(await use(client, 'createSwap', swap)).toMatchObject({
    isError: true,
    code: 'unreachable',
    error: expect.stringContaining('millpond serve'),
  });
  server = await Server.start(database, { PORT: port });
  expect(await use(client, 'createSwap', { ...swap, idempotencyKey: done.idempotencyKey })).toEqual(done);
  expect(await use(reader, 'getSwap', { transactionId: done.transactionId })).toMatchObject({ amountB: quote.amountB });
  expect(faults).toEqual([]);
  await server.stop();
});

test('with AUTH=keys, millpond mcp acts as the account of its key', async () => {
  const database = join(temporaryDirectory(), 'one.db');
  const server = await Server.start(database, { AUTH: 'keys' });
  const key = new Program([process.execPath, MAIN, 'key', 'create', '--account', 'alice', '--role', 'trader'], {
    DATABASE_URL: `sqlite:${database}`,
  });
  await key.ended;
  const url = ['--url', server.url];
  const { client } = await connect([...url, '-s', 'account,operator'], { env: { MILLPOND_KEY: key.stdout.trim() } });
  expect(await use(client, 'whoami')).toMatchObject({ account: 'alice', role: 'trader' });
  expect(await use(client, 'getStatus')).toMatchObject({ isError: true, code: 'forbidden' });
  const wrong = await connect([...url, '--key', 'wrong']);
  expect(await use(wrong.client, 'getBalances')).toMatchObject({ isError: true, code: 'unauthorized' });
  const words = 'millpond: The API key is unknown or was revoked.\n';
  await vi.waitFor(() => expect(wrong.said()).toBe(words), { timeout: 60_000 });
  await server.stop();
});

test('without an exchange, millpond mcp reports that, answers every request, and ends when its input ends', async () => {
  const port = await freePort();
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getTokens' } };
  const batch = [{ jsonrpc: '2.0', id: 9, method: 'ping' }];
  const lines = [
    JSON.stringify(call),
    '{"jsonrpc":',
    '{"jsonrpc":"2.0","id":"\u2028","method":"ping"}',
    '',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    `"${'x'.repeat(3_000_000)}"`,
    JSON.stringify(batch),
  ];
  const { code, err, answers } = await speak(lines, ['--url', `http://127.0.0.1:${port}/`]);
  expect([code, err]).toEqual([0, expect.stringContaining(`No exchange answers at http://127.0.0.1:${port}. Start`)]);
  const byId = (id: unknown) => answers.filter((answer) => answer.id === id);
  expect(byId(1)).toMatchObject([{ result: { isError: true, structuredContent: { code: 'unreachable' } } }]);
  expect(byId('\u2028')).toMatchObject([{ result: {} }]);
  expect(byId(null).map(({ error }) => error.code)).toEqual([-32700, -32700, -32600]);
  expect(answers).toHaveLength(5);
});

test('a swap is unreachable if another program answers, and outcome_unknown if a gateway fails or the connection breaks', async () => {
  const other = createServer((_, response) => response.end('<html>'));
  const gateway = createServer((_, response) => response.writeHead(502).end('<html>'));
  const broken = createListener((socket) => socket.once('data', () => socket.destroy()));
  onTestFinished(async () => {
    for (const listener of [other, gateway, broken]) listener.close();
  });
  const swap = { Pair, amount: { tokenA: '1' }, minReceived: '1' };
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'createSwap', arguments: swap } },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'getTokens' } },
  ].map((message) => JSON.stringify(message));
  const told: object[] = [];
  for (const listener of [other, gateway, broken]) {
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const { port } = listener.address() as AddressInfo;
    const { answers } = await speak(lines, ['-s', 'market,trade', '--url', `http://127.0.0.1:${port}`]);
    for (const id of [1, 2]) told.push(answers.find((answer) => answer.id === id).result.structuredContent);
  }
  expect(told).toMatchObject([
    { code: 'unreachable', error: expect.stringContaining('is not Millpond') },
    { code: 'unreachable', error: expect.stringContaining('is not Millpond') },
    { code: 'outcome_unknown', idempotencyKey: expect.any(String) },
    { code: 'unreachable' },
    { code: 'outcome_unknown', idempotencyKey: expect.any(String) },
    { code: 'unreachable' },
  ]);
});

test('millpond mcp ends even if nobody reads its output', async () => {
  const child = spawn(process.execPath, [MAIN, 'mcp'], {
    env: { PATH: process.env.PATH, ...QUICK_START },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout.destroy();
  child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'.repeat(100));
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  [['-s', 'trad'], '-s trad: there is no scope "trad"; did you mean trade?'],
  [['--scopes', ''], '-s : there is no scope ""; choose from market, account, trade, send, operator'],
  [['--url', 'nonsense'], '--url nonsense: must be the address of an exchange, such as http://127.0.0.1:8080'],
  [['--url', 'http://a:b@127.0.0.1'], '--url: must be only an address; put the key into MILLPOND_KEY'],
  [['--key', 'no key'], 'the key is not valid: it contains characters that no key has'],
  [['--scope', 'trade'], 'there is no flag --scope; did you mean --scopes?'],
])('millpond mcp refuses %j in one line', async (args, words) => {
  expect(await speak([], args)).toEqual({ code: 2, err: `millpond: ${words}\n`, answers: [] });
});

async function freePort(): Promise<number> {
  const listener = createListener();
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const { port } = listener.address() as AddressInfo;
  await new Promise((done) => listener.close(done));
  return port;
}
