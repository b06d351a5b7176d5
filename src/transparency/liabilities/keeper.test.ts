// What is owed is stated once, or it is said why not.
import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useExchange } from '../../../test/exchange-file.ts';
import { MARKET } from '../../../test/store-contract/site.ts';
import { openProjection, type Projection } from '../../ports/projection.ts';
import { LOG_KIND } from '../../ports/public-log.ts';
import type { Store } from '../../ports/store.ts';
import { publishStatement, stateOwed } from './keeper.ts';

const HEAD = MARKET.length;
const on = useExchange(MARKET);
let kept: Projection;
beforeEach(async () => {
  kept = await openProjection(on.store.projection);
  const body = JSON.stringify({ origin: 'example.com/log', secret: hash('sha256', 'secret', 'hex'), firstSequence: 1 });
  await on.store.sideRecords.change([{ kind: LOG_KIND, id: '1', version: 0, body }], { nowMs: Date.now() });
});
afterEach(() => kept.close());

const stateFrom = (store: Pick<Store, 'journal' | 'projection'>, signal = new AbortController().signal) =>
  stateOwed(store, on.exchange, { everyMs: 0, signal });

test('the hash of a list is one transaction, however often it is stated, and the list names it', async () => {
  const document = { asOf: HEAD, atMs: 1, log: 1, intervalMs: 3_600_000, previous: null, hash: 'ab'.repeat(32) };
  const named: unknown[] = [];
  const store = { stateLiabilities: async (...args: unknown[]) => void named.push(args) };
  const first = await publishStatement(document, on.exchange, store);
  expect(await publishStatement(document, on.exchange, store)).toBe(first);
  expect(named).toEqual(Array(2).fill([HEAD, first]));
  expect(await on.store.head()).toBe(HEAD + 1);
  expect((await on.store.posted(HEAD + 1))?.receipt).toEqual({
    kind: 'liabilities',
    format: 2,
    ...document,
  });
  // Another list as of the same transaction has another key.
  expect(await publishStatement({ ...document, hash: 'cd'.repeat(32) }, on.exchange, store)).not.toBe(first);
});

test('a thread makes the list, and it is stated', async () => {
  expect(await stateFrom(on.store)).toMatchObject({ asOf: HEAD });
  expect(await on.store.head()).toBe(HEAD + 1);
  expect((await kept.liabilities(9)).map(({ transactionId }) => typeof transactionId)).toEqual(['string']);
});

test('a thread that cannot open the journal fails with its words, and states nothing', async () => {
  const { projection, journal } = on.store;
  const broken = 'export const openJournal = () => { throw new Error("the disk is gone") }';
  const module = `data:text/javascript,${encodeURIComponent(broken)}`;
  await expect(stateFrom({ projection, journal: { ...journal, module } })).rejects.toThrow('the disk is gone');
  expect(await on.store.head()).toBe(HEAD);
});

test.each([
  ['before its thread has started', () => {}],
  // Once the thread says so, it waits for ever.
  ['while its thread is busy', (busy: Promise<void>) => busy],
])('an abort ends it %s, and nothing is stated', async (_, moment) => {
  const { projection, journal } = on.store;
  const busy = new BroadcastChannel(crypto.randomUUID());
  const endless = `const say = new BroadcastChannel('${busy.name}');
    export const openJournal = () => new Promise(() => say.postMessage('busy'))`;
  const module = `data:text/javascript,${encodeURIComponent(endless)}`;
  const stop = new AbortController();
  const stating = stateFrom({ projection, journal: { ...journal, module } }, stop.signal);
  await moment(new Promise((resolve) => busy.addEventListener('message', () => resolve(), { once: true })));
  stop.abort();
  expect(await stating).toBeUndefined();
  busy.close();
  expect(await on.store.head()).toBe(HEAD);
});
