// Events of a venue on a chain, on real stores: each end is reported once, in one order, to those concerned.
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Account, TokenAddress } from '../../../src/core/amount.ts';
import type { NumberedToken } from '../../../src/core/pool.ts';
import type { ChainRequests } from '../../../src/ports/chain-requests.ts';
import type { EventFilter } from '../../../src/ports/market.ts';
import type { Store } from '../../../src/ports/store.ts';
import { NotOnThisVenue } from '../../../src/ports/venue.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { ChainEvents } from '../../../src/ton/events/events.ts';
import { takeBackKey } from '../../../src/ton/venue/history.ts';
import { pack } from '../../../src/ton/venue/json.ts';
import { createDatabase } from '../../postgres/database.ts';
import { chainRequest } from '../../store-contract/chain-requests.ts';
import { POLICY } from '../../store-contract/site.ts';
import { useTempFolder } from '../../temp-folder.ts';

const [ann, bob, eve] = ['ann', 'bob', 'eve'] as [Account, Account, Account];
const [A, B] = ['apple', 'bread'] as [TokenAddress, TokenAddress];
const PAIR = { tokenA: A, tokenB: B };
const FEES = { lp: 1n, protocol: 2n, ref: 3n };
const swap = (account: Account) => ({
  receipt: { kind: 'swap', account, pool: 'pool', ...PAIR, amountA: 1000n, amountB: 25n, fees: FEES },
  protocolFeePpm: 1000n,
});
const provide = {
  receipt: {
    kind: 'provide',
    account: ann,
    pool: 'pool',
    ...PAIR,
    amountA: 1000n,
    amountB: 2n,
    lpTokens: 5n,
    locked: 0n,
  },
};
const refund = {
  receipt: {
    kind: 'refund',
    account: ann,
    pool: 'pool',
    ...PAIR,
    amountA: 1000n,
    amountB: 2n,
    lpTokens: 5_000_000_000n,
  },
};
const SETTLED = { transactionHash: 'ab', networkFeeNano: 35_900_000n };
const registry = {
  tokensNamed: async (addresses: readonly TokenAddress[]) =>
    addresses.map(
      (address) => ({ address, symbol: address, decimals: address === A ? 3 : 0 }) as unknown as NumberedToken,
    ),
};
const eventsOf = ({ chainRequests: requests }: Pick<Store, 'chainRequests'>) =>
  new ChainEvents({ requests, registry, lookEveryMs: 5 });
const ownedBy = (account: Account, isOperator = false): EventFilter => ({ own: { account, isOperator, alone: false } });

let serial = 0;
/** Accepts a request and ends it; returns its id. */
async function ended(requests: ChainRequests, decision: object, end: object, over: object = {}): Promise<string> {
  serial += 1;
  const id = `order ${serial}`;
  const { request } = await requests.accept(chainRequest(id, { account: ann, decision: pack(decision), ...over }));
  const status = 'reason' in end ? 'failed' : 'completed';
  await requests.settle({ number: request.number, send: null }, { status, result: pack(end) });
  return id;
}

const at = useTempFolder();
let store: Store;
const openSqlite = () =>
  openSqliteStore({ path: at('chain.db'), busyTimeoutMs: 60_000, clockAheadMs: 0, policy: POLICY });
beforeEach(async () => {
  store = await openSqlite();
});
afterEach(() => store.close());

const readAll = async (events: ChainEvents, filter: EventFilter, after = 0, limit = 500) => {
  const texts: string[] = [];
  for (let last = after; ; ) {
    const page = await events.after({ after: last, limit, filter });
    texts.push(...page.events.map(({ text }) => text));
    if (page.last === last) return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
    last = page.last;
  }
};

const WHY = { reason: 'why', reasonCode: 'below_minimum' };
const MINE = { actor: ann, account: ann };
const TOLD: readonly (readonly [string, object, object, object, object])[] = [
  ['a swap', swap(ann), SETTLED, {}, { kind: 'swap', amountA: '1', amountB: '25', ...MINE }],
  [
    'liquidity',
    provide,
    SETTLED,
    { kind: 'provide' },
    { kind: 'provide', poolAddress: 'pool', lpTokens: '0.000000005', ...MINE },
  ],
  [
    'a withdrawal',
    refund,
    SETTLED,
    { kind: 'refund' },
    { kind: 'refund', poolAddress: 'pool', lpTokens: '5', ...MINE },
  ],
  [
    'a swap that failed',
    swap(ann),
    { ...WHY, ...SETTLED },
    {},
    { kind: 'settlementFailed', change: 'swap', amountA: '1', ...WHY, ...MINE },
  ],
  [
    'liquidity that failed',
    provide,
    { ...WHY, ...SETTLED },
    { kind: 'provide' },
    { kind: 'settlementFailed', change: 'provide', amountA: '1', amountB: '2', ...MINE },
  ],
  [
    'a withdrawal that failed',
    refund,
    { ...WHY, ...SETTLED },
    { kind: 'refund' },
    { kind: 'settlementFailed', change: 'refund', lpTokens: '5', ...MINE },
  ],
  [
    'a take-back',
    { takesBack: PAIR },
    { ...SETTLED, returned: [500n, 1n] },
    { kind: 'takeBack', key: takeBackKey('it') },
    { kind: 'takeBack', amountA: '0.5', amountB: '1', transactionId: 'it', ...MINE },
  ],
  [
    'a take-back that failed',
    { takesBack: PAIR },
    { ...WHY, ...SETTLED },
    { kind: 'takeBack', key: takeBackKey('it') },
    { kind: 'settlementFailed', change: 'takeBack', transactionId: 'it', ...MINE },
  ],
];

describe('a request that has ended', () => {
  test.each(TOLD)('is reported as %s, to its account and to operators only', async (_, decision, end, over, told) => {
    const id = await ended(store.chainRequests, decision, end, over);
    const events = eventsOf(store);
    const [own, ...more] = await readAll(events, ownedBy(ann));
    const always = {
      sequence: 1,
      ...PAIR,
      createdAt: expect.stringMatching(/Z$/),
      transactionHash: 'ab',
      networkFee: '0.0359',
    };
    expect(own).toMatchObject({ transactionId: id, ...always, ...told });
    expect(more).toEqual([]);
    expect(await readAll(events, ownedBy(eve, true))).toEqual([own]);
    for (const alone of [true, false]) {
      expect(await readAll(events, { own: { account: eve, isOperator: false, alone } })).toEqual([]);
    }
    expect(await readAll(events, { ...ownedBy(ann), kinds: [String(own?.kind)] })).toEqual([own]);
    expect(await readAll(events, { ...ownedBy(ann), kinds: ['createPool'] })).toEqual([]);
    expect(await readAll(events, { ...ownedBy(ann), pools: ['another' as never] })).toEqual([]);
  });

  test('is reported to the referrer that it paid', async () => {
    const decision = swap(ann);
    await ended(store.chainRequests, { ...decision, receipt: { ...decision.receipt, referrer: bob } }, SETTLED);
    const [told] = await readAll(eventsOf(store), ownedBy(bob));
    expect(told).toMatchObject({ kind: 'swap', referrer: bob });
    expect(JSON.stringify(told)).not.toContain(ann);
  });

  test('is not public: reading events without own=true is refused', async () => {
    await expect(eventsOf(store).after({ after: 0, limit: 9, filter: {} })).rejects.toThrow(NotOnThisVenue);
  });
});

test('ten thousand events are read page by page, each once, from any position', async () => {
  const db = new DatabaseSync(at('chain.db'));
  const requests = { mine: pack(swap(ann)), theirs: pack(swap(bob)) };
  db.prepare(
    `INSERT INTO chain_orders (number, id, account, kind, request, messages, watch, created_at_ms, status, result, event, ended_at_ms)
     WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10000)
     SELECT 10001 - n, 'order ' || n, CASE n % 100 WHEN 0 THEN 'ann' ELSE 'bob' END, 'swap', CASE n % 100 WHEN 0 THEN ? ELSE ? END,
       'm', '{}', n, 'completed', '{}', n, n FROM n`,
  ).run(requests.mine, requests.theirs);
  db.close();
  const events = eventsOf(store);
  const numbersOf = (told: readonly { sequence?: unknown }[]) => told.map(({ sequence }) => sequence);
  const hundreds = Array.from({ length: 100 }, (_, each) => (each + 1) * 100);
  expect(numbersOf(await readAll(events, ownedBy(ann)))).toEqual(hundreds);
  expect(numbersOf(await readAll(events, ownedBy(ann), 9_900, 7))).toEqual([10_000]);
  expect(await readAll(events, ownedBy(bob))).toHaveLength(9_900);
  const { head, last, events: none } = await events.after({ after: 10_000, limit: 9, filter: ownedBy(ann) });
  expect([head, last, none]).toEqual([10_000, 10_000, []]);
});

test('a reader that stops, changes nodes or waits gets each event once and in order', async () => {
  const other = await openSqlite();
  const nodes = [store, other];
  const step = fc.oneof(
    fc.record({ end: fc.nat(1), by: fc.constantFrom(ann, bob) }),
    fc.record({ read: fc.nat(1), limit: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ restart: fc.nat(1) }),
  );
  const history = fc.array(step, { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const events = nodes.map(eventsOf);
      const begin = await store.chainRequests.lastEvent();
      let [last, wanted, seen]: [number, string[], unknown[]] = [begin, [], []];
      const read = async (node: number, limit: number) => {
        const page = await (events[node] as ChainEvents).after({ after: last, limit, filter: ownedBy(ann) });
        seen.push(...page.events.map(({ id }) => id));
        last = page.last;
        return page.head;
      };
      for (const one of steps) {
        if ('end' in one) {
          const id = await ended((nodes[one.end] as Store).chainRequests, swap(one.by), SETTLED, { account: one.by });
          if (one.by === ann) wanted = [...wanted, id];
        } else if ('read' in one) await read(one.read, one.limit);
        else events[one.restart] = eventsOf(nodes[one.restart] as Store);
      }
      // Reads the rest, as a stream does when the head has moved.
      last = Math.max(last, begin);
      const head = await store.chainRequests.lastEvent();
      for (const node of [0, 1]) events[node] = eventsOf(nodes[node] as Store);
      while (last < head) await read(1, 3);
      expect(seen).toEqual(wanted);
    }),
    { numRuns: 25 },
  );
  await other.close();
});

test('after a restored backup, the head goes back to the fork, and new events are reported from there', async () => {
  for (let n = 0; n < 5; n += 1) await ended(store.chainRequests, swap(ann), SETTLED);
  const events = eventsOf(store);
  const heads: number[] = [];
  events.onHead((head) => heads.push(head));
  events.start();
  onTestFinished(() => events.close());
  await expect.poll(() => heads).toEqual([5]);
  const db = new DatabaseSync(at('chain.db'));
  db.exec(
    "UPDATE chain_orders SET status = 'pending', result = NULL, event = NULL, ended_at_ms = NULL WHERE event > 3",
  );
  db.close();
  await expect.poll(() => heads).toEqual([5, 3]);
  await ended(store.chainRequests, swap(bob), SETTLED, { account: bob });
  await expect.poll(() => heads).toEqual([5, 3, 4]);
  const page = await events.after({ after: 3, limit: 9, filter: ownedBy(bob) });
  expect(page).toMatchObject({ head: 4, rewinds: 1, forks: { last: 3, lowest: 3 }, events: [{ sequence: 4 }] });
  expect((await events.after({ after: 9, limit: 9, filter: ownedBy(bob) })).head).toBe(4);
});

test('a failed read is reported to the operator, and so is the recovery', async () => {
  let fails = true;
  const requests = {
    lastEvent: async () => {
      if (fails) throw new Error('row 7 is damaged');
      return store.chainRequests.lastEvent();
    },
    ended: (page: Parameters<ChainRequests['ended']>[0]) => store.chainRequests.ended(page),
  };
  const looks: (string | undefined)[] = [];
  const events = new ChainEvents({ requests, registry, lookEveryMs: 1, onLook: (error) => looks.push(error?.message) });
  onTestFinished(() => events.close());
  events.start();
  await expect.poll(() => looks).toContain('row 7 is damaged');
  fails = false;
  await expect.poll(() => looks.at(-1)).toBe(undefined);
});

test('two nodes on PostgreSQL report the same events in the same order, whichever ended the requests', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const open = () => openPostgresStore({ url, poolSize: 3, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY });
  const nodes = [await open(), await open()] as const;
  const told = nodes.map(eventsOf);
  const ends = Array.from({ length: 40 }, (_, n) =>
    ended((nodes[n % 2] as Store).chainRequests, swap(ann), n % 3 === 0 ? { ...WHY } : SETTLED),
  );
  const ids = await Promise.all(ends);
  const [one, two] = [
    await readAll(told[0] as ChainEvents, ownedBy(ann)),
    await readAll(told[1] as ChainEvents, ownedBy(ann)),
  ];
  expect(one).toEqual(two);
  expect(one.map(({ sequence }) => sequence)).toEqual(ids.map((_, n) => n + 1));
  expect(one.map(({ transactionId }) => transactionId).toSorted()).toEqual(ids.toSorted());
  for (const node of nodes) await node.close();
});
