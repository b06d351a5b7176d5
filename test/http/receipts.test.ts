// Signed receipts over HTTP: who gets one, where it is in the answer, and that nothing else changes. Takes 2 s.
import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type SignedReceipt, verifyReceipt } from '#client/proof';
import { LOG_KIND } from '../../src/ports/public-log.ts';
import { newKeyFile, signingKey, vkeyOf } from '../../src/transparency/format/keys.ts';
import { exact, type Request, send } from './client.ts';
import { headersOf } from './keys-of.ts';
import { type Server, startServer } from './server.ts';

const ORIGIN = 'example.com/log';
const KEY = newKeyFile();
const trust = { key: vkeyOf(signingKey(KEY, ORIGIN, 'note')) };
let server: Server;
let ton: string;
let swap: Request;
const headers: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  server = await startServer({ auth: 'keys', demo: true, log: { keyText: KEY } });
  Object.assign(headers, await headersOf(server, { local: 'operator', ann: 'trader', bob: 'trader' }));
  const { tokens } = exact(await send(server, { path: '/getTokens' })).data;
  const of = (symbol: string) => tokens.find((token: { symbol: string }) => token.symbol === symbol).address;
  ton = of('TON');
  const deposit = { account: 'ann', token: ton, amount: 1000, reference: 'r' };
  exact(await send(server, { path: '/deposit', body: deposit, headers: by('local') }));
  swap = { path: '/createSwap', body: { Pair: { tokenA: ton, tokenB: of('USDT') }, amount: { tokenA: 1 } } };
  const identity = { origin: ORIGIN, secret: hash('sha256', 'secret', 'hex'), firstSequence: 1 };
  const record = { kind: LOG_KIND, id: '1', version: 0, body: JSON.stringify(identity) };
  await server.store.sideRecords.change([record], { nowMs: Date.now() });
});
afterAll(() => server.close());

const by = (account: string) => headers[account] as Record<string, string>;
const asking = (account: string, more: Record<string, string> = {}) => ({
  ...by(account),
  'signed-receipt': 'true',
  ...more,
});
/** The answer to a request, as it is. */
const answered = async (request: Request, target = server) => JSON.parse((await send(target, request)).text);
const receiptsUnder = ({ note }: SignedReceipt) => Number(note.split('\n')[1]);

test('a swap sent with the header has a signed receipt beside its data, and without it the answer that it always had', async () => {
  const { receipt, ...rest } = await answered({ ...swap, headers: asking('ann') });
  const { transactionId } = rest.data;
  expect(rest).toEqual({ success: true, data: { transactionId, status: 'completed' } });
  const { row, sequence } = await verifyReceipt(receipt, trust);
  expect(row).toMatchObject({ id: transactionId, kind: 'swap', actor: 'ann', sequence });
  expect(JSON.parse(row?.receipt as string)).toMatchObject({ account: 'ann', tokenA: ton });
  expect(JSON.stringify(receipt).length).toBeLessThan(1600);
  const plain = await answered({ ...swap, headers: by('ann') });
  expect(plain).toEqual({ success: true, data: { transactionId: plain.data.transactionId, status: 'completed' } });
});

test('a repeated Idempotency-Key gets one too, also if the first request asked for none, and from another node', async () => {
  const key = { 'idempotency-key': 'once' };
  const { data } = await answered({ ...swap, headers: { ...by('ann'), ...key } });
  const again = await answered({ ...swap, headers: asking('ann', key) });
  expect(again.data).toEqual(data);
  const first = await verifyReceipt(again.receipt, trust);
  expect(first.row?.id).toBe(data.transactionId);
  const other = await startServer({ auth: 'keys', path: server.path, log: { keyText: KEY } });
  onTestFinished(() => other.close());
  const elsewhere = await answered({ ...swap, headers: asking('ann', key) }, other);
  expect(await verifyReceipt(elsewhere.receipt, trust)).toMatchObject({ sequence: first.sequence, entry: first.entry });
});

test('a node without the key does the same and says that it signs none', async () => {
  const other = await startServer({ auth: 'keys', path: server.path });
  onTestFinished(() => other.close());
  const { receipt, success, data } = await answered({ ...swap, headers: asking('ann') }, other);
  expect({ receipt, success, status: data.status }).toEqual({ receipt: null, success: true, status: 'completed' });
});

test('one signature covers those of a commit who asked, and nobody else', async () => {
  const some = Array.from({ length: 20 }, (_, at) => ({ ...swap, headers: at === 7 ? asking('ann') : by('ann') }));
  const alone = (await Promise.all(some.map((one) => answered(one)))).filter((answer) => 'receipt' in answer);
  expect(alone).toHaveLength(1);
  expect(receiptsUnder(alone[0].receipt)).toBe(1);
  const all = await Promise.all(some.map(() => answered({ ...swap, headers: asking('ann') })));
  for (const { receipt, data } of all) expect((await verifyReceipt(receipt, trust)).row?.id).toBe(data.transactionId);
});

test('each done item of a bulk has a receipt, a refused one has none, and a repeated bulk has them again', async () => {
  const { body } = swap as { body: object };
  const items = Array.from({ length: 100 }, (_, at) => ({
    call: 'createSwap',
    body: at === 5 ? { ...body, amount: { tokenA: 'x' } } : body,
  }));
  const bulk = { path: '/bulk', body: { items }, headers: asking('ann', { 'idempotency-key': 'bulk' }) };
  for (const { data, ...rest } of [await answered(bulk), await answered(bulk)]) {
    expect(rest).toEqual({ success: true });
    expect(data.items[5]).toMatchObject({ status: 400, error: expect.any(String) });
    expect(data.items[5]).not.toHaveProperty('receipt');
    const done = data.items.filter((_: unknown, at: number) => at !== 5);
    for (const { receipt, transactionId } of done) {
      expect(receiptsUnder(receipt)).toBe(99);
      expect(receipt.path.length).toBeLessThanOrEqual(7);
      expect((await verifyReceipt(receipt, trust)).row?.id).toBe(transactionId);
    }
  }
  const { data } = await answered({ ...bulk, headers: by('ann') });
  expect(data.items.some((item: object) => 'receipt' in item)).toBe(false);
});

test('the owner of a swap with a referrer gets the parts that the row seals', async () => {
  const body = { ...(swap.body as object), referrer: 'bob' };
  const { receipt } = await answered({ ...swap, body, headers: asking('ann') });
  expect(receipt.row).not.toContain('ann');
  expect((await verifyReceipt(receipt, trust)).row).toMatchObject({ actor: 'ann', kind: 'swap' });
});

test.each(['1', 'True', ''])('the header with the value %j is refused before anything is done', async (value) => {
  const { error } = await answered({ ...swap, headers: { ...by('ann'), 'signed-receipt': value } });
  expect(error).toBe('The header Signed-Receipt must be "true", or be left out.');
});

test('a call that changes nothing takes no notice of the header', async () => {
  const answer = await answered({ path: '/getRouterData', headers: asking('ann') });
  expect(Object.keys(answer)).toEqual(['success', 'data']);
});
