// Pages of events: every public event once, as it is streamed, with the reserves of a replay; on random histories.
import { describe, expect, test } from 'vitest';
import { reserveAccount } from '../../src/core/accounts.ts';
import type { PoolAddress } from '../../src/core/amount.ts';
import { transfersOf } from '../../src/core/commands/command.ts';
import { startOf } from '../../src/core/market/candle.ts';
import { printDecimal } from '../../src/core/maths/decimal.ts';
import type { Pool, Token } from '../../src/core/pool.ts';
import type { Posted } from '../../src/core/settle/instruction.ts';
import { Observer } from '../../src/market/observer.ts';
import { readEventPage } from '../../src/market/queries/event-pages.ts';
import { eventsAfter } from '../../src/market/queries/events.ts';
import { type ReserveWalk, ReserveWalks } from '../../src/market/queries/reserve-walk.ts';
import { CatchingUp, type EventPageQuery } from '../../src/ports/market.ts';
import { openProjection } from '../../src/ports/projection.ts';
import type { Store } from '../../src/ports/store.ts';
import { openTail } from '../../src/ports/tail.ts';
import { drawer, storeRows } from './random-history.ts';
import type { Site } from './site.ts';
import { historyOf } from './worth-history.ts';

type Shown = { readonly sequence: number; readonly kind: string; readonly reserves?: readonly object[] };
const MOVING = ['swap', 'provide', 'refund'];

export function eventPages(site: Site): void {
  async function open(store: Store) {
    const read: number[] = [];
    const tail = await openTail(store.tail);
    const counting = new Proxy(tail, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== 'page') return typeof value === 'function' ? value.bind(target) : value;
        return async (...asked: Parameters<typeof tail.page>) => {
          const page = await target.page(...asked);
          read.push(page.length);
          return page;
        };
      },
    });
    const observer = site.keep(new Observer(counting, await openProjection(store.projection)));
    await observer.catchUp();
    const walks = new ReserveWalks();
    const page = async (asked: Partial<EventPageQuery> = {}, most = 5000, own = walks) => {
      const query = { after: 0, limit: 1000, filter: {}, ...asked };
      const found = await observer.answer(() => readEventPage(observer, own, query, most));
      return { ...found, events: JSON.parse(found.events) as readonly Shown[] };
    };
    /** The number of transactions read meanwhile. */
    const rowsRead = () => read.splice(0).reduce((sum, each) => sum + each, 0);
    return { observer, walks, page, rowsRead };
  }

  describe.each([
    ['three hours', 1, 3 * 3_600_000],
    ['half a minute', 2, 30_000],
  ] as const)('pages of the events of %s', (_, seed, spanMs) => {
    async function begin() {
      const store = await site.open();
      await store.commit(historyOf(seed, 400, spanMs));
      const journal = (await store.activity({ all: true, before: 1e9, limit: 1000 })).toReversed();
      const expected = await replayed(store, journal);
      return { store, head: journal.length, journal, expected };
    }

    test('have each public event once, as it is streamed, with the reserves of a replay', async () => {
      const { store, head, expected } = await begin();
      const { observer, page } = await open(store);
      const { events: streamed } = await eventsAfter(observer, { after: 0, limit: 1e6, filter: {} });
      expect(streamed.map(({ text }) => JSON.parse(text))).toEqual(expected.map(({ reserves: _, ...event }) => event));
      const draw = drawer(seed);
      for (let round = 0; round < 4; round += 1) {
        // The rows of the last rounds are read from the store.
        if (round === 2) await storeRows(observer);
        const found: Shown[] = [];
        let [after, empty] = [0, 0];
        while (after < head) {
          const { events, nextAfter, ...end } = await page(
            { after, limit: 1 + draw(9) },
            1 + draw(round % 2 === 0 ? 3 : 20),
          );
          expect(nextAfter).toBeGreaterThan(after);
          expect(end).toMatchObject({ head, headAtMs: expect.any(Number) });
          if (events.length === 0) empty += 1;
          found.push(...events);
          after = nextAfter;
        }
        expect(found).toEqual(expected);
        expect([after, empty > 0]).toEqual([head, true]);
      }
    });

    test('are the same from any sequence, to any other, and of some kinds or pools', async () => {
      const { store, expected } = await begin();
      const { page } = await open(store);
      const draw = drawer(seed);
      const pools = (await store.pools({ after: 0, limit: 9 })).map(({ address }) => address);
      for (let round = 0; round < 30; round += 1) {
        const after = draw(expected.at(-1)?.sequence as number);
        const to = after + draw(200);
        const kinds = draw(2) === 0 ? undefined : ['swap', 'matchOrders'];
        const pool = draw(2) === 0 ? undefined : (pools[draw(pools.length)] as PoolAddress);
        const filter = { ...(kinds && { kinds }), ...(pool && { pools: [pool] }) };
        const { events, nextAfter } = await page(
          { after, to, filter },
          5000,
          draw(2) === 0 ? new ReserveWalks() : undefined,
        );
        const isWanted = ({ sequence, kind, ...event }: Shown) =>
          sequence > after &&
          sequence <= to &&
          (!kinds || kinds.includes(kind)) &&
          (!pool || JSON.stringify(event).includes(pool));
        expect(events).toEqual(expected.filter(isWanted));
        expect(nextAfter).toBeGreaterThanOrEqual(events.at(-1)?.sequence ?? after);
      }
      expect(await page({ after: 10 ** 6 })).toMatchObject({ events: [], nextAfter: 10 ** 6 });
    });

    test('read each transaction once if they are read in order, and otherwise those of one minute at most', async () => {
      const { store, head, journal } = await begin();
      const { observer, page, rowsRead } = await open(store);
      rowsRead();
      for (let after = 0; after < head; ) after = (await page({ after, limit: 20 }, 20)).nextAfter;
      // Those of the first minute up to the first pool are read again.
      expect(rowsRead()).toBeLessThan(head + 60);
      const after = head - 10;
      await page({ after }, 20, new ReserveWalks());
      const [first] = await observer.tail.pick([after + 1]);
      const minuteMs = startOf(first?.createdAtMs as number, 60_000);
      const inMinute = journal.filter(({ createdAtMs }) => createdAtMs >= minuteMs).length;
      expect(rowsRead()).toBeLessThanOrEqual(inMinute + 10);
    });
  });

  test('if a minute has too many transactions for one request, the next ones continue where it ended', async () => {
    const store = await site.open();
    await store.commit(historyOf(3, 300, 20_000));
    const { observer, walks } = await open(store);
    const last = (await store.activity({ all: true, before: 1e9, limit: 1 }))[0] as Posted;
    let found: unknown;
    let tries = 0;
    do {
      found = await walks.before(observer, last, 30).catch((error: unknown) => error);
      tries += 1;
    } while (found instanceof CatchingUp && tries < 10);
    expect(tries).toBeGreaterThan(2);
    expect((found as { walk: ReserveWalk }).walk.sequence).toBe(last.sequence - 1);
  });
}

/** The public events without and with reserves, which follow from the transfers alone. */
async function replayed(store: Store, journal: readonly Posted[]): Promise<readonly Shown[]> {
  const pools: Pool[] = [...(await store.pools({ after: 0, limit: 9 }))];
  const tokens = new Map<string, Token>((await store.tokens()).map((token) => [token.address, token]));
  const balances = new Map<string, bigint>();
  const { observer, close } = await following(store);
  const shown: Shown[] = [];
  for (const { sequence, receipt } of journal) {
    const moved = new Set<Pool>();
    for (const { from, to, token, amount } of transfersOf(receipt))
      for (const pool of pools)
        for (const [account, delta] of [
          [from, -amount],
          [to, amount],
        ] as const) {
          if (account !== reserveAccount(pool.address)) continue;
          balances.set(`${account} ${token}`, (balances.get(`${account} ${token}`) ?? 0n) + delta);
          moved.add(pool);
        }
    const { events } = await eventsAfter(observer, { after: sequence - 1, limit: 1, filter: {} });
    const [event] = events.map(({ text }) => JSON.parse(text) as Shown);
    if (!event) continue;
    const reserveOf = ({ address }: Pool, token: string) =>
      printDecimal(balances.get(`${reserveAccount(address)} ${token}`) ?? 0n, tokens.get(token)?.decimals as number);
    const reserves = [...moved].map((pool) => ({
      poolAddress: pool.address,
      ...{ reserve0: reserveOf(pool, pool.token0), reserve1: reserveOf(pool, pool.token1) },
    }));
    shown.push(MOVING.includes(event.kind) && reserves.length > 0 ? { ...event, reserves } : event);
  }
  await close();
  return shown;
}

async function following(store: Store) {
  const observer = new Observer(await openTail(store.tail), await openProjection(store.projection));
  await observer.catchUp();
  return { observer, close: () => observer.close() };
}
