// When many readers are sent new events: together, in turn, and at once if there are many events. The clock is the test's.
import { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventsQuery, Market } from '../../ports/market.ts';
import { clientNetworks } from '../door/client-networks.ts';
import { EventReader } from './reader.ts';
import { EventReaders } from './readers.ts';

const METRICS = { send() {}, drop() {}, watchReaders() {} };
const CHARGE = { rows() {}, async pace() {} };
const READS = { filter: {}, name: '' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A journal whose events are their sequences, with this many readers at its head, which may ask for frequent heartbeats. */
async function crowd(count: number, beatMs?: number) {
  let checks = 0;
  const check = async () => {
    checks += 1;
  };
  let head = 1000;
  let say = (_head: number) => {};
  const market = {
    onHead: (listener: typeof say) => {
      say = listener;
    },
    async events({ after }: EventsQuery) {
      const last = Math.max(after, head);
      const text = last > after ? `${after + 1}-${last} ` : '';
      return { text, count: last - after, last, head, rewinds: 0, forks: { last: 0, lowest: 0 } };
    },
  } as unknown as Market;
  const readers = new EventReaders(market, METRICS, { maxEventReaders: count, accountEventReaders: 0 });
  const texts: string[] = [];
  const first = await readers.questions.ask(head, READS);
  for (let at = 0; at < count; at += 1) {
    const response = new ServerResponse({ method: 'GET' } as never);
    response.write = ((chunk: string | Buffer) => {
      texts[at] = (texts[at] ?? '') + chunk;
      return true;
    }) as never;
    readers.add(
      new EventReader(
        { response, questions: readers.questions, reads: READS, metrics: METRICS, charge: CHARGE, beatMs, check },
        first,
        undefined,
      ),
    );
    texts[at] = '';
  }
  await vi.advanceTimersByTimeAsync(2);
  return {
    checks: () => checks,
    async grow(by: number) {
      head += by;
      say(head);
      await vi.advanceTimersByTimeAsync(2);
    },
    /** The different texts that were sent since the last call, with the number of readers that got each. */
    sent() {
      const counts = new Map<string, number>();
      for (const text of texts.splice(0, count, ...texts.map(() => ''))) counts.set(text, (counts.get(text) ?? 0) + 1);
      return Object.fromEntries(counts);
    },
  };
}

test('100 readers are sent new events 25 at a time, and events of the meantime together after them', async () => {
  const { grow, sent } = await crowd(100);
  await grow(1);
  expect(sent()).toEqual({ '1001-1001 ': 25, '': 75 });
  await grow(1);
  await grow(1);
  await vi.advanceTimersByTimeAsync(30);
  expect(sent()).toEqual({ '1001-1001 ': 75, '': 25 });
  await vi.advanceTimersByTimeAsync(50);
  expect(sent()).toEqual({ '1002-1003 ': 100 });
});

test('a page that many events fill is sent to everyone at once', async () => {
  const { grow, sent } = await crowd(100);
  await grow(1);
  await vi.advanceTimersByTimeAsync(35);
  expect(sent()).toEqual({ '1001-1001 ': 100 });
  await grow(150);
  await vi.advanceTimersByTimeAsync(3);
  expect(sent()).toEqual({ '1002-1151 ': 100 });
});

test.each([
  ['an account', () => 'account ann', false, 2],
  ['an IPv4 address', () => clientNetworks('203.0.113.1'), true, 2],
  ['the /64s of an IPv6 /56', (at: number) => clientNetworks(`2001:db8:7:12${at}::1`), true, 8],
  ['the /56s of an IPv6 /48', (at: number) => clientNetworks(`2001:db8:7:${at}00::1`), true, 25],
  ['callers without a key', (at: number) => clientNetworks(`2001:db8:${at}::1`), true, 50],
] as const)('of 100 places, 2 for each caller, %s may take its share', (_name, client, isStranger, most) => {
  const readers = new EventReaders({ onHead() {} } as unknown as Market, METRICS, {
    maxEventReaders: 100,
    accountEventReaders: 2,
  });
  const left: (() => void)[] = [];
  const enterAll = () => {
    for (let at = 10; at < 99; at += 1) {
      try {
        left.push(readers.enter(client(at), isStranger));
      } catch (error) {
        expect((error as Error).message).toMatch(/already (have|open)|are already open/);
      }
    }
    return left.length;
  };
  expect(enterAll()).toBe(most);
  for (const leave of left.splice(0)) leave();
  expect(enterAll()).toBe(most);
});

test('readers that ask for it hear a beat 2 to 3 seconds after the last event, and their keys are checked no more often', async () => {
  const beat = ': 1000\nid: 1000\n\n';
  const [often, seldom] = [await crowd(120, 2000), await crowd(1)];
  await vi.advanceTimersByTimeAsync(1500);
  expect(often.sent()).toEqual({ '': 120 });
  await vi.advanceTimersByTimeAsync(1500);
  expect(often.sent()).toEqual({ [beat]: 120 });
  await vi.advanceTimersByTimeAsync(11_000);
  expect(often.checks()).toBe(0);
  expect(seldom.sent()).toEqual({ '': 1 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(seldom.sent()).toEqual({ [beat]: 1 });
  expect(often.checks()).toBe(120);
});
