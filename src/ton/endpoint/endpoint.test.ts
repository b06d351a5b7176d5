// An endpoint over HTTP: temporary errors are retried, permanent ones are explained to the operator, and the chain never goes back.
import { readFileSync } from 'node:fs';
import {
  Address,
  beginCell,
  type Cell,
  type Message,
  storeTransaction,
  type Transaction,
  type TupleItem,
} from '@ton/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answer, type Call, ScriptedEndpoint } from '../../../test/ton/scripted-endpoint.ts';
import { records } from '../../../test/ton/traces/records.ts';
import { ChainUnavailable } from '../chain.ts';
import { Endpoint } from './endpoint.ts';
import type { RpcOptions } from './rpc.ts';

let server: ScriptedEndpoint;
beforeEach(async () => {
  server = await ScriptedEndpoint.start();
});
afterEach(() => server[Symbol.asyncDispose]());

const chain = (options: Partial<RpcOptions> = {}): Endpoint =>
  new Endpoint({ url: server.url, backOffMs: 1, timeoutMs: 60_000, ...options });
/** Gives these answers in turn, then the last for ever. A request that arrives and gets none times out at once. */
function script(...answers: readonly Answer[]): void {
  const timeouts: (() => void)[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const timer = new AbortController();
    timeouts.push(() => timer.abort(new DOMException('timed out', 'TimeoutError')));
    return timer.signal;
  });
  server.answer = () => {
    const answer = answers[Math.min(server.calls.length, answers.length) - 1] as Answer;
    if (answer === 'silence') timeouts.at(-1)?.();
    return answer;
  };
}

const SOMEBODY = new Address(0, Buffer.alloc(32, 7));
const [NO_HASH, HASH] = [Buffer.alloc(32), Buffer.alloc(32, 9)].map((hash) => hash.toString('base64'));
const blockOf = (seqno: number) => ({ workchain: -1, shard: '-9223372036854775808', seqno });
const account = (fields: object = {}) => ({
  ...{ balance: '5', code: '', data: '', state: 'uninitialized', sync_utime: 1_700_000_000 },
  ...{ last_transaction_id: { lt: '0', hash: NO_HASH }, block_id: blockOf(10), frozen_hash: '' },
  ...fields,
});
const GOOD: Answer = { result: account() };
const HTML: Answer = { status: 502, body: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } };
const told = (status: number, error: string): Answer => ({
  status,
  body: JSON.stringify({ ok: false, error, code: status }),
});

describe('temporary errors are retried', () => {
  test.each<{ what: string; answer: Answer }>([
    { what: 'too many requests', answer: { status: 429, body: '' } },
    { what: 'an error of the server', answer: told(500, 'LITE_SERVER_NOTREADY') },
    { what: 'the page of a gateway', answer: HTML },
    { what: 'a connection that is cut', answer: 'cut' },
    { what: 'no answer in time', answer: 'silence' },
  ])('$what', async ({ answer }) => {
    script(answer, GOOD);
    expect(await chain().head()).toEqual({ seqno: 10, timeS: 1_700_000_000 });
    expect(server.calls).toHaveLength(2);
  });
});

describe('permanent errors are explained', () => {
  const NAME = 'The TON endpoint 127.0.0.1:PORT';
  test.each<{ answer: Answer; words: string; calls: number }>([
    {
      answer: { status: 429, body: '' },
      words: `${NAME} allows no more requests for now (status 429); an API key raises its limit`,
      calls: 4,
    },
    { answer: { status: 401, body: '{"ok":false}' }, words: `${NAME} refuses the API key (status 401)`, calls: 1 },
    {
      answer: told(500, 'LITE_SERVER_NOTREADY'),
      words: `${NAME} refused getAddressInformation (status 500): LITE_SERVER_NOTREADY`,
      calls: 4,
    },
    {
      answer: told(422, 'address: is no address'),
      words: `${NAME} refused getAddressInformation (status 422): address: is no address`,
      calls: 1,
    },
    {
      answer: HTML,
      words: `${NAME} did not answer getAddressInformation as toncenter's API v2 does (status 502, text/html)`,
      calls: 4,
    },
    {
      answer: { status: 404, body: 'nothing here' },
      words: `${NAME} did not answer getAddressInformation as toncenter's API v2 does (status 404, no content type)`,
      calls: 1,
    },
    {
      answer: { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } },
      words: `${NAME} redirects elsewhere (status 302)`,
      calls: 1,
    },
    { answer: 'cut', words: `${NAME} cannot be reached: UND_ERR_SOCKET`, calls: 4 },
    {
      answer: 'silence',
      words: `${NAME} did not answer getAddressInformation within 60000 ms`,
      calls: 4,
    },
  ])('$words', async ({ answer, words, calls }) => {
    script(answer);
    const failure = await chain()
      .head()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChainUnavailable);
    // The message contains neither the path, which may contain a key, nor the query.
    expect((failure as Error).message.replace(/:\d{4,5}/, ':PORT')).toBe(words);
    expect(server.calls).toHaveLength(calls);
  });

  test('the time for an answer is that of the options', async () => {
    script(GOOD);
    const timeout = vi.mocked(AbortSignal.timeout);
    await chain({ timeoutMs: 1234 }).head();
    expect(timeout.mock.calls).toEqual([[1234]]);
  });

  test('a closed port is reported as ECONNREFUSED', async () => {
    const endpoint = chain();
    await server[Symbol.asyncDispose]();
    await expect(endpoint.head()).rejects.toThrow(
      /^The TON endpoint 127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED$/,
    );
    server = await ScriptedEndpoint.start();
  });
});

describe('an answer of unknown form is an error', () => {
  test.each([
    { result: [], words: 'the result is no object' },
    { result: null, words: 'the result is no object' },
    { result: account({ block_id: undefined }), words: 'block_id is missing' },
    { result: account({ block_id: { seqno: '10' } }), words: 'block_id.seqno is no number' },
    { result: account({ sync_utime: undefined }), words: 'sync_utime is no number' },
    { result: account({ balance: '5.5' }), words: 'balance is no whole number' },
    { result: account({ state: 'melted' }), words: 'state is "melted"' },
    { result: account({ last_transaction_id: undefined }), words: 'last_transaction_id is no object' },
    { result: account({ last_transaction_id: { lt: '4', hash: 'x' } }), words: 'last_transaction_id.hash is no hash' },
    { result: account({ code: 5 }), words: 'code is no text' },
  ])('$words', async ({ result, words }) => {
    script({ result });
    await expect(chain().account(SOMEBODY)).rejects.toThrow(
      `answered getAddressInformation in an unknown form: ${words}`,
    );
    await expect(chain().account(SOMEBODY)).rejects.toBeInstanceOf(ChainUnavailable);
  });

  test.each([
    { stack: 'none', words: 'the stack is not a list' },
    { stack: [5], words: 'an entry of the stack is not a list' },
    { stack: [['num', 'five']], words: 'the stack has a number that is none' },
    { stack: [['cell', 'te6c']], words: 'the stack has a cell without bytes' },
    { stack: [['list', { elements: [1] }]], words: 'the stack has a list' },
    { stack: [['dictionary', {}]], words: 'the stack has an entry of the type dictionary' },
  ])('of a get-method: $words', async ({ stack, words }) => {
    script({ result: { exit_code: 0, stack, block_id: blockOf(10) } });
    await expect(chain().run(SOMEBODY, 'seqno')).rejects.toThrow(`in an unknown form: ${words}`);
  });
});

describe('an account', () => {
  test('that exists is read with its code, data and last transaction', async () => {
    const cell = beginCell().storeUint(1, 8).endCell();
    const boc = cell.toBoc().toString('base64');
    const last_transaction_id = { lt: '123456789012345678', hash: HASH };
    script({ result: account({ state: 'active', code: boc, data: boc, last_transaction_id }) });
    const state = await chain().account(SOMEBODY);
    expect(state).toMatchObject({ status: 'active', balance: 5n, head: { seqno: 10, timeS: 1_700_000_000 } });
    expect(state.last).toEqual({ lt: 123_456_789_012_345_678n, hash: Buffer.alloc(32, 9) });
    expect([state.code?.equals(cell), state.data?.equals(cell)]).toEqual([true, true]);
    expect(server.calls[0]?.params).toEqual({ address: SOMEBODY.toString() });
  });

  test('that never existed has the balance 0 and no code', async () => {
    script({ result: account({ balance: -1 }) });
    expect(await chain().account(SOMEBODY)).toMatchObject({
      status: 'uninitialized',
      balance: 0n,
      code: null,
      last: null,
    });
  });
});

test('the arguments of a get-method are encoded, and its result and exit code decoded', async () => {
  const cell = beginCell().storeAddress(SOMEBODY).endCell();
  const bytes = cell.toBoc().toString('base64');
  const stack = [
    ['num', '-0x1f'],
    ['num', '0xff'],
    ['cell', { bytes }],
    ['list', { elements: [] }],
    ['slice', { bytes }],
  ];
  script({ result: { exit_code: 0, stack, block_id: blockOf(10) } }, { result: { exit_code: -13, stack: [] } });
  const endpoint = chain();
  const asked: TupleItem[] = [
    { type: 'int', value: -5n },
    { type: 'cell', cell },
    { type: 'slice', cell },
  ];
  const { stack: answer } = await endpoint.run(SOMEBODY, 'get_it', asked);
  expect([answer.readBigNumber(), answer.readBigNumber()]).toEqual([-31n, 255n]);
  expect([answer.readAddress().toString(), answer.readAddressOpt(), answer.readAddress().toString()]).toEqual([
    SOMEBODY.toString(),
    null,
    SOMEBODY.toString(),
  ]);
  expect(server.calls[0]?.params).toEqual({
    ...{ address: SOMEBODY.toString(), method: 'get_it' },
    stack: [
      ['num', '-5'],
      ['tvm.Cell', bytes],
      ['tvm.Slice', bytes],
    ],
  });
  expect((await endpoint.run(SOMEBODY, 'get_it')).exitCode).toBe(-13);
});

describe('older answers are refused', () => {
  const at = (seqno: number): Answer => ({ result: account({ block_id: blockOf(seqno) }) });

  test('an older answer is retried, since another server may be up to date', async () => {
    const endpoint = chain();
    script(at(10), at(9), at(8), at(11));
    expect((await endpoint.head()).seqno).toBe(10);
    expect((await endpoint.account(SOMEBODY)).head.seqno).toBe(11);
    expect(server.calls).toHaveLength(4);
  });

  test('an endpoint that keeps lagging is unavailable, for get-methods too', async () => {
    const endpoint = chain();
    script(at(10), at(9));
    await endpoint.head();
    await expect(endpoint.head()).rejects.toThrow('as of block 9, after it had shown block 10');
    script({ result: { exit_code: 0, stack: [], block_id: blockOf(9) } });
    await expect(endpoint.run(SOMEBODY, 'seqno')).rejects.toBeInstanceOf(ChainUnavailable);
    script(at(10));
    expect((await endpoint.head()).seqno).toBe(10);
  });
});

test('sending a message is not retried after an error', async () => {
  script(told(500, 'LITE_SERVER_UNKNOWN: cannot apply external message'));
  await expect(chain().send(Buffer.from('boc'))).rejects.toThrow('cannot apply external message');
  expect(server.calls.map(({ method, params }) => ({ method, params }))).toEqual([
    { method: 'sendBoc', params: { boc: 'Ym9j' } },
  ]);
});

test('the API key is sent in its header, and without a key there is no such header', async () => {
  script(GOOD);
  await chain({ apiKey: 'key-of-mine' }).head();
  await chain().head();
  expect(server.calls.map(({ headers }) => headers['x-api-key'])).toEqual(['key-of-mine', undefined]);
});

describe('transactions', () => {
  const file: { addresses: Record<string, string>; records: { name: string; transactions: string[] }[] } = JSON.parse(
    readFileSync(new URL('../../../test/ton/traces/v1.json', import.meta.url), 'utf8'),
  );
  const swap = records(1).all.find(({ name }) => name === 'swap') as ReturnType<typeof records>['all'][number];
  const texts = file.records.find(({ name }) => name === 'swap')?.transactions ?? [];
  const router = Address.parseRaw(file.addresses.router as string);
  const ofRouter = swap.transactions
    .map((transaction, i) => ({ transaction, data: texts[i] as string }))
    .filter(({ transaction }) => transaction.address === BigInt(`0x${router.hash.toString('hex')}`))
    .toReversed();
  const [newest, oldest] = ofRouter.map(({ transaction }) => transaction) as [Transaction, Transaction];
  const shownOfRouter = ofRouter.map(({ data }) => ({ data }));
  const last = { lt: newest.lt, hash: newest.hash() };
  const known = account({ last_transaction_id: { lt: String(last.lt), hash: last.hash.toString('base64') } });

  /** Serves a chain with these two transactions of the router, and this answer to the locating of messages. */
  function serve(located: Answer, shown: readonly { readonly data: string }[] = shownOfRouter): void {
    server.answer = ({ method }: Call) => {
      if (method === 'tryLocateResultTx') return located;
      return { result: method === 'getTransactions' ? shown : known };
    };
  }
  const methods = () => server.calls.map(({ method }) => method);
  const sentTo = (transaction: Transaction) => {
    const info = transaction.inMessage?.info;
    if (info?.type !== 'internal') throw new Error('not internal');
    return { source: info.src, destination: info.dest, createdLt: info.createdLt };
  };

  const changed = (transaction: Transaction) => {
    const cell = beginCell()
      .store(storeTransaction({ ...transaction, now: transaction.now + 1 }))
      .endCell();
    return { data: cell.toBoc().toString('base64') };
  };

  test('are read from the account’s last one on, newest first', async () => {
    serve('cut');
    const found = await chain().transactions(router, { limit: 10 });
    expect(found.map(({ lt }) => lt)).toEqual([newest.lt, oldest.lt]);
    expect(server.calls[1]?.params).toMatchObject({
      lt: String(last.lt),
      hash: last.hash.toString('base64'),
      limit: 10,
    });
  });

  test('are read down to toLt, exclusive', async () => {
    serve('cut');
    const found = await chain().transactions(router, { limit: 10, from: last, toLt: oldest.lt });
    expect(found.map(({ lt }) => lt)).toEqual([newest.lt]);
    expect(await chain().transactions(router, { limit: 10, from: last, toLt: newest.lt })).toEqual([]);
  });

  test.each([
    { what: 'leaves out the newest', shown: shownOfRouter.slice(1), words: `transaction ${newest.lt} of` },
    { what: 'shows nothing', shown: [], words: `transaction ${newest.lt} of` },
    {
      what: 'shows those of others',
      shown: [{ data: texts[0] as string }],
      words: 'a transaction is of another account',
    },
    { what: 'shows no transaction', shown: [{ data: 'AAAA' }], words: 'in an unknown form' },
    { what: 'has changed the newest', shown: [changed(newest)], words: `transaction ${newest.lt} is not the one` },
    {
      what: 'has changed an older one',
      shown: [...shownOfRouter.slice(0, 1), changed(oldest)],
      words: `transaction ${oldest.lt} is not the one`,
    },
    {
      what: 'shows one twice',
      shown: [...shownOfRouter.slice(0, 1), ...shownOfRouter],
      words: `transaction ${oldest.lt} is not the one`,
    },
  ])('a server that $what is not believed', async ({ shown, words }) => {
    serve('cut', shown);
    const asked = chain().transactions(router, { limit: 10, from: last });
    await expect(asked).rejects.toThrow(words);
    await expect(asked).rejects.toBeInstanceOf(ChainUnavailable);
  });

  test('taken finds the one that processed a message by one call', async () => {
    serve({ result: shownOfRouter[1] });
    expect((await chain().taken(sentTo(oldest)))?.lt).toBe(oldest.lt);
    expect(methods()).toEqual(['tryLocateResultTx']);
  });

  test.each<{ what: string; located: Answer }>([
    { what: 'does not find the transaction', located: told(500, 'LITE_SERVER_UNKNOWN: not found') },
    { what: 'has no such method', located: told(404, 'no method') },
    { what: 'finds another', located: { result: shownOfRouter[0] } },
    { what: 'answers in another form', located: { result: { data: 5 } } },
  ])('if the endpoint $what, taken searches those of the receiver', async ({ located }) => {
    serve(located);
    expect((await chain().taken(sentTo(oldest)))?.lt).toBe(oldest.lt);
    expect(methods()).toEqual(['tryLocateResultTx', 'getAddressInformation', 'getTransactions']);
  });

  test('taken returns undefined for a message that is not processed yet', async () => {
    serve(told(500, 'not found'));
    const sent = { ...sentTo(newest), createdLt: newest.lt + 1n };
    expect(await chain().taken(sent)).toBeUndefined();
    // The receiver has no later transactions, so there is nothing to search.
    expect(methods()).toEqual(['tryLocateResultTx', 'getAddressInformation']);
    expect(await chain().taken({ ...sentTo(oldest), source: SOMEBODY })).toBeUndefined();
  });

  test('a message to a busy account is found behind thousands of later ones, in several calls', async () => {
    const COUNT = 2150;
    const info = newest.inMessage?.info;
    if (info?.type !== 'internal') throw new Error('not internal');
    let [lt, hash] = [1_000_000n, 0n];
    const all = Array.from({ length: COUNT }, () => {
      const inMessage = { ...newest.inMessage, info: { ...info, createdLt: lt - 1n } } as Message;
      const made = {
        ...newest,
        lt,
        prevTransactionLt: hash === 0n ? 0n : lt - 10n,
        prevTransactionHash: hash,
        inMessage,
      };
      const cell = beginCell().store(storeTransaction(made)).endCell();
      const shown = { lt, hash: cell.hash(), data: cell.toBoc().toString('base64') };
      [lt, hash] = [lt + 10n, BigInt(`0x${shown.hash.toString('hex')}`)];
      return shown;
    }).toReversed();
    const [last] = all as [(typeof all)[number]];
    server.answer = ({ method, params }: Call) => {
      if (method === 'tryLocateResultTx') return told(500, 'not found');
      const at = all.findIndex((one) => `${one.lt}` === params.lt);
      const found = all
        .slice(at, at + Number(params.limit))
        .filter((one) => one.lt > BigInt(String(params.to_lt ?? 0)));
      if (method === 'getTransactions') return { result: found.map(({ data }) => ({ data })) };
      return { result: account({ last_transaction_id: { lt: `${last.lt}`, hash: last.hash.toString('base64') } }) };
    };
    const endpoint = chain();
    const sent = (number: number) => ({
      source: info.src,
      destination: info.dest,
      createdLt: 999_999n + 10n * BigInt(number),
    });
    const pages = () => methods().filter((method) => method === 'getTransactions').length;
    expect([await endpoint.taken(sent(0)), pages()]).toEqual([undefined, 20]);
    expect((await endpoint.taken(sent(0)))?.lt).toBe(1_000_000n);
    expect(pages()).toBe(22);
    // The history is known now: another message to the account needs one page, a missing one none.
    expect((await endpoint.taken(sent(500)))?.lt).toBe(1_005_000n);
    expect(pages()).toBe(23);
    expect(await endpoint.taken({ ...sent(500), source: SOMEBODY })).toBeUndefined();
    expect(pages()).toBe(23);
  });

  test('an unreachable endpoint is an error, not "not processed yet"', async () => {
    serve('cut');
    await expect(chain().taken(sentTo(oldest))).rejects.toThrow('cannot be reached');
  });
});

describe('the gas price is read from the configuration', () => {
  const prices = (tag: number, price: bigint) => beginCell().storeUint(tag, 8).storeUint(price, 64).storeUint(1, 64);
  const flat = () => beginCell().storeUint(0xd1, 8).storeUint(100, 64).storeUint(40_000, 64);
  const answer = (parameter: { endCell(): Cell }): Answer => ({
    result: { '@type': 'configInfo', config: { bytes: parameter.endCell().toBoc().toString('base64') } },
  });

  test.each([
    ['as networks have it', flat().storeBuilder(prices(0xde, 400n << 16n)), 400n],
    ['without a flat part', prices(0xde, 400n << 16n), 400n],
    ['in the older form', prices(0xdd, 1000n << 16n), 1000n],
    ['rounded up', prices(0xde, (400n << 16n) + 1n), 401n],
  ])('%s', async (_, parameter, expected) => {
    script(answer(parameter));
    expect(await chain().gasPrice()).toBe(expected);
    expect(server.calls[0]).toMatchObject({ method: 'getConfigParam', params: { config_id: 21 } });
  });

  test.each([
    ['another form', answer(prices(0xaa, 1n))],
    ['too few bits', answer(beginCell().storeUint(0xde, 8))],
    ['no bytes', { result: { config: {} } }],
    ['nothing', { result: null }],
  ])('%s instead of a price is reported as an unavailable endpoint', async (_, wrong) => {
    script(wrong);
    await expect(chain().gasPrice()).rejects.toThrow(ChainUnavailable);
  });
});
