// The position of an event reader when a failover loses transactions of the journal, with the real observer and a response that the test reads.
import { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { useFailover } from '../../../test/failover.ts';
import { swap } from '../../../test/paper-orders.ts';
import { MARKET, post } from '../../../test/store-contract/site.ts';
import { readEvents } from '../../market/queries/events.ts';
import type { EventsFound, Market } from '../../ports/market.ts';
import type { Charge } from '../door/charge.ts';
import { EventQueries } from './questions.ts';
import { EventReader } from './reader.ts';

const on = useFailover(MARKET);
const FORK = MARKET.length;
const METRICS = { send() {}, drop() {}, watchReaders() {} };

const FREE = { rows() {}, async pace() {} };

/** Everything that a reader receives from a sequence on, as lines. */
async function readFrom(
  after: number,
  events: Market['events'] = (asked) => readEvents(on.observer, asked),
  charge: Pick<Charge, 'rows' | 'pace'> = FREE,
) {
  const questions = new EventQueries({ events } as Pick<Market, 'events'> as Market);
  const reads = { filter: {}, name: '' };
  const response = new ServerResponse({ method: 'GET' } as never);
  let text = '';
  response.write = ((chunk: string | Buffer, done?: () => void) => {
    text += chunk;
    done?.();
    return true;
  }) as never;
  const first = await questions.ask(after, reads);
  const reader = new EventReader({ response, questions, reads, metrics: METRICS, charge }, first, after);
  await reader.go();
  const told = () => {
    const blocks = text.split('\n\n').filter((block) => block.includes('data: '));
    text = '';
    return blocks.map((block) => {
      const [id = '', event = '', data = ''] = block.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
      const { amountA, head, from } = JSON.parse(data);
      return event === 'rewound' ? { id: Number(id), head, from } : `${id} ${event} ${amountA}`;
    });
  };
  return { reader, told };
}

const NEW = ['221', '222', '223', '224'].map((amount, at) => `${FORK + 1 + at} swap ${amount}`);
const REWOUND = { id: FORK, head: FORK + 4, from: FORK };

test('a reader that received events which a failover lost gets a rewind to the fork, then the new events', async () => {
  await on.observer.catchUp();
  const { reader, told } = await readFrom(FORK);
  await on.failOver();
  await reader.go();
  expect(told()).toEqual(['111', '112', '113'].map((amount, at) => `${FORK + 1 + at} swap ${amount}`));
  await on.observer.catchUp();
  await reader.go();
  expect(told()).toEqual([REWOUND, ...NEW]);
  expect(reader.cursor).toBe(FORK + 4);
  await post(on.standby, swap(225n));
  await on.observer.catchUp();
  await reader.go();
  expect(told()).toEqual([`${FORK + 5} swap 225`]);
});

test('a reader that received no lost events gets no rewind and misses nothing', async () => {
  await on.observer.catchUp();
  const { reader, told } = await readFrom(FORK);
  await on.failOver();
  await on.observer.catchUp();
  await reader.go();
  expect(told()).toEqual(NEW);
});

test('a reader that returns with a position beyond the head is rewound to the fork if it is known', async () => {
  await on.failOver();
  await on.observer.catchUp();
  const { told } = await readFrom(FORK + 9);
  expect(told()).toEqual([REWOUND, ...NEW]);
});

test('a reader that returns with a position beyond the head is rewound to the beginning if no fork is known', async () => {
  await on.observer.catchUp();
  const { told } = await readFrom(FORK + 9);
  const [first, ...rest] = told();
  expect(first).toEqual({ id: 0, head: FORK, from: 0 });
  expect(rest.length).toBeGreaterThan(0);
});

test('a reader of history waits for the rate limit before each further read, which is then charged', async () => {
  const steps: string[] = [];
  const events: Market['events'] = async ({ after }) => {
    steps.push(`look after ${after}`);
    return { text: '', count: 0, last: after + 500, head: 1500, rewinds: 0, forks: { last: 0, lowest: 0 } };
  };
  await readFrom(0, events, {
    rows: (count) => void steps.push(`owe ${count}`),
    pace: async () => void steps.push('pay'),
  });
  expect(steps).toEqual(['look after 0', 'pay', 'look after 500', 'owe 500', 'pay', 'look after 1000', 'owe 500']);
});

test.each([
  { what: 'at its own fork if it is the only one', rewinds: 1, forks: { last: 70, lowest: 30 }, from: 70 },
  { what: 'at the lowest fork if there were several at once', rewinds: 2, forks: { last: 70, lowest: 30 }, from: 30 },
])('a rewind starts $what', async ({ rewinds, forks, from }) => {
  let found: EventsFound = { text: '', count: 0, last: 80, head: 80, rewinds: 0, forks: { last: 0, lowest: 0 } };
  const { reader, told } = await readFrom(80, async () => found);
  found = { ...found, last: 90, head: 90, rewinds, forks };
  await reader.go();
  expect(told()).toEqual([{ id: from, head: 90, from }]);
});

test.each([
  { head: 5030, id: 30 },
  { head: 5031, id: 5031 },
])(
  'a rewind sends up to 5000 transactions again; if there are more, the reader continues at the head: $head',
  async ({ head, id }) => {
    let found: EventsFound = { text: '', count: 0, last: 80, head: 80, rewinds: 0, forks: { last: 0, lowest: 0 } };
    const { reader, told } = await readFrom(80, async () => found);
    found = { ...found, last: head, head, rewinds: 1, forks: { last: 30, lowest: 30 } };
    await reader.go();
    expect(told()).toEqual([{ id, head, from: 30 }]);
    expect(reader.cursor).toBe(head);
  },
);
