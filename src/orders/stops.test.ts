// Stops on a paper exchange: triggered once by an average, and not by moving a price for a moment. Takes 1 s of CPU.
import { describe, expect, test, vi } from 'vitest';
import { Kept } from '../../test/kept-exchange.ts';
import { APPLE, account, BREAD, CORN, PaperExchange, ratesOf } from '../../test/paper-exchange.ts';
import {
  ann,
  bob,
  closeOrder,
  pairOf,
  placeOrder,
  provide,
  refund,
  setPoolStatus,
  swap,
} from '../../test/paper-orders.ts';
import { orderAccount, stopAccount } from '../core/accounts.ts';
import { ppm } from '../core/amount.ts';
import type { Command } from '../core/commands/command.ts';
import type { Trigger } from '../core/orders/trigger.ts';
import type { OrderCommand } from './command.ts';

const mel = account('mel');
const [SELL, BUY] = [pairOf(APPLE, BREAD), pairOf(BREAD, APPLE)];
const FREELY = { account: mel, maxPriceImpactPpm: ppm(1_000_000n) };
const SECOND = 1000;

/** One apple has long been four bread, in a pool of ten million apples without fees; mel has far more than the pool. */
function start(): PaperExchange {
  const exchange = PaperExchange.open({ apple: 10_000_000n, bread: 40_000_000n, rates: ratesOf(0n, 0n, 0n) });
  exchange
    .fund(ann, APPLE, 10n ** 8n)
    .fund(ann, BREAD, 10n ** 8n)
    .fund(bob, APPLE, 10n ** 8n);
  for (const token of [APPLE, BREAD, CORN]) exchange.fund(mel, token, 10n ** 14n);
  exchange.nowMs += 7200 * SECOND;
  return exchange;
}

/** A trigger with its price in hundredths of bread per apple. */
const stop = (when: Trigger['when'], hundredths: bigint, overSeconds = 60): { readonly trigger: Trigger } => ({
  trigger: { when, price: { numerator: hundredths, denominator: 100n }, overMs: overSeconds * SECOND },
});
const place = (exchange: PaperExchange, terms: Partial<Parameters<typeof placeOrder>[2]>): number => {
  exchange.run(placeOrder(1000n, 1000n, terms));
  return exchange.journal.length;
};
const told = (commands: readonly OrderCommand[]) =>
  commands.map((command) => `${command.kind} ${'order' in command ? command.order : ''}`);
/** Lets time pass, and runs the keeper every second. */
async function wait(it: Kept, seconds: number, then: readonly OrderCommand[] = []): Promise<readonly OrderCommand[]> {
  const done = [...then];
  for (let at = 0; at < seconds; at++) {
    it.exchange.nowMs += SECOND;
    done.push(...(await it.quieten()));
  }
  return done;
}
/** Moves the price far away; `back` reverses it. */
const away = (pair: typeof SELL, units: bigint): Command => swap(units, { ...pair, ...FREELY });

function back(exchange: PaperExchange, pair: typeof SELL): Command {
  const { receipt } = exchange.journal.at(-1) as { readonly receipt: { readonly amountB?: bigint } };
  return swap(receipt.amountB as bigint, { tokenA: pair.tokenB, tokenB: pair.tokenA, ...FREELY });
}

describe('a stop', () => {
  test('waits while the average has not passed its trigger, then is triggered once and filled', async () => {
    const it = new Kept(start());
    const order = place(it.exchange, stop('below', 380n));
    expect(await wait(it, 70)).toEqual([]);
    // A fall of a tenth: the average follows, and is half way after thirty seconds.
    it.exchange.run(away(SELL, 540_000n));
    const price = 40_000_000 / (1.054 * 1.054 * 10_000_000);
    const seconds = Math.ceil((60 * (4 - 3.8)) / (4 - price));
    expect(await wait(it, seconds - 1)).toEqual([]);
    expect(told(await wait(it, 2))).toEqual([`triggerOrder ${order}`, `fillOrder ${order}`]);
    expect(await wait(it, 60)).toEqual([]);
    const triggers = it.exchange.journal.filter(({ receipt }) => receipt.kind === 'triggerOrder');
    expect(triggers).toMatchObject([{ actor: 'the keeper', receipt: { order, evidence: { via: [] } } }]);
  });

  test.each<[Trigger['when'], bigint, number, boolean]>([
    ['below', 401n, 60, true],
    ['below', 400n, 60, true],
    ['below', 399n, 60, false],
    ['above', 399n, 60, true],
    ['above', 400n, 0, true],
    ['above', 401n, 0, false],
  ])(
    '%s %i hundredths over %i s is triggered at once if the price has long been 400: %s',
    async (when, hundredths, over, isSo) => {
      const it = new Kept(start());
      const order = place(it.exchange, { minReceived: (10n ** 9n) as never, ...stop(when, hundredths, over) });
      expect(told(await it.quieten())).toEqual(isSo ? [`triggerOrder ${order}`] : []);
    },
  );

  test('without a window is triggered by one swap, and its limit still applies', async () => {
    const it = new Kept(start());
    const far = place(it.exchange, stop('below', 380n, 0));
    const near = place(it.exchange, { minReceived: 3900n as never, ...stop('below', 380n, 0) });
    expect(await it.quieten()).toEqual([]);
    it.exchange.run(away(SELL, 540_000n));
    it.exchange.nowMs += SECOND;
    expect(told(await it.quieten())).toEqual([`triggerOrder ${far}`, `triggerOrder ${near}`, `fillOrder ${far}`]);
    expect(it.exchange.balanceOf(orderAccount(near), APPLE.address)).toBe(1000n);
  });

  test('that is cancelled or has expired is not triggered', async () => {
    const it = new Kept(start());
    const [cancelled, expired] = [stop('below', 380n), stop('below', 380n)].map((terms) =>
      place(it.exchange, { ...terms, expiresAtMs: it.exchange.nowMs + 25 * SECOND }),
    ) as [number, number];
    it.exchange.run(away(SELL, 540_000n), closeOrder(cancelled));
    expect(told(await wait(it, 60))).toEqual([`closeOrder ${expired}`]);
    expect(it.exchange.balanceOf(stopAccount(expired), APPLE.address)).toBe(0n);
  });

  test('of a thousand that a fall has passed are each triggered once', async () => {
    const it = new Kept(start());
    const count = 1000;
    for (let at = 0; at < count; at++)
      it.exchange.run(placeOrder(1000n, 10n ** 9n, stop('below', 300n + BigInt(at % 50))));
    it.exchange.run(away(SELL, 5_000_000n));
    const commands = await wait(it, 70);
    expect(commands).toHaveLength(count);
    expect(new Set(told(commands)).size).toBe(count);
  });
});

describe('nobody can trigger a stop', () => {
  const CASES: readonly [Trigger['when'], typeof SELL, bigint, bigint][] = [
    ['below', SELL, 10n ** 13n, 360n],
    ['above', BUY, 10n ** 13n, 440n],
  ];

  test.each(CASES)(
    '%s by moving the price as far as it goes and back in one batch',
    async (when, pair, units, hundredths) => {
      const it = new Kept(start());
      place(it.exchange, { minReceived: (10n ** 9n) as never, ...stop(when, hundredths) });
      expect(await it.quieten()).toEqual([]);
      for (let round = 0; round < 5; round++) {
        it.exchange.run(away(pair, units));
        it.exchange.run(back(it.exchange, pair));
        expect(await wait(it, 1)).toEqual([]);
      }
      expect(await wait(it, 70)).toEqual([]);
    },
  );

  test.each(CASES)('%s by holding such a price for five seconds of sixty', async (when, pair, units, hundredths) => {
    const it = new Kept(start());
    place(it.exchange, { minReceived: (10n ** 9n) as never, ...stop(when, hundredths) });
    expect(await wait(it, 3)).toEqual([]);
    it.exchange.run(away(pair, units));
    expect(await wait(it, 5)).toEqual([]);
    it.exchange.run(back(it.exchange, pair));
    expect(await wait(it, 70)).toEqual([]);
    // Holding the price for longer does trigger the stop.
    it.exchange.run(away(pair, units));
    expect(told(await wait(it, 8))[0]).toContain('triggerOrder');
  });

  test('by making an own pool with an absurd price deep for a moment', async () => {
    const it = new Kept(start());
    const way = pairOf(APPLE, CORN);
    // This pool has long had an absurd price, but is shallow; the other pool of that way is honest and deep.
    it.exchange.run(
      provide(2000n, 2000n, { ...way, account: mel, mayCreatePool: true }),
      provide(10n ** 9n, 10n ** 9n, { ...pairOf(CORN, BREAD), account: mel, mayCreatePool: true }),
    );
    expect(await wait(it, 70)).toEqual([]);
    place(it.exchange, { minReceived: (10n ** 9n) as never, ...stop('below', 360n) });
    expect(await it.quieten()).toEqual([]);
    // A thousand times the apples of the honest pool, for 50 ms.
    it.exchange.run(provide(10n ** 10n, 10n ** 10n, { ...way, account: mel }));
    it.exchange.nowMs += 50;
    expect(await it.quieten()).toEqual([]);
    it.exchange.run(refund({ ...way, account: mel }));
    expect(await wait(it, 70)).toEqual([]);
  });

  test.each([
    ['below', 360n, 10n ** 12n, 10n ** 12n],
    ['above', 440n, 10n ** 12n, 10n ** 14n],
  ] as const)(
    '%s its price by pools of any depth that are further from the market',
    async (when, hundredths, corn, bread) => {
      const it = new Kept(start());
      it.exchange.fund(mel, BREAD, 10n ** 15n);
      place(it.exchange, { minReceived: (10n ** 9n) as never, ...stop(when, hundredths) });
      expect(await it.quieten()).toEqual([]);
      it.exchange.run(
        provide(10n ** 12n, corn, { ...pairOf(APPLE, CORN), account: mel, mayCreatePool: true }),
        provide(corn, bread, { ...pairOf(CORN, BREAD), account: mel, mayCreatePool: true }),
      );
      expect(await wait(it, 70)).toEqual([]);
    },
  );

  test('by the price of a paused pool, nor in the first minute after the pause', async () => {
    const it = new Kept(start());
    place(it.exchange, { minReceived: (10n ** 9n) as never, ...stop('below', 360n) });
    it.exchange.run(away(SELL, 10n ** 9n), setPoolStatus('paused'));
    expect(await wait(it, 70)).toEqual([]);
    it.exchange.run(setPoolStatus('listed'));
    expect(await wait(it, 59)).toEqual([]);
    expect(told(await wait(it, 3))).toHaveLength(1);
  });
});

test('a keeper that starts in the middle of a window triggers a stop as soon as the average of the whole window passes', async () => {
  const it = new Kept(start());
  const order = place(it.exchange, { minReceived: (10n ** 9n) as never, ...stop('below', 380n) });
  it.exchange.run(away(SELL, 540_000n));
  // The average has to fall by half of the price's fall of 40 hundredths, which takes a little over half a minute.
  expect(await wait(it, 30)).toEqual([]);
  expect(await new Kept(it.exchange).quieten()).toEqual([]);
  expect(told(await wait(new Kept(it.exchange), 1))).toEqual([`triggerOrder ${order}`]);
  expect(await wait(it, 5)).toEqual([]);
});

test('without stops the keeper loads no windows, and after the last stop it drops them', async () => {
  const it = new Kept(start());
  const load = vi.spyOn(it.keeper.stops.windows, 'load');
  const limit = place(it.exchange, { minReceived: (10n ** 9n) as never });
  await wait(it, 3);
  expect([load.mock.calls.length, it.keeper.stops.longestMs]).toEqual([0, undefined]);
  const order = place(it.exchange, { minReceived: (10n ** 9n) as never, ...stop('below', 380n) });
  await wait(it, 1);
  expect([it.keeper.stops.longestMs, it.keeper.stops.windows.covers(60_000)]).toEqual([60_000, true]);
  it.exchange.run(closeOrder(order));
  await wait(it, 1);
  expect([it.keeper.stops.longestMs, it.keeper.stops.windows.covers(0), it.keeper.orders.size]).toEqual([
    ...[undefined, false, 1],
  ]);
  expect(it.keeper.orders.get(limit)?.isWaiting).toBe(false);
});
