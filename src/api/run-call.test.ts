// On a venue that settles later, a change is answered 202 with its id, and with nothing that is not known yet.
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { expect, test } from 'vitest';
import { marketOf, useExchange } from '../../test/exchange-file.ts';
import { send } from '../../test/http/client.ts';
import { MARKET } from '../../test/store-contract/site.ts';
import { keysOf } from '../access/keys.ts';
import type { Account, Ppm } from '../core/amount.ts';
import type { Venue } from '../ports/venue.ts';
import { buildApp } from './app.ts';
import type { ChangeCall } from './call.ts';
import { CALLS } from './calls.ts';
import { createMetrics } from './metrics/metrics.ts';
import { answerOf, execute } from './run-call.ts';

const on = useExchange(MARKET);
const caller = { account: 'ann' as Account, role: 'operator', keyId: '', restrictions: null } as const;
const Pair = { tokenA: 'apple', tokenB: 'bread' };
const call = (name: string) => CALLS.find((one) => one.name === name && one.method === 'POST') as ChangeCall;

/** The real venue, except that it settles later. */
const settlingLater = (venue: Venue): Venue =>
  new Proxy(venue, {
    get(target, name) {
      if (name === 'execute') return async () => ({ status: 'pending', transactionId: 'tx-1' });
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

test.each([
  ['createSwap', { Pair, amount: { tokenA: 10 } }],
  ['provideLiquidity', { Pair, amount: { tokenA: 10, tokenB: 10 } }],
  ['deposit', { account: 'ann', token: 'apple', amount: 5, reference: 'r' }],
])('%s is answered 202 with its id while it is pending', async (name, body) => {
  const market = await marketOf(on.store);
  const nothing = {
    webhooks: {} as never,
    log: {} as never,
    liabilities: {} as never,
    sessions: {} as never,
    usage: { note() {}, async close() {} } as never,
    audits: {} as never,
    faucet: {} as never,
    imports: {} as never,
    images: {} as never,
    people: {} as never,
    brand: {} as never,
    ordersPause: undefined as never,
    cancelAfter: undefined as never,
    orderRoom: {} as never,
  };
  const behind = { market, ...nothing, keys: keysOf(on.store), health: on.exchange };
  const services = { venue: settlingLater(on.exchange), ...behind };
  const limits = {
    rateLimitPerSecond: 0,
    addressLimitPerSecond: 0,
    changesPerDay: 0,
    maxConnections: 10,
    maxReads: 10,
    maxEventReaders: 10,
    accountEventReaders: 0,
  };
  const facts = {} as never;
  const options = {
    facts,
    auth: 'local',
    allowedHosts: null,
    publicUrl: null,
    bodyLimitBytes: 16_384,
    maxPriceImpactPpm: 150_000n as Ppm,
    trustedProxies: [],
    ...limits,
  } as const;
  const logger = pino({ level: 'silent' });
  const app = await buildApp(services, { ...options, requestTimeoutMs: 30_000, logger, metrics: createMetrics() });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const { status, text } = await send({ url, port } as never, { path: `/${name}`, body });
  await app.close();
  await market.close();
  expect([status, text]).toEqual([202, '{"success":true,"data":{"transactionId":"tx-1","status":"pending"}}']);
});

test('calls that are executed concurrently are each answered as completed, with their own transaction id', async () => {
  const asked = (input: object) => ({
    venue: on.exchange,
    market: {} as never,
    webhooks: {} as never,
    log: {} as never,
    liabilities: {} as never,
    keys: keysOf(on.store),
    sessions: {} as never,
    usage: {} as never,
    people: {} as never,
    audits: {} as never,
    faucet: {} as never,
    imports: {} as never,
    images: {} as never,
    brand: {} as never,
    ordersPause: undefined as never,
    cancelAfter: undefined as never,
    orderRoom: {} as never,
    status: {} as never,
    about: {} as never,
    charge: {} as never,
    caller,
    input: input as never,
  });
  const bodies = [
    { Pair, amount: { tokenA: 10 } },
    { Pair, amount: { tokenA: 20 } },
  ];
  const read = await Promise.all(bodies.map((body) => call('createSwap').read(asked(body))));
  const head = await on.exchange.head();
  const executed = await Promise.all(read.map((one, index) => execute(asked({}), one, `key-${index}`)));
  const answers = executed.map((done, index) => answerOf(call('createSwap'), read[index] as never, done));
  expect(answers.map(({ isPending, data }) => [isPending, data])).toEqual(
    executed.map(({ transactionId }) => [false, { transactionId, status: 'completed' }]),
  );
  expect(await on.exchange.head()).toBe(head + 2);
});
