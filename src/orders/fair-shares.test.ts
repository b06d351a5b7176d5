// Limits of what one account's orders take from others: turns, searches, commands and time. Takes 2 s of CPU, mostly to place 2,000 orders.
import { describe, expect, test, vi } from 'vitest';
import { Kept } from '../../test/kept-exchange.ts';
import { APPLE, account, BREAD, CORN, PaperExchange, ratesOf } from '../../test/paper-exchange.ts';
import { ann, bob, closeOrder, pairOf, placeOrder, provide, swap } from '../../test/paper-orders.ts';
import type { Trigger } from '../core/orders/trigger.ts';
import { PoolWindow } from '../journal/pool-window.ts';
import { RouteFinder } from '../routes/finder.ts';
import { Turns } from './turns.ts';

const mel = account('mel');
const [SELL, BUY] = [pairOf(APPLE, BREAD), pairOf(BREAD, APPLE)];

/** One apple has been four bread for long. */
function start(): PaperExchange {
  const exchange = PaperExchange.open({ apple: 10n ** 12n, bread: 4n * 10n ** 12n, rates: ratesOf(2000n, 1000n, 0n) });
  for (const owner of [ann, bob, mel]) exchange.fund(owner, APPLE, 10n ** 14n).fund(owner, BREAD, 10n ** 14n);
  exchange.nowMs += 7_200_000;
  return exchange;
}
const stop = (when: Trigger['when'], hundredths: bigint, overMs: number): { readonly trigger: Trigger } => ({
  trigger: { when, price: { numerator: hundredths, denominator: 100n }, overMs },
});

describe('stops', () => {
  /** Stops of one account, each with its own average, and none near its trigger. */
  function placeMany(exchange: PaperExchange, count: number): void {
    for (let at = 0; at < count; at++) {
      const [when, pair] = [at % 2 === 0 ? 'below' : 'above', at % 4 < 2 ? SELL : BUY] as const;
      const far = when === 'below' ? 1n : 10_000n;
      exchange.run(placeOrder(1000n, 1000n, { ...pair, account: mel, ...stop(when, far, 1000 * (1 + (at >> 2))) }));
    }
  }

  test('of one account, 200 of them, do not delay the stop of another account by more than one look', async () => {
    let averages = 0;
    const it = new Kept(start(), { isLong: () => averages >= 3 });
    const computed = it.keeper.stops.windows.furthest.bind(it.keeper.stops.windows);
    vi.spyOn(it.keeper.stops.windows, 'furthest').mockImplementation((...args) => {
      averages += 1;
      return computed(...args);
    });
    placeMany(it.exchange, 200);
    const look = async () => {
      averages = 0;
      it.exchange.nowMs += 50;
      return it.look();
    };
    for (let looks = 0; looks < 100; looks++) expect(await look()).toEqual([]);
    it.exchange.run(placeOrder(1000n, 1000n, { ...stop('below', 500n, 60_000), account: bob }));
    const looks: number[] = [];
    for (let at = 0; at < 2; at++) looks.push((await look()).length);
    expect(looks).toContain(1);
    // The other stops get their turn too.
    expect(averages).toBeGreaterThanOrEqual(3);
  });

  test('that wait for the same window share each pool’s averages', async () => {
    const it = new Kept(start());
    for (let at = 0; at < 50; at++) {
      const when = at % 2 === 0 ? 'below' : 'above';
      const terms = stop(when, when === 'below' ? 1n : BigInt(10_000 + at), 60_000);
      it.exchange.run(
        placeOrder(1000n, 1000n, { ...(at % 4 < 2 ? SELL : BUY), account: at % 3 ? mel : ann, ...terms }),
      );
    }
    await it.follow();
    const averages = vi.spyOn(PoolWindow.prototype, 'averages');
    expect(it.keeper.look(it.exchange.nowMs).commands).toEqual([]);
    expect(averages).toHaveBeenCalledTimes(1);
  });
});

describe('orders just out of reach', () => {
  /** The price of an apple in bread if almost nothing is sold. */
  const FIRST = 4 * 0.997;
  const limitOf = (units: bigint, above: number) => BigInt(Math.ceil(Number(units) * FIRST * (1 + above)));

  test('cost a look only a few searches, and one that is reached is filled immediately', async () => {
    const it = new Kept(start());
    const units = 10n ** 6n;
    for (let at = 0; at < 2000; at++) {
      it.exchange.run(placeOrder(units, limitOf(units, 2e-6 + (at * 1e-5) / 2000), { account: mel }));
    }
    await it.quieten();
    const best = vi.spyOn(RouteFinder.prototype, 'best');
    const searches: number[] = [];
    for (let round = 0; round < 20; round++) {
      for (const [units, pair] of [
        [1_000_000n, SELL],
        [3_990_000n, BUY],
      ] as const) {
        it.exchange.run(swap(units, { ...pair, account: bob }));
        await it.follow();
        best.mockClear();
        expect(it.keeper.look(it.exchange.nowMs).commands).toEqual([]);
        searches.push(best.mock.calls.length);
      }
    }
    // Three amounts for each of eight orders and two swept ones.
    expect(Math.max(...searches)).toBeLessThanOrEqual(30);
    it.exchange.run(placeOrder(units, limitOf(units, -1e-3), { account: bob }));
    expect(await it.look()).toMatchObject([{ kind: 'fillOrder', account: bob }]);
    await it.quieten();
    // A price rise well beyond all of them fills all of them.
    it.exchange.run(swap(12n * 10n ** 9n, { ...BUY, account: bob }));
    await it.quieten();
    expect(it.keeper.orders.size).toBe(0);
  });

  test('are searched in turn, and all at every look while they are few', () => {
    const turnsOf = (count: number, looks: number, sweep = 0) => {
      const turns = new Turns();
      const searched = Array.from({ length: count }, () => 0);
      for (let look = 0; look < looks; look++) {
        const isTurn = turns.next(sweep);
        for (const at of searched.keys()) if (isTurn(true, true)) searched[at] = (searched[at] as number) + 1;
      }
      return searched;
    };
    expect(turnsOf(8, 3)).toEqual(Array.from({ length: 8 }, () => 3));
    // The first look does not know their number yet.
    expect(turnsOf(40, 5)).toEqual(Array.from({ length: 40 }, () => 1));
    expect(Math.min(...turnsOf(1001, 126))).toBe(1);
  });

  test('are swept in turn while they sleep, and those that are awake and not near are always searched', () => {
    const turns = new Turns();
    const swept: number[] = [];
    for (let look = 0; look < 5; look++) {
      const isTurn = turns.next(2);
      for (let at = 0; at < 5; at++) if (isTurn(false, false)) swept.push(at);
    }
    expect(swept).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3]);
    const isTurn = turns.next(0);
    expect(Array.from({ length: 100 }, () => isTurn(false, true))).not.toContain(false);
  });
});

test('after a look that returned as many commands as allowed, the next look begins with another pair', async () => {
  const exchange = start();
  exchange.fund(bob, CORN, 10n ** 9n);
  exchange.run(provide(10n ** 8n, 4n * 10n ** 8n, { ...pairOf(CORN, BREAD), account: bob, mayCreatePool: true }));
  for (let count = 0; count < 3; count++) exchange.run(placeOrder(1000n, 3000n));
  exchange.run(placeOrder(1000n, 3000n, { ...pairOf(CORN, BREAD), account: bob }));
  const it = new Kept(exchange, { most: 1 });
  const served: string[] = [];
  for (let commands = await it.look(); commands.length > 0; commands = await it.look()) {
    served.push(...commands.map((command) => ('account' in command ? command.account : command.kind)));
    it.do(commands);
  }
  expect(served).toEqual([ann, bob, ann, ann]);
});

describe('an order that is refused', () => {
  const refuse = async (it: Kept, isRaced = false): Promise<void> => {
    const commands = await it.look();
    expect(commands).toHaveLength(1);
    it.keeper.refused(commands, it.exchange.nowMs, isRaced);
  };
  /** The time from a refusal until the order is tried again. */
  const waitFor = async (it: Kept): Promise<number> => {
    const { nowMs } = it.exchange;
    while ((await it.look()).length === 0) it.exchange.nowMs += 10;
    return it.exchange.nowMs - nowMs;
  };

  test('repeatedly is closed by one command when it expires', async () => {
    const it = new Kept(start());
    const expiresAtMs = it.exchange.nowMs + 3_600_000;
    it.exchange.run(
      placeOrder(9500n, 9500n, { expiresAtMs, inParts: true, schedule: { times: 95, everyMs: 30_000 }, account: ann }),
    );
    for (let round = 0; round < 95; round++) {
      const commands = await it.look();
      it.keeper.refused(commands, it.exchange.nowMs);
      it.exchange.nowMs += 30_000;
    }
    it.exchange.nowMs = expiresAtMs + 60_000;
    const commands = await it.look();
    expect(commands.map(({ kind }) => kind)).toEqual(['closeOrder']);
    expect(await it.look()).toEqual([]);
    // If that command is not executed, it is returned again 100 ms later.
    it.exchange.nowMs += 100;
    expect((await it.look()).map(({ kind }) => kind)).toEqual(['closeOrder']);
    expect(await it.look()).toEqual([]);
  });

  test('while others change the journal is tried again within half a second, however often that happened', async () => {
    const it = new Kept(start());
    it.exchange.run(placeOrder(1000n, 3000n, { account: ann }));
    const waits: number[] = [];
    for (let round = 0; round < 12; round++) {
      await refuse(it, true);
      waits.push(await waitFor(it));
    }
    expect(Math.max(...waits)).toBe(400);
  });

  test('has its count of refusals reset once it was not refused for longer than its last delay', async () => {
    const it = new Kept(start());
    it.exchange.run(placeOrder(1000n, 3000n, { account: ann }));
    const waits: number[] = [];
    for (let round = 0; round < 6; round++) {
      await refuse(it);
      waits.push(await waitFor(it));
    }
    expect(waits).toEqual([0, 400, 800, 1600, 3200, 6400]);
    it.exchange.nowMs += 6400;
    await refuse(it);
    expect(await waitFor(it)).toBe(12_800);
    it.exchange.nowMs += 12_810;
    await refuse(it);
    expect(await waitFor(it)).toBe(0);
  });

  test('3,000 times leaves at most 510 due times', async () => {
    const it = new Kept(start());
    it.exchange.run(placeOrder(1000n, 3000n, { account: ann }));
    for (let round = 0; round < 3000; round++) {
      it.keeper.refused(await it.look(), it.exchange.nowMs, true);
      it.exchange.nowMs += 400;
      if (round % 100 === 99) expect(it.keeper.dueTimes).toBeLessThanOrEqual(510);
    }
  });
});

test('1,200 cancelled recurring orders leave a limited number of due times', async () => {
  const it = new Kept(start());
  const schedule = { times: 2, everyMs: 360 * 86_400_000 };
  const numbers: number[] = [];
  for (let round = 0; round < 4; round++) {
    for (let count = 0; count < 300; count++) {
      it.exchange.run(placeOrder(2000n, 2000n, { schedule }));
      numbers.push(it.exchange.journal.length);
    }
    // The first parts are filled; the second ones are due in a year.
    await it.quieten();
    for (const number of numbers.splice(0)) it.exchange.run(closeOrder(number));
    await it.quieten();
  }
  expect(it.keeper.orders.size).toBe(0);
  expect(it.keeper.dueTimes).toBeLessThanOrEqual(2 * (500 + 300));
});

test('recurring orders whose next part is due in a day do not block a match of two others', async () => {
  const exchange = PaperExchange.open({
    apple: 10n ** 12n,
    bread: 4n * 10n ** 12n,
    // The pools' fees are too high to reach orders that meet within three percent.
    rates: ratesOf(20_000n, 10_000n, 0n),
  });
  for (const owner of [ann, bob, mel]) exchange.fund(owner, APPLE, 10n ** 14n).fund(owner, BREAD, 10n ** 14n);
  const it = new Kept(exchange);
  for (let at = 0; at < 8; at++) {
    exchange.run(placeOrder(10n ** 6n, 1000n, { account: mel, schedule: { times: 2, everyMs: 86_400_000 } }));
  }
  expect(await it.quieten()).toHaveLength(8);
  exchange.run(placeOrder(10n ** 6n, 3_980_000n, { account: ann }));
  exchange.run(placeOrder(4_000_000n, 995_000n, { ...BUY, account: bob }));
  expect(await it.quieten()).toMatchObject([{ kind: 'matchOrders' }]);
});

test.each([0, 3_600_000])('a stop is still triggered after a look whose clock was ahead by %i ms', async (aheadMs) => {
  const it = new Kept(start());
  it.exchange.run(placeOrder(10n ** 6n, 1000n, { ...stop('below', 390n, 60_000), account: bob }));
  expect(await it.look()).toEqual([]);
  expect(it.keeper.look(it.exchange.nowMs + aheadMs).commands).toEqual([]);
  it.exchange.nowMs += 1000;
  it.exchange.run(swap(10n ** 11n, { account: ann }));
  const set: unknown[] = [];
  for (let seconds = 0; seconds < 60 && set.length === 0; seconds++) {
    it.exchange.nowMs += 1000;
    set.push(...(await it.look()));
  }
  expect(set).toMatchObject([{ kind: 'triggerOrder', account: bob }]);
});
