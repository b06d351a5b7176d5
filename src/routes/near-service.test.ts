// The in-thread service of a small market hands over to a separate thread when the market grows or is hard to search.
import { afterEach, expect, test, vi } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE, BREAD, CORN, MAKER } from '../../test/paper-exchange.ts';
import { deposit, pairOf, provide } from '../../test/paper-orders.ts';
import { MARKET, post } from '../../test/store-contract/site.ts';
import { amount } from '../core/amount.ts';
import { openTail } from '../ports/tail.ts';
import { RoutesUnavailable } from '../ports/venue.ts';
import { RouteClient } from './client.ts';
import { RouteThread } from './client-thread.ts';
import { NearRouteService } from './near-service.ts';
import { type Answering, RouteService } from './service.ts';
import { type Answers, questionOf } from './wire.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const on = useExchange([...MARKET, ...[APPLE, BREAD, CORN].map((token) => deposit(MAKER, token, 10n ** 9n))]);
const terms = { ...pairOf(APPLE, BREAD), referred: false, exact: { in: amount(1000n) } };
const question = questionOf('plan', terms);
const limits = { maxPools: 16, minGain: 0 };
const newService = async () => new RouteService(await openTail(on.store.tail), limits);

test('the service answers in this thread while the market has at most mostPools pools, and on its own thread from then on', async () => {
  const [near, far] = [await newService(), await newService()];
  let opened = 0;
  const openFar = (): Answering => {
    opened += 1;
    return far;
  };
  const service = new NearRouteService({ near, openFar, mostPools: 1 });
  const ask = async () => (await service.answer([question])) as Answers;
  const here = await ask();
  expect([opened, here.history]).toEqual([0, -1]);
  await post(on.store, provide(10n ** 6n, 10n ** 6n, { ...pairOf(APPLE, CORN), account: MAKER }));
  // The question that detects the growth is still answered here, and so is one asked meanwhile.
  const [last, meanwhile] = await Promise.all([ask(), ask()]);
  expect([last.history, meanwhile.history, opened]).toEqual([-1, -1, 1]);
  const there = await ask();
  // The other service counts its own rollbacks, so its history number must differ.
  expect([opened, there.history]).toEqual([1, 0]);
  expect([last.answers, there.answers]).toEqual([here.answers, here.answers]);
  await service.close();
});

test('the service moves to its own thread when long searches took more than a second of a minute in this one', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  let searchesMs: readonly number[] = [];
  const serviceAt = (history: number) => ({
    pools: 1,
    answer: async () => ({ sequence: 1, history, answers: [], putOff: 0, searchesMs }),
    close: async () => {},
  });
  const service = new NearRouteService({ near: serviceAt(-1), openFar: () => serviceAt(1), mostPools: 1 });
  const isAnsweredThere = async (...took: number[]) => {
    searchesMs = took;
    return ((await service.answer([question])) as Answers).history === 1;
  };
  // Searches of up to a millisecond do not count: messages to another thread would cost more.
  expect(await isAnsweredThere(...new Array(5000).fill(0.9))).toBe(false);
  expect(await isAnsweredThere(0.2, 999)).toBe(false);
  clock.mockReturnValue(70_000);
  expect(await isAnsweredThere(990)).toBe(false);
  expect(await isAnsweredThere(11)).toBe(false);
  expect(await isAnsweredThere(0)).toBe(true);
  await service.close();
});

test('a question asked before the service of a small market is closed is still answered', async () => {
  const near = await newService();
  const service = new NearRouteService({ near, openFar: () => near, mostPools: 1 });
  const answered = service.answer([question]);
  await service.close();
  expect(((await answered) as Answers).answers).toHaveLength(1);
});

test('if a thread cannot be opened, opening is retried, and questions meanwhile fail with RoutesUnavailable', async () => {
  // Functions cannot be sent to a thread, so opening this one fails immediately.
  const tail = { ...on.store.tail, options: { ...on.store.tail.options, broken: () => {} } as { broken?: object } };
  const ends: string[] = [];
  const openFar = () => new RouteThread({ tail, limits, onEnd: ({ why }) => ends.push(why) });
  const routeClient = new RouteClient(new NearRouteService({ near: await newService(), openFar, mostPools: 0 }), {
    maxWaiting: 10,
  });
  const { plan } = await routeClient.plan(terms);
  expect(ends).toEqual([expect.stringContaining('could not be cloned')]);
  await expect(routeClient.plan(terms)).rejects.toThrow(RoutesUnavailable);
  while (ends.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  delete tail.options.broken;
  let answered: { plan: unknown } | undefined;
  while (!answered) {
    answered = await routeClient
      .plan(terms)
      .catch((error: unknown) => void expect(error).toBeInstanceOf(RoutesUnavailable));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(answered.plan).toEqual(plan);
  await routeClient.close();
});

test('if the service fails, every question fails with its error and no longer counts as waiting', async () => {
  const fails = () => Promise.reject(new Error('no memory'));
  const routeClient = new RouteClient({ answer: fails, close: async () => {} }, { maxWaiting: 1 });
  // Only one question may wait: the second would be refused if the first still counted.
  for (let time = 0; time < 2; time++) await expect(routeClient.plan(terms)).rejects.toThrow('no memory');
});
