// The keeper: states what is owed when that is due, once, and says why it could not.
import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useExchange } from '../../../test/exchange-file.ts';
import { MARKET } from '../../../test/store-contract/site.ts';
import type { LiabilitiesQueries } from '../../ports/liabilities.ts';
import { openProjection, type Projection } from '../../ports/projection.ts';
import { LOG_KIND } from '../../ports/public-log.ts';
import type { Store } from '../../ports/store.ts';
import { LiabilitiesKeeper, state } from './keeper.ts';

const HEAD = MARKET.length;
const HOUR_MS = 3_600_000;

const on = useExchange(MARKET);
let kept: Projection;
let stated: number[];
const keepers: LiabilitiesKeeper[] = [];
beforeEach(async () => {
  stated = [];
  kept = await openProjection(on.store.projection);
  const body = JSON.stringify({ origin: 'example.com/log', secret: hash('sha256', 'secret', 'hex'), firstSequence: 1 });
  await on.store.sideRecords.change([{ kind: LOG_KIND, id: '1', version: 0, body }], { nowMs: Date.now() });
});
afterEach(async () => {
  for (const keeper of keepers.splice(0)) await keeper.close();
  await kept.close();
});

/** `lastMs` is when the last list was made; undefined if there was none. */
function keeperOf(lastMs: number | undefined, store: Pick<Store, 'journal' | 'projection'> = on.store) {
  const last = lastMs === undefined ? undefined : { atMs: lastMs };
  const liabilities = { liabilities: async () => last } as unknown as Pick<LiabilitiesQueries, 'liabilities'>;
  const keeper = new LiabilitiesKeeper(store, on.exchange, liabilities, {
    everyMs: HOUR_MS,
    onStated: ({ asOf }) => stated.push(asOf),
    onFailure: () => {},
  });
  keepers.push(keeper);
  return keeper;
}

test('the hash of a list is one transaction, however often it is stated, and the list names it', async () => {
  const document = { asOf: HEAD, atMs: 1, log: 1, intervalMs: HOUR_MS, previous: null, hash: 'ab'.repeat(32) };
  const named: unknown[] = [];
  const store = { stateLiabilities: async (...args: unknown[]) => void named.push(args) };
  const first = await state(document, on.exchange, store);
  expect(await state(document, on.exchange, store)).toBe(first);
  expect(named).toEqual(Array(2).fill([HEAD, first]));
  expect(await on.store.head()).toBe(HEAD + 1);
  expect((await on.store.posted(HEAD + 1))?.receipt).toEqual({
    kind: 'liabilities',
    format: 2,
    ...document,
  });
  // Another list as of the same transaction has another key.
  expect(await state({ ...document, hash: 'cd'.repeat(32) }, on.exchange, store)).not.toBe(first);
});

test.each([
  ['there was none', undefined, true],
  ['the last is as old as the interval', HOUR_MS, true],
  ['the last is a millisecond younger', HOUR_MS - 1, false],
  ['the last is from the future by less than the interval', -HOUR_MS + 1, false],
  ['the last is from the future by the interval', -HOUR_MS, true],
])('a list is stated if %s', async (_, ageMs, isDue) => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
  try {
    await keeperOf(ageMs === undefined ? undefined : Date.now() - ageMs).look();
  } finally {
    vi.useRealTimers();
  }
  expect(stated).toEqual(isDue ? [HEAD] : []);
  expect(await on.store.head()).toBe(isDue ? HEAD + 1 : HEAD);
  expect((await kept.liabilities(9)).map(({ transactionId }) => typeof transactionId)).toEqual(isDue ? ['string'] : []);
});

test('a thread that cannot open the journal fails the look with its words, and states nothing', async () => {
  const { projection, journal } = on.store;
  const broken = 'export const openJournal = () => { throw new Error("the disk is gone") }';
  const module = `data:text/javascript,${encodeURIComponent(broken)}`;
  await expect(keeperOf(undefined, { projection, journal: { ...journal, module } }).look()).rejects.toThrow(
    'the disk is gone',
  );
  expect([stated, await on.store.head()]).toEqual([[], HEAD]);
});

test.each([
  ['before its thread has started', () => {}],
  // Once the thread says so, it waits for ever.
  ['while its thread is busy', (busy: Promise<void>) => busy],
])('closing ends a look %s, and nothing is stated', async (_, moment) => {
  const { projection, journal } = on.store;
  const busy = new BroadcastChannel(crypto.randomUUID());
  const endless = `const say = new BroadcastChannel('${busy.name}');
    export const openJournal = () => new Promise(() => say.postMessage('busy'))`;
  const module = `data:text/javascript,${encodeURIComponent(endless)}`;
  const keeper = keeperOf(undefined, { projection, journal: { ...journal, module } });
  const looked = keeper.look();
  await moment(new Promise((resolve) => busy.addEventListener('message', () => resolve(), { once: true })));
  await keeper.close();
  await looked;
  busy.close();
  expect([stated, await on.store.head()]).toEqual([[], HEAD]);
});
