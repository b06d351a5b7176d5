// Which questions are answered first, how many may wait, and the search time reported for each.
import { expect, test, vi } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE, BREAD, CORN, MAKER } from '../../test/paper-exchange.ts';
import { ann, deposit, pairOf, provide } from '../../test/paper-orders.ts';
import { MARKET } from '../../test/store-contract/site.ts';
import { type Amount, amount } from '../core/amount.ts';
import { openTail } from '../ports/tail.ts';
import { Overloaded } from '../ports/venue.ts';
import { endOfTurn } from '../thread/shared-turn.ts';
import { RouteClient } from './client.ts';
import { type Answering, RouteService } from './service.ts';
import { type Answers, questionOf, type RouteAnswer, type RouteQuestion, type RouteReply } from './wire.ts';

const on = useExchange([
  ...MARKET,
  ...[APPLE, BREAD, CORN].map((token) => deposit(MAKER, token, 10n ** 9n)),
  provide(10n ** 6n, 10n ** 6n, { ...pairOf(APPLE, CORN), account: MAKER }),
  provide(5n * 10n ** 6n, 10n ** 6n, { ...pairOf(BREAD, CORN), account: MAKER }),
]);
const terms = (units: number) => ({
  ...pairOf(APPLE, BREAD),
  referred: false,
  exact: { in: amount(BigInt(units)) },
});

/** A service that answers when the test tells it to. */
class HeldService implements Answering {
  readonly batches: { readonly units: readonly number[]; reply(answers?: Partial<Answers>): void }[] = [];

  answer(questions: readonly RouteQuestion[]): Promise<RouteReply> {
    return new Promise((resolve) => {
      const answers: RouteAnswer[] = questions.map(([wanted]) =>
        wanted === 'route' ? null : { refusal: { code: 'nothing_to_collect' } as never },
      );
      const usual = { sequence: 1, history: 0, answers, putOff: 0, searchesMs: questions.map(() => 0) };
      const units = questions.map(([, , , , asked]: RouteQuestion) => Number(asked as Amount));
      this.batches.push({ units, reply: (given) => resolve({ ...usual, ...given }) });
    });
  }

  async close(): Promise<void> {}
}

const turn = async () => {
  await endOfTurn();
  await endOfTurn();
};

test('questions of swaps are sent at once, quotes one batch after the other, and in a batch strangers’ quotes come last', async () => {
  const service = new HeldService();
  const routeClient = new RouteClient(service, { maxWaiting: 1000 });
  const units = () => service.batches.map((batch) => batch.units);
  const first = routeClient.route(terms(9));
  await turn();
  service.batches.shift()?.reply();
  await first;
  const answered: Promise<unknown>[] = [routeClient.plan(terms(1))];
  await turn();
  answered.push(
    routeClient.plan(terms(2), 'stranger'),
    routeClient.plan(terms(3), 'quote'),
    routeClient.route(terms(4)),
  );
  await turn();
  answered.push(
    routeClient.plan(terms(5), 'stranger'),
    routeClient.plan(terms(6), 'quote'),
    routeClient.route(terms(7)),
  );
  await turn();
  expect(units()).toEqual([[1], [4], [7]]);
  service.batches[0]?.reply();
  await turn();
  expect(units()).toEqual([[1], [4], [7], [3, 6, 2, 5]]);
  for (const { reply } of service.batches) reply();
  await Promise.all(answered);
});

test('a batch has at most 64 quotes, and strangers get only the places that callers with a key leave', async () => {
  const service = new HeldService();
  const routeClient = new RouteClient(service, { maxWaiting: 1000 });
  const answered: Promise<unknown>[] = [];
  for (let index = 0; index < 100; index += 1) answered.push(routeClient.plan(terms(1000 + index), 'stranger'));
  for (let index = 0; index < 60; index += 1) answered.push(routeClient.plan(terms(1 + index)));
  await turn();
  const [first] = service.batches;
  expect(first?.units.length).toBe(64);
  expect(first?.units.filter((units) => units >= 1000)).toEqual([1000, 1001, 1002, 1003]);
  while (service.batches.length < 3) {
    service.batches.at(-1)?.reply();
    await turn();
  }
  service.batches.at(-1)?.reply();
  await Promise.all(answered);
});

test('at most 200 quotes of strangers may wait; then other quotes and swaps are still accepted', async () => {
  const service = new HeldService();
  const routeClient = new RouteClient(service, { maxWaiting: 1000 });
  const answered: Promise<unknown>[] = [routeClient.plan(terms(1))];
  await turn();
  for (let index = 0; index < 200; index += 1) answered.push(routeClient.plan(terms(2), 'stranger'));
  const refused = routeClient.plan(terms(2), 'stranger');
  await expect(refused).rejects.toThrow(Overloaded);
  await expect(refused).rejects.toThrow('200 quotes without a key are already waiting');
  answered.push(routeClient.plan(terms(3)), routeClient.route(terms(4)));
  const closed = routeClient.close();
  for (let batch = 0; batch < service.batches.length; batch += 1) {
    service.batches[batch]?.reply();
    await turn();
  }
  // The client answers every accepted question before it closes.
  await Promise.all([closed, ...answered]);
});

test('postponed questions are asked again before later ones, and each search time is reported once', async () => {
  const service = new HeldService();
  const routeClient = new RouteClient(service, { maxWaiting: 3 });
  const costs: unknown[] = [];
  routeClient.onSearch((account, ms) => costs.push([account, ms]));
  const first = [1, 2].map((units) => routeClient.plan(terms(units), 'stranger', (ms) => costs.push(ms)));
  await turn();
  const last = routeClient.plan(terms(3), 'stranger', (ms) => costs.push(ms));
  const refusal: RouteAnswer = { refusal: { code: 'nothing_to_collect' } as never };
  service.batches[0]?.reply({ answers: [refusal, { later: true }], putOff: 1, searchesMs: [7, 0] });
  await turn();
  expect(service.batches[1]?.units).toEqual([2, 3]);
  // Two are waiting, so there is room for one.
  const swap = routeClient.route(terms(4), ann);
  await expect(routeClient.route(terms(5), ann)).rejects.toThrow(Overloaded);
  service.batches[1]?.reply({ searchesMs: [8, 9] });
  await turn();
  service.batches[2]?.reply({ searchesMs: [10] });
  await Promise.all([...first, last, swap]);
  expect(costs).toEqual([7, 8, 9, [ann, 10]]);
});

test('postponed swaps are asked again in their order of arrival, also while closing', async () => {
  const service = new HeldService();
  const routeClient = new RouteClient(service, { maxWaiting: 1000 });
  const LATER: RouteAnswer = { later: true };
  const answered = [1, 2, 3].map((units) => routeClient.route(terms(units)));
  await turn();
  answered.push(...[4, 5].map((units) => routeClient.route(terms(units))));
  await turn();
  const closed = routeClient.close();
  // The batch that was sent first is also answered first.
  service.batches[0]?.reply({ answers: [null, LATER, LATER], putOff: 2 });
  service.batches[1]?.reply({ answers: [null, LATER], putOff: 1 });
  await turn();
  expect(service.batches.map(({ units }) => units)).toEqual([
    [1, 2, 3],
    [4, 5],
    [2, 3, 5],
  ]);
  service.batches[2]?.reply({ answers: [null, null, LATER], putOff: 1 });
  await turn();
  service.batches[3]?.reply();
  await Promise.all([closed, ...answered]);
});

test('a service postpones further quotes after searching for enoughMs, and further swaps after five times as long', async () => {
  const service = new RouteService(await openTail(on.store.tail), { maxPools: 16, minGain: 0, enoughMs: 10 });
  await service.answer([]);
  // The clock advances six milliseconds with every reading, at the start and end of each search.
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 6;
    return nowMs;
  });
  const wanted = ['plan', 'plan', 'plan', 'route', 'plan', ...new Array(7).fill('route')] as const;
  const reply = (await service.answer(wanted.map((what, index) => questionOf(what, terms(1000 + index))))) as Answers;
  clock.mockRestore();
  const later = reply.answers.map((answer) => answer !== null && 'later' in answer);
  expect(later).toEqual([false, false, true, false, true, ...new Array(6).fill(false), true]);
  expect([reply.putOff, reply.searchesMs]).toEqual([3, [6, 6, 0, 6, 0, ...new Array(6).fill(6), 0]]);
  await service.close();
});
