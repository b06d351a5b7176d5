// What is told with a sequence is as of that sequence, also where the journal moves while it is read.
import { expect, test } from 'vitest';
import { useExchange } from '../../../test/exchange-file.ts';
import { APPLE, BREAD } from '../../../test/paper-exchange.ts';
import { ann, pairOf, swap } from '../../../test/paper-orders.ts';
import { MARKET } from '../../../test/store-contract/site.ts';
import { openProjection, type Projection } from '../projection.ts';
import { openTail } from '../tail.ts';
import { Observer } from './observer.ts';
import { Watch } from './watch.ts';

const on = useExchange(MARKET);
const PAIR = pairOf(APPLE, BREAD);

test('candles and a price are as of the sequence that they name', async () => {
  const kept: Projection = await openProjection(on.store.projection);
  /** Somebody swaps before each of the next questions to the store is answered. */
  let swaps = 0;
  const moving = async () => {
    if (swaps === 0) return;
    swaps -= 1;
    await on.exchange.execute(ann, swap(1000n));
    await observer.catchUp();
  };
  const observer = new Observer(await openTail(on.store.tail), {
    ...kept,
    candles: (page) => moving().then(() => kept.candles(page)),
    figuresBefore: (...asked) => moving().then(() => kept.figuresBefore(...asked)),
  });
  const watch = new Watch(observer);
  try {
    const { sequence: began } = await watch.price({ ...PAIR, windowMs: 60_000 });
    swaps = 3;
    const toMs = Date.now() + 86_400_000;
    const asked = { ...PAIR, intervalMs: 60_000, keptMs: 60_000, fromMs: toMs - 172_800_000, toMs } as const;
    const { candles, sequence } = await watch.candles(asked);
    expect(candles.reduce((sum, candle) => sum + candle.swaps, 0)).toBe(sequence - began);
    swaps = 3;
    const price = await watch.price({ ...PAIR, windowMs: 60_000 });
    expect(price.sequence).toBeGreaterThan(sequence);
    swaps = 0;
    const again = await watch.price({ ...PAIR, windowMs: 60_000 });
    expect(again).toMatchObject({ sequence: price.sequence, price: price.price });
  } finally {
    await watch.close();
  }
});
