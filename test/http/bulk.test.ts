// Bulk over HTTP: every item is answered in its place as if sent alone, and an atomic bulk is done completely or not at all.
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { type Answer, exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { newFolder, type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const swap = (tokenA: unknown, more: object = {}) => ({
  call: 'createSwap',
  body: { Pair, amount: { tokenA }, ...more },
});
const move = (call: 'deposit' | 'withdraw', amount: unknown, reference: string) => ({
  call,
  body: { account: 'local', token: 'apple', amount, reference },
});
/** A withdrawal of more than the account has, which is refused. */
const BROKE = move('withdraw', 1_000_000_000, 'never');
const MIB = 1_048_576;

const lines: string[] = [];
const logger = pino(
  { level: 'info' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);
const logged = (of: string) => lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === of);

let server: Server;
let folder: string;
beforeAll(async () => {
  folder = await newFolder();
  server = await startServer({ path: join(folder, 'bulk.db'), logger });
  await openMarket(server);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const bulk = (items: unknown, more: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  send(server, { path: '/bulk', body: { items, ...more }, headers });
const under = (key: string) => ({ 'idempotency-key': key });
const itemsIn = (answer: Answer) => exact(answer).data.items;
const codesIn = (answer: Answer): string[] =>
  itemsIn(answer).map(({ status, code }: { status: string; code?: string }) => code ?? status);
const idsIn = (answer: Answer) => itemsIn(answer).map(({ transactionId }: { transactionId?: string }) => transactionId);
const head = () => server.exchange.head();

describe('each item', () => {
  test('is executed in order and answered in its place, for any call', async () => {
    const before = await head();
    const liquidity = { Pair, amount: { tokenA: 10, tokenB: 20 }, maxPriceImpact: 1 };
    const answer = await bulk([
      move('deposit', 100, 'in'),
      swap(10),
      { call: 'provideLiquidity', body: liquidity },
      { call: 'refundLiquidity', body: { jetton0: 'apple', jetton1: 'bread', percentage: 1 } },
      { call: 'collectFees', body: { Pair } },
      move('withdraw', 1, 'out'),
    ]);
    expect(codesIn(answer)).toEqual(Array(6).fill('200'));
    expect(await head()).toBe(before + 6);
    const { items } = (await server.exchange.activity({}, { limit: 6 })) as {
      items: readonly { transactionId: string }[];
    };
    expect(items.map(({ transactionId }) => transactionId).reverse()).toEqual(idsIn(answer));
    expect(itemsIn(answer)[0].data).toMatchObject({ account: 'local', amount: '100', reference: 'in' });
  });

  test('that is malformed or refused fails alone, as a single call would', async () => {
    const bad = [
      swap('x'),
      swap(0.5),
      swap(10, { slippage: 1 }),
      swap(10, { minReceived: 1_000_000 }),
      swap(10, { deadline: 'soon' }),
      { call: 'createSwap', body: { Pair: { tokenA: 'apple', tokenB: 'ghost' }, amount: { tokenA: 1 } } },
      { call: 'createSwap', body: { Pair: { tokenA: 7, tokenB: 'bread' }, amount: { tokenA: 1 } } },
      { call: 'createSwap', body: [] },
      { call: 'provideLiquidity', body: { Pair, amount: { tokenA: 1 } } },
      { call: 'refundLiquidity', body: null },
      move('deposit', -1, 'less'),
      BROKE,
    ];
    const before = await head();
    const answer = await bulk(bad.flatMap((item) => [swap(1), item]));
    for (const [index, { call, body }] of bad.entries()) {
      const alone = await send(server, { path: `/${call}`, body });
      const { status, error, code } = JSON.parse(answer.text).data.items[2 * index + 1];
      expect([status, error, code]).toEqual([
        alone.status,
        JSON.parse(alone.text).error,
        alone.headers.get('error-code'),
      ]);
      expect(codesIn(answer)[2 * index]).toBe('200');
    }
    expect(await head()).toBe(before + bad.length);
  });

  test.each([
    [7, 'The item must be a JSON object.'],
    [null, 'The item must be a JSON object.'],
    [{}, 'call is missing.'],
    [{ call: 'getQuote', body: {} }, /^call must be createSwap, .* or collectFees\.$/],
    [{ call: 'createSwap' }, 'body is missing.'],
    [{ ...swap(1), atomic: true }, 'atomic is not a field of an item.'],
    [{ ...swap(1), idempotencyKey: '' }, 'idempotencyKey must not be empty.'],
    [{ ...swap(1), idempotencyKey: 'a b' }, /^idempotencyKey is not valid: 1 to 255 printable ASCII/],
    [{ ...swap(1), idempotencyKey: 'k'.repeat(256) }, 'idempotencyKey must have at most 255 characters.'],
  ])('names its error: %j', async (item, message) => {
    const [first, second] = itemsIn(await bulk([item, swap(1)]));
    expect(first).toEqual({
      status: '400',
      code: 'invalid_request',
      error: message instanceof RegExp ? expect.stringMatching(message) : message,
    });
    expect(second.status).toBe('200');
  });

  test('has exact amounts in the requested format', async () => {
    const items = [
      { call: 'deposit', body: { account: 'local', token: 'corn', amount: '1.000000000000000001', reference: 'c' } },
    ];
    const numbers = await bulk(items);
    expect(itemsIn(numbers)[0].data.amount).toBe('1.000000000000000001');
    const texts = await bulk(items, {}, { amounts: 'string' });
    expect(JSON.parse(texts.text).data.items[0].data.amount).toBe('1.000000000000000001');
    expect(texts.headers.get('amounts')).toBe('string');
  });
});

test('the number of hops in all routes of a bulk is limited; items beyond it are refused before their tokens are looked up', async () => {
  const hops = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      tokenA: at === 0 ? 'apple' : `t${at}`,
      tokenB: at === count - 1 ? 'bread' : `t${at + 1}`,
      share: 2 ** 30,
    }));
  const routed = (count: number) => swap(1, { route: hops(count) });
  const items = itemsIn(await bulk([routed(20_000 / 20), ...Array.from({ length: 16 }, () => routed(64)), routed(1)]));
  expect(items.map(({ code }: { code: string }) => code)).toEqual([
    'invalid_route',
    ...Array(15).fill('unknown_token'),
    'invalid_request',
    'invalid_request',
  ]);
});

describe('idempotency keys', () => {
  test('of items derive from the header and their place, unless they have their own, and equal those of single calls', async () => {
    const items = [swap(10), { ...swap(20), idempotencyKey: 'mine' }, swap('x'), swap(30)];
    const first = await bulk(items, {}, under('k'));
    const before = await head();
    expect((await bulk(items, {}, under('k'))).text).toBe(first.text);
    const [one, own, , two] = idsIn(first);
    for (const [key, tokenA, id] of [
      ['k/0', 10, one],
      ['mine', 20, own],
      ['k/3', 30, two],
    ] as const) {
      const alone = await send(server, {
        path: '/createSwap',
        body: { Pair, amount: { tokenA } },
        headers: under(key),
      });
      expect(alone.headers.get('transaction-id')).toBe(id);
    }
    expect(await head()).toBe(before);
    expect(codesIn(await bulk([swap(11), swap(20)], {}, under('k')))).toEqual(['idempotency_key_reused', '200']);
  });

  test('of 255 characters in the header still give each item its own key', async () => {
    const key = under('k'.repeat(255));
    const first = await bulk([swap(1), swap(1)], {}, key);
    expect(new Set(idsIn(first)).size).toBe(2);
    expect((await bulk([swap(1), swap(1)], {}, key)).text).toBe(first.text);
  });

  test('that repeat within one bulk execute their item once, and are refused with a different item', async () => {
    const before = await head();
    const same = { ...swap(10), idempotencyKey: 'twice' };
    const answer = await bulk([same, same, { ...swap(11), idempotencyKey: 'twice' }]);
    expect(codesIn(answer)).toEqual(['200', '200', 'idempotency_key_reused']);
    expect(idsIn(answer)[1]).toBe(idsIn(answer)[0]);
    expect(await head()).toBe(before + 1);
  });

  test('chosen by the client that collide with a derived one refuse only that item', async () => {
    const own = { ...swap(10), idempotencyKey: 'a/1' };
    expect(codesIn(await bulk([own, swap(11), swap(12)], {}, under('a')))).toEqual([
      '200',
      'idempotency_key_reused',
      '200',
    ]);
  });
});

describe('an atomic bulk', () => {
  const all = { atomic: true };

  test('can swap in a pool that it creates, and gets the same answer when it is repeated', async () => {
    const corn = { tokenA: 'bread', tokenB: 'corn' };
    const items = [
      { call: 'provideLiquidity', body: { Pair: corn, amount: { tokenA: 100, tokenB: 1 } } },
      { call: 'createSwap', body: { Pair: corn, amount: { tokenA: 1 } } },
    ];
    const first = await bulk(items, all, under('whole'));
    expect(codesIn(first)).toEqual(['200', '200']);
    expect((await bulk(items, all, under('whole'))).text).toBe(first.text);
    expect(codesIn(await bulk(items, {}, under('whole')))).toEqual(Array(2).fill('idempotency_key_reused'));
  });

  test('whose last item is refused does nothing, and repeats its answer, also after a restart', async () => {
    const before = await head();
    const items = [move('deposit', 5, 'undone'), swap(10), BROKE];
    const first = await bulk(items, all, under('broke'));
    expect(codesIn(first)).toEqual(['not_attempted', 'not_attempted', 'insufficient_funds']);
    expect(itemsIn(first)[0]).toEqual({
      status: '424',
      code: 'not_attempted',
      error: 'items.2 was refused, so nothing in this atomic bulk was done.',
    });
    expect(await head()).toBe(before);
    await server.close();
    server = await startServer({ path: server.path, logger });
    expect((await bulk(items, all, under('broke'))).text).toBe(first.text);
    // The deposit was undone, so its reference can be used again.
    expect(codesIn(await bulk([move('deposit', 6, 'undone'), swap(10)], all, under('new')))).toEqual(['200', '200']);
    expect(await head()).toBe(before + 2);
  });

  test('with a malformed item is not attempted, and leaves its key free', async () => {
    const before = await head();
    const own = { ...swap(1), idempotencyKey: 'own' };
    const answer = await bulk([swap(1), swap('x'), own, swap(2)], all, under('free'));
    expect(codesIn(answer)).toEqual(['not_attempted', 'invalid_amount', 'invalid_request', 'not_attempted']);
    expect(itemsIn(answer)[2].error).toMatch(/^Items of an atomic bulk cannot have their own idempotencyKey/);
    expect(await head()).toBe(before);
    expect(codesIn(await bulk([swap(1)], all, under('free')))).toEqual(['200']);
  });

  test('works without an idempotency key, and a single refused item keeps its own code', async () => {
    expect(codesIn(await bulk([swap(1), swap(2)], all))).toEqual(['200', '200']);
    expect(codesIn(await bulk([BROKE], all))).toEqual(['insufficient_funds']);
  });
});

describe('the whole bulk is refused', () => {
  const whole = async (body: string | Uint8Array<ArrayBuffer>) => {
    const { status, headers, text } = await send(server, { path: '/bulk', body });
    return [status, headers.get('error-code'), status === 200 ? '' : JSON.parse(text).error];
  };
  const many = (count: number, more: object = {}) => JSON.stringify({ ...more, items: Array(count).fill(swap('x')) });

  test.each([
    ['{"items":[', 'invalid_json', /^The body is not valid JSON/],
    ['[]', 'invalid_request', 'The body must be a JSON object.'],
    ['{}', 'invalid_request', 'items is missing.'],
    ['{"items":{}}', 'invalid_request', 'items must be a JSON array.'],
    ['{"items":[]}', 'invalid_request', 'items must not be empty.'],
    ['{"items":[1],"atomic":1}', 'invalid_request', 'atomic must be a boolean.'],
    ['{"items":[1],"parallel":true}', 'invalid_request', 'parallel is not a field of this call.'],
  ])('if its body is %s', async (body, code, message) => {
    expect(await whole(body)).toEqual([
      400,
      code,
      message instanceof RegExp ? expect.stringMatching(message) : message,
    ]);
  });

  test('with more than 1000 items, or 100 if it is atomic', async () => {
    expect(await whole(many(1000))).toEqual([200, null, '']);
    expect(await whole(many(1001))).toEqual([400, 'invalid_request', 'items must have at most 1000 entries.']);
    expect(await whole(many(100, { atomic: true }))).toEqual([200, null, '']);
    const message = 'items must have at most 100 entries if atomic is true.';
    expect(await whole(many(101, { atomic: true }))).toEqual([400, 'invalid_request', message]);
  });

  test('with more than 1 MiB; other calls keep their lower limit', async () => {
    const body = JSON.stringify({ items: [swap(1)] });
    expect(await whole(body.padEnd(MIB))).toEqual([200, null, '']);
    expect(await whole(body.padEnd(MIB + 1))).toEqual([413, 'body_too_large', 'The body is too large.']);
    const alone = await send(server, { path: '/createSwap', body: JSON.stringify(swap(1).body).padEnd(20_000) });
    expect(alone.status).toBe(413);
  });

  test('if too many large bulks of an account are in progress, until some end', async () => {
    const large = () => whole(JSON.stringify({ items: [swap(1)] }).padEnd(MIB));
    const until = async (status: number) => {
      for (let found = await large(); found[0] !== status; found = await large());
    };
    const hanging = Array.from({ length: 8 }, (): Socket => connect(server.port, '127.0.0.1'));
    for (const socket of hanging) {
      const head = `POST /bulk HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${MIB}\r\n\r\n`;
      socket.on('error', () => {}).write(head);
    }
    await until(503);
    expect(codesIn(await bulk([swap(1)]))).toEqual(['200']);
    for (const socket of hanging) socket.destroy();
    await until(200);
  });
});

describe('the log of a bulk', () => {
  test('is one line with the number of refused items and one per operator action, or none; refusals are counted by code', async () => {
    const refusals = async () => {
      const text = await server.metrics.registry.metrics();
      return Number(/^millpond_refusals_total\{code="insufficient_funds"\} (\d+)$/m.exec(text)?.[1]);
    };
    const before = await refusals();
    const items = [swap(1), BROKE, BROKE, move('deposit', 3, 'privileged'), swap('x')];
    const answer = await bulk(items, {}, { 'x-request-id': 'one-line' });
    const [act, line, ...others] = logged('one-line');
    expect(others).toEqual([]);
    expect(act).toMatchObject({ msg: 'privileged act', call: 'deposit', account: 'local', input: items[3]?.body });
    expect(act.transactionId).toBe(idsIn(answer)[3]);
    expect(line).toMatchObject({ route: '/bulk', status: 200, items: 5, refused: 3, msg: 'items were refused' });
    expect(await refusals()).toBe(before + 2);
    await bulk([swap(1)], {}, { 'x-request-id': 'no-line' });
    expect(logged('no-line')).toEqual([]);
  });
});

describe('with keys and limits', () => {
  let keyed: Server;
  let trader: Readonly<Record<string, string>>;
  beforeAll(async () => {
    keyed = await startServer({ auth: 'keys', rateLimitPerSecond: 500, changesPerDay: 150 });
    const bearer = async (name: string, role: 'operator' | 'trader') => {
      const { key } = await createKey(keyed.store, { account: name as Account, role }, Date.now());
      return { authorization: `Bearer ${key}` };
    };
    await openMarket(keyed, await bearer('local', 'operator'));
    trader = await bearer('ann', 'trader');
  });
  afterAll(() => keyed.close());
  const ask = (items: unknown, more: object = {}) =>
    send(keyed, { path: '/bulk', body: { items, ...more }, headers: trader });

  test('a bulk needs a key, and items that are for operators need an operator’s', async () => {
    expect((await send(keyed, { path: '/bulk', body: { items: [swap(1)] } })).status).toBe(401);
    const items = [swap(1), move('deposit', 1, 'own'), { call: 'collectFees', body: {} }];
    const answer = await ask(items);
    expect(codesIn(answer)).toEqual(['insufficient_funds', 'forbidden', 'forbidden']);
    expect(itemsIn(answer)[1].error).toBe("This call needs an operator's key; yours is a trader's.");
    expect(codesIn(await ask(items, { atomic: true }))).toEqual(['not_attempted', 'forbidden', 'forbidden']);
  });

  test('more items than the rate limit allows are refused before anything is done', async () => {
    const answer = await ask(Array(501).fill(swap(1)));
    expect([answer.status, answer.headers.get('error-code')]).toEqual([429, 'rate_limited']);
    expect(JSON.parse(answer.text).error).toBe(
      'A bulk of 501 items exceeds 500 requests per second; send at most 500 items at once.',
    );
  });

  test('the daily limit of changes counts items, all of a bulk or none', async () => {
    // Six were used above.
    const more = await ask(Array(145).fill(swap(1)));
    expect(more.status).toBe(429);
    expect(JSON.parse(more.text).error).toBe(
      'Account ann has 144 changes left today, and this bulk has 145 items; send at most 144.',
    );
    expect((await ask(Array(144).fill(swap(1)))).status).toBe(200);
    expect(JSON.parse((await ask([swap(1)])).text).error).toMatch(/^Account ann has made 150 changes today/);
  });
});
