// Cost and gain over HTTP: totals, files, and who may ask for what.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
const keys: Record<string, string> = {};
const Pair = { tokenA: 'apple', tokenB: 'bread' };

const ask = (path: string, who = 'carol', body?: object) =>
  send(server, { path, ...(body && { body }), headers: { authorization: `Bearer ${keys[who]}` } });
const get = async (path: string, who?: string) => exact(await ask(path, who)).data;
async function post(path: string, body: object, who = 'carol'): Promise<void> {
  const { status, text } = await ask(path, who, body);
  expect(status, text).toBe(200);
}

const year = new Date().getUTCFullYear();

beforeAll(async () => {
  server = await startServer({ auth: 'keys', market: { quote: { token: 'bread' as never, orFirst: false } } });
  for (const [account, role] of [
    ['local', 'operator'],
    ['carol', 'trader'],
    ['dora', 'trader'],
  ] as const)
    keys[account] = (await createKey(server.store, { account: account as never, role }, 0)).key;
  await openMarket(server, { authorization: `Bearer ${keys.local}` });
  await post('/deposit', { account: 'carol', token: 'apple', amount: 500, reference: 'a' }, 'local');
  await post('/deposit', { account: 'carol', token: 'corn', amount: 2, reference: 'c' }, 'local');
  await post('/createSwap', { Pair, amount: { tokenA: 100 } });
  await post('/createTransfer', { token: 'apple', to: 'dora', amount: 150 });
  await post('/createSwap', { Pair, amount: { tokenA: 50 } }, 'dora');
  await post('/withdraw', { account: 'carol', token: 'corn', amount: 1, reference: 'w' }, 'local');
});
afterAll(() => server.close());

const bread = (cents: bigint) => Number(cents) / 100;
const cents = (text: string) => BigInt(Math.round(Number(text) * 100));

test('a deposit costs its worth at the average of its day, and a sale its share of that', async () => {
  const { tokens, realised, held, ...rest } = await get(`/getGains?year=${year}`);
  expect(rest).toMatchObject({ quoteToken: { address: 'bread' }, year: String(year), positions: [] });
  const { trades } = await get('/getTrades?jetton0=apple&jetton1=bread');
  const [ofDora, sold] = trades.map(({ amount1 }: { amount1: string }) => cents(amount1));
  // The average of the day: 150 apples for both amounts.
  const deposited = (500n * (sold + ofDora)) / 150n;
  const cost = (deposited * 100n) / 500n;
  const sums = { proceeds: bread(sold), cost: bread(cost), gain: bread(sold - cost), income: 0, thin: 0, unknown: 0 };
  const asText = (of: object) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, String(value)]));
  expect(realised).toEqual(asText({ ...sums, count: 1 }));
  const left = deposited - cost;
  const sent = (left * 150n) / 400n;
  expect(tokens).toMatchObject([
    { address: 'apple', amount: '250', unknownAmount: '0', cost: String(bread(left - sent)), realised: { count: '1' } },
    { address: 'bread', amount: String(bread(sold)), cost: String(bread(sold)), unrealised: '0' },
    { address: 'corn', amount: '1', unknownAmount: '1', cost: '0', price: null, worth: null, unrealised: null },
  ]);
  expect(held).toMatchObject({ unknown: '1' });
  // The recipient of a transfer takes over what it had cost the sender.
  const [apples] = (await get('/getGains', 'dora')).tokens;
  expect(apples).toMatchObject({ amount: '100', cost: String(bread(sent - (sent * 50n) / 150n)) });
});

test('the file has a line for each disposal, and a byte order mark on request', async () => {
  const { text, headers } = await ask('/getGains?format=csv');
  expect(headers.get('content-type')).toContain('text/csv');
  const [head, ...lines] = text.split('\r\n');
  expect(head).toBe(
    'time,sequence,transactionId,kind,type,token,symbol,amount,quote,proceeds,cost,gain,acquiredFirst,acquiredLast,marks',
  );
  expect(lines.map((line) => line.split(',').slice(3, 8).join(' '))).toEqual([
    'swap disposal apple APPLE 100',
    'transfer out apple APPLE 150',
    'withdraw out corn CORN 1',
    '',
  ]);
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,11,.*,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,cost-deposit$/);
  expect(lines[2]).toMatch(/,BREAD,,,,.*,cost-unknown cost-deposit$/);
  const marked = await fetch(`${server.url}/getGains?format=csv&bom=true`, {
    headers: { authorization: `Bearer ${keys.carol}` },
  });
  expect(Buffer.from(await marked.arrayBuffer()).toString()).toBe(`\uFEFF${text}`);
  const rows = (await ask('/getGains?format=ndjson')).text.trim().split('\n');
  expect(rows.map((row) => JSON.parse(row).type)).toEqual(['disposal', 'out', 'out']);
});

test('a year without transactions has no lines, and what is held is as of now', async () => {
  for (const empty of [year - 1, year + 1, 1000, 9999]) {
    const { realised, tokens } = await get(`/getGains?year=${empty}`);
    expect(realised).toMatchObject({ proceeds: '0', gain: '0', count: '0', unknown: '0' });
    expect(tokens).toHaveLength(3);
    expect((await ask(`/getGains?format=csv&year=${empty}`)).text.split('\r\n')).toHaveLength(2);
  }
});

describe('a request', () => {
  test.each([
    ['/getGains?year=26', 400, 'invalid_request'],
    ['/getGains?year=20266', 400, 'invalid_request'],
    ['/getGains?bom=true', 400, 'invalid_request'],
    ['/getGains?bom=true&format=ndjson', 400, 'invalid_request'],
    ['/getGains?format=xls', 400, 'invalid_request'],
    ['/getGains?quote=nothing', 404, 'unknown_token'],
    ['/getGains?format=csv&quote=nothing', 404, 'unknown_token'],
    ['/getGains?account=local', 403, 'forbidden'],
    ['/getGains?account=local&format=csv', 403, 'forbidden'],
  ])('%s is answered %s %s', async (path, status, code) => {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('error-code')]).toEqual([status, code]);
  });

  test('of an operator may name any account', async () => {
    expect(await get('/getGains?account=carol', 'local')).toMatchObject({ realised: { count: '1' } });
  });
});
