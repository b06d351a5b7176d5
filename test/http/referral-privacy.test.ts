// Visibility of a referred swap: its owner and operators see all of it, its referrer the own income only, and others nothing but the public event. About 3 s.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyTransactionProof } from '#client/proof';
import { createKey } from '../../src/access/keys.ts';
import { audit } from '../../src/audit/audit.ts';
import type { Account } from '../../src/core/amount.ts';
import { openProjection } from '../../src/ports/projection.ts';
import { LOG_KIND } from '../../src/ports/public-log.ts';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import { Recorder } from '../../src/transparency/log/recorder.ts';
import { FileSigner } from '../../src/transparency/log/signer.ts';
import { differencesOf } from '../../web/src/data/log/differences.ts';
import { recordAll } from '../record-all.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { exact, send } from './client.ts';
import { EventStream, until } from './event-stream.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const PEOPLE = ['carol', 'shop', 'eve'];
let server: Server;
let receiver: Receiver;
const keys: Record<string, string> = {};
const hooks: Record<string, string> = {};
let start = 0;
let end = 0;
/** Ids of the swap through one pool, of the one through two, and of one that its own referrer made. */
let [direct, routed, byReferrer] = ['', '', ''];

const headersOf = (who: string): Record<string, string> => (who === '' ? {} : { authorization: `Bearer ${keys[who]}` });
const ask = (who: string, path: string, body?: object) =>
  send(server, { path, ...(body && { body }), headers: headersOf(who) });
const data = async (who: string, path: string, body?: object) => {
  const answer = await ask(who, path, body);
  expect(answer.status, answer.text).toBe(200);
  return exact(answer).data;
};

beforeAll(async () => {
  server = await startServer({ auth: 'keys', log: 'signed' });
  receiver = await startReceiver();
  for (const account of ['local', ...PEOPLE]) {
    const role = account === 'local' ? 'operator' : 'trader';
    keys[account] = (await createKey(server.store, { account: account as Account, role }, 0)).key;
  }
  await openMarket(server, headersOf('local'));
  for (const account of [...PEOPLE, 'local'])
    for (const token of ['apple', 'corn'])
      await data('local', '/deposit', { account, token, amount: 10_000, reference: `start-${account}` });
  const toCorn = { tokenA: 'bread', tokenB: 'corn' };
  await data('local', '/provideLiquidity', { Pair: toCorn, amount: { tokenA: 5000, tokenB: 5000 } });
  for (const who of ['local', ...PEOPLE]) hooks[who] = (await data(who, '/createWebhook', { url: receiver.url })).id;
  start = await server.exchange.head();
  const swap = async (who: string, body: object) =>
    (await data(who, '/createSwap', { amount: { tokenA: 100 }, referrer: 'shop', ...body })).transactionId;
  direct = await swap('carol', { Pair, route: 'direct' });
  routed = await swap('carol', { Pair: { tokenA: 'apple', tokenB: 'corn' } });
  byReferrer = await swap('shop', { Pair });
  end = await server.exchange.head();
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const OTHER = 'another account';

describe('a referrer sees the own income and nothing of the swap', () => {
  test.each(['getActivity', 'getTransaction'])('in %s', async (call) => {
    for (const [id, token, pool] of [
      [direct, 'bread', true],
      [routed, 'corn', false],
    ] as const) {
      const path = call === 'getActivity' ? '/getActivity' : `/getTransaction?transactionId=${id}`;
      const answer = await data('shop', path);
      const seen =
        call === 'getActivity'
          ? answer.activity.find(({ transactionId }: { transactionId: string }) => transactionId === id)
          : answer;
      const { transfers, entries, pools, poolAddress, sequence, createdAt, ...rest } = seen;
      const { amount } = rest;
      expect(rest).toEqual({ transactionId: id, kind: 'referral', account: 'shop', actor: OTHER, token, amount });
      expect(Number(amount)).toBeGreaterThan(0);
      expect(typeof poolAddress).toBe(pool ? 'string' : 'undefined');
      expect(JSON.stringify(answer)).not.toContain('carol');
      if (call === 'getActivity') continue;
      expect([pools, entries]).toEqual([null, [{ account: 'shop', token, change: amount }]]);
      expect(transfers).toEqual([{ from: expect.stringMatching(/^pool /), to: 'shop', token, amount }]);
    }
  });

  test.each(['', '&format=csv', '&format=ndjson'])('in getActivity%s of any form', async (format) => {
    const { text } = await ask('shop', `/getActivity?${format.slice(1)}`);
    expect(text).toContain(direct);
    expect(text).not.toContain('carol');
  });

  test('unless the referrer made the swap', async () => {
    expect(await data('shop', `/getTransaction?transactionId=${byReferrer}`)).toMatchObject({
      ...Pair,
      ...{ kind: 'swap', account: 'shop', actor: 'shop', referrer: 'shop', amountA: '100' },
    });
  });

  test('and has no swap of others in getSwap', async () => {
    expect((await ask('shop', `/getSwap?transactionId=${direct}`)).status).toBe(404);
  });
});

test.each(['carol', 'local'])('%s sees all of the swap', async (who) => {
  const seen = await data(who, `/getTransaction?transactionId=${direct}`);
  expect(seen).toMatchObject({
    kind: 'swap',
    ...Pair,
    account: 'carol',
    actor: 'carol',
    referrer: 'shop',
    amountA: '100',
  });
  expect([seen.transfers.length, seen.pools.length]).toEqual([4, 1]);
});

test('others see nothing of it', async () => {
  for (const call of ['getTransaction', 'getTransactionProof'])
    expect((await ask('eve', `/${call}?transactionId=${direct}`)).status).toBe(404);
  expect((await ask('eve', '/getActivity')).text).not.toContain(direct);
});

type Told = Record<string, unknown>;

/** The public event, and what each may see of it besides. */
const PRIVATE: Readonly<Record<string, object>> = {
  eve: {},
  shop: { referrer: 'shop' },
  carol: { referrer: 'shop', actor: 'carol', account: 'carol' },
  local: { referrer: 'shop', actor: 'carol', account: 'carol' },
};

function expectOwn(who: string, told: readonly Told[]): void {
  const event = told.find(({ sequence }) => sequence === start + 1);
  const { transactionId, actor, account, referrer } = event as Told;
  const seen = JSON.parse(JSON.stringify({ actor, account, referrer }));
  expect(seen, who).toEqual(PRIVATE[who]);
  expect(transactionId).toBe(who === 'eve' ? undefined : direct);
  expect(event).toMatchObject({ kind: 'swap', ...Pair, amountA: '100' });
}

test('events add the id and the referrer to the public event of a referrer, but no account', async () => {
  for (const who of Object.keys(PRIVATE)) {
    const stream = await EventStream.open(server.url, `/events?after=${start}&own=true`, headersOf(who));
    await until(() => expect(stream.lastId).toBeGreaterThanOrEqual(end));
    stream.close();
    expectOwn(
      who,
      stream.events.map(({ data: event }) => event),
    );
  }
});

test('webhooks deliver the same', async () => {
  const told = (who: string) =>
    receiver.received
      .map(({ body }) => JSON.parse(body).data)
      .filter(({ hook }) => hook === hooks[who])
      .flatMap(({ events }) => events as Told[]);
  for (const who of Object.keys(PRIVATE)) {
    await until(() => expect(told(who).some(({ sequence }) => (sequence as number) >= end)).toBe(true));
    expectOwn(who, told(who));
  }
});

test('the proof of a swap opens to its referrer the own income only, and each sees what the record in the log says', async () => {
  const projection = await openProjection(server.store.projection);
  const identity = { origin: 'example.com/log', secret: 'ab'.repeat(32), firstSequence: 1 };
  const record = { kind: LOG_KIND, id: '1', version: 0, body: JSON.stringify(identity) };
  await server.store.sideRecords.change([record], { nowMs: Date.now() });
  const signer = new FileSigner(newKeyFile(), `${server.path}.last`);
  await recordAll(new Recorder(projection, { signer, checkpointEveryMs: 1 }), projection);
  await projection.close();
  const opened: Record<string, readonly string[]> = {};
  for (const id of [direct, routed]) {
    for (const who of ['carol', 'shop', 'local']) {
      const proof = await data(who, `/getTransactionProof?transactionId=${id}`);
      const [, sequence, , kind, actor, , receipt] = proof.row.split('\n');
      expect([Number(sequence) > start, kind, actor]).toEqual([true, 'swap', '']);
      expect(Object.keys(JSON.parse(receipt))).toEqual(['actor', 'receipt', 'referral']);
      const verified = await verifyTransactionProof(proof, { key: proof.vkey });
      opened[who] = verified.opened.map(({ name }) => name);
      expect(await differences(who, id)).toEqual([]);
      if (who !== 'shop') {
        expect([verified.actor, JSON.parse(verified.receipt)]).toEqual([
          'carol',
          expect.objectContaining({ kind: 'swap', account: 'carol', referrer: 'shop' }),
        ]);
        continue;
      }
      expect(JSON.stringify(proof)).not.toContain('carol');
      expect(JSON.parse(verified.opened[0]?.text ?? '')).toMatchObject({ account: 'shop' });
      const forged = [{ ...proof.opened[0], text: proof.opened[0].text.replace(/"amount":\d+/, '"amount":1') }];
      await expect(verifyTransactionProof({ ...proof, opened: forged }, { key: proof.vkey })).rejects.toThrow(
        'it was changed',
      );
    }
  }
  const ALL = ['actor', 'receipt', 'referral'];
  expect(opened).toEqual({ carol: ALL, shop: ['referral'], local: ALL });
  for (let sequence = 1; sequence <= end; sequence += 1) expect(await differences('local', sequence)).toEqual([]);
  await expect(audit(server.store, () => {}, { isFull: true })).resolves.toMatchObject({ transactions: end });
});

/** A transaction as the page compares it with its proven row. */
async function differences(who: string, named: string | number) {
  const query = typeof named === 'number' ? `sequence=${named}` : `transactionId=${named}`;
  const shown = await data(who, `/getTransaction?${query}`);
  const proof = await data(who, `/getTransactionProof?transactionId=${shown.transactionId}`);
  const numbers = { index: Number(proof.index), size: Number(proof.size) };
  const row = await verifyTransactionProof({ ...proof, ...numbers }, { key: proof.vkey });
  const { tokens } = await data(who, '/getTokens');
  const decimalsOf = (token: string) =>
    Number(tokens.find((one: { address: string }) => one.address === token).decimals);
  return differencesOf(row, shown, { viewer: who === 'local' ? null : who, decimalsOf });
}
