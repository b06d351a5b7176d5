// Events page by page: a reader that continues where a page ended gets everything once.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { observerOf, openStore, useExchangeFile } from '../../../test/exchange-file.ts';
import { APPLE } from '../../../test/paper-exchange.ts';
import { ann, deposit, swap, withdraw } from '../../../test/paper-orders.ts';
import { MARKET, post } from '../../../test/store-contract/site.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import { RecentEvents } from '../../journal/recent-events.ts';
import type { EventFilter } from '../../ports/market.ts';
import type { Store } from '../../ports/store.ts';
import type { Observer } from '../observer.ts';
import { readEvents } from './events.ts';

const path = useExchangeFile([...MARKET, deposit(ann, APPLE, 10n ** 9n), ...many(1100)]);
let store: Store;
let observer: Observer;
beforeEach(async () => {
  store = await openStore(path());
  observer = await observerOf(store);
  await observer.catchUp();
});
afterEach(async () => {
  await observer.close();
  await store.close();
});

/** Swaps, and in place of every tenth a withdrawal, which is private. */
function many(count: number) {
  return Array.from({ length: count }, (_, at) => (at % 10 === 9 ? withdraw(ann, APPLE, 1n) : swap(10n)));
}

/** All pages from a sequence on, as the sequences of their events. */
async function pagesFrom(after: number, filter: EventFilter) {
  const pages: { told: number[]; last: number; characters: number }[] = [];
  for (let at = after; ; ) {
    const { text, count, last, head } = await readEvents(observer, { after: at, limit: 500, filter });
    const told = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(told).toHaveLength(count);
    pages.push({ told, last, characters: text.length });
    expect(last).toBeGreaterThan(at);
    at = last;
    if (last === head) return pages;
  }
}

const OPERATOR = { own: { account: ann, isOperator: true, alone: false } };

test.each([
  { what: 'all events', after: 0, filter: OPERATOR },
  { what: 'public events', after: 0, filter: {} },
  { what: 'events of one kind', after: 0, filter: { kinds: ['withdraw'], ...OPERATOR } },
])('a page ends at the text limit, and the next begins right after it: $what', async ({ after, filter }) => {
  const pages = await pagesFrom(after, filter);
  const events = await allOf(filter);
  expect(pages.flatMap(({ told }) => told)).toEqual(events);
  const [first] = pages as [(typeof pages)[0]];
  // With many events, the text limit ends the page before the limit of 500 transactions does.
  if (events.length > 600) expect(first.last).toBeLessThan(500);
  for (const { told, last, characters } of pages) {
    expect(told.at(-1) ?? 0).toBeLessThanOrEqual(last);
    expect(characters).toBeLessThan(131_072 + 2000);
  }
});

test('pages lack and repeat nothing if events are read from memory, or first from the journal and then from memory', async () => {
  const after = observer.head;
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => after + 1 + at);
  for (const count of [480, 1200]) {
    while (observer.head < after + count) {
      await post(store, ...many(80));
      await observer.catchUp();
    }
    expect(observer.recent.between(after, observer.head)?.length).toBe(count === 480 ? 480 : undefined);
    const pages = await pagesFrom(after, OPERATOR);
    expect(pages.flatMap(({ told }) => told)).toEqual(numbers(count));
    expect(pages.length).toBeGreaterThan(count / 400);
  }
});

/** All events, read in pages too short for the text limit. */
async function allOf(filter: EventFilter): Promise<readonly number[]> {
  const all: number[] = [];
  for (let after = 0; after < observer.head; after += 100) {
    const { text } = await readEvents(observer, { after, limit: 100, filter });
    all.push(...[...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)));
  }
  return all;
}

const taken = (sequence: number) => ({ sequence, id: `${sequence}` }) as Posted;

test('RecentEvents keeps at least the last 500 transactions without a gap, but not the last 1,000', () => {
  const recent = new RecentEvents();
  recent.restart(observer.book);
  for (let sequence = 1; sequence <= 9000; sequence += 1) {
    recent.take(taken(sequence));
    if (sequence % 250 !== 0) continue;
    const last = Array.from({ length: Math.min(500, sequence) }, (_, at) => Math.max(0, sequence - 500) + 1 + at);
    const found = recent.between(Math.max(0, sequence - 500), sequence)?.map(({ id }) => Number(id));
    expect(found).toEqual(last);
    expect(recent.between(sequence - 1000, sequence)).toBeUndefined();
  }
});

test('RecentEvents keeps nothing while nobody reads, and keeps transactions again after a read', () => {
  const recent = new RecentEvents();
  recent.restart(observer.book);
  for (let sequence = 1; sequence <= 3000; sequence += 1) recent.take(taken(sequence));
  expect(recent.between(2990, 3000)).toBeUndefined();
  for (let sequence = 3001; sequence <= 3010; sequence += 1) recent.take(taken(sequence));
  expect(
    recent
      .between(3000, 3010)
      ?.map(({ sequence }) => sequence)
      .at(0),
  ).toBe(3001);
  expect(recent.between(2999, 3010)).toBeUndefined();
});
