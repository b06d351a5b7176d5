// A look rehearses each fill on the book before it searches the next order. An order that is searched at such a price is found as soon as it
// is reached, whether the fill was executed or not.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Kept } from '../../test/kept-exchange.ts';
import { APPLE, BREAD, PaperExchange, ratesOf } from '../../test/paper-exchange.ts';
import { ann, bob, closeOrder, pairOf, placeOrder, swap } from '../../test/paper-orders.ts';
import { times } from '../../test/times.ts';
import type { PlaceOrderCommand } from '../core/commands/place-order.ts';
import { ordersOf } from './command.ts';

/** The pool pays 3.988 bread for an apple, and less after the fill of the first order, so that it does not reach the second. */
async function start(first: PlaceOrderCommand, second: PlaceOrderCommand) {
  const exchange = PaperExchange.open({ apple: 10n ** 9n, bread: 4n * 10n ** 9n, rates: ratesOf(2000n, 1000n, 0n) });
  for (const owner of [ann, bob]) for (const each of [APPLE, BREAD]) exchange.fund(owner, each, 10n ** 12n);
  exchange.run(first, second);
  const it = new Kept(exchange);
  const order = exchange.journal.length;
  const commands = await it.look();
  expect(commands).toMatchObject([{ kind: 'fillOrder', order: order - 1 }]);
  return { exchange, it, commands, order };
}

test('after the fill, by the first swap that raises the price to its limit', async () => {
  // After the fill the pool pays 3.98. To be paid 3.984 for all of it, the second order needs 3.992.
  const { exchange, it, commands, order } = await start(
    placeOrder(1_000_000n, 3_950_000n),
    placeOrder(2_000_000n, 7_968_000n, { account: bob, inParts: false }),
  );
  it.do(commands);
  expect(await it.quieten()).toEqual([]);
  // Then it pays 3.994, which is more than before the fill by less than was missing after it.
  exchange.run(swap(7_000_000n, { account: bob, ...pairOf(BREAD, APPLE) }));
  expect(await it.look()).toMatchObject([{ kind: 'fillOrder', order }]);
});

test('at once, if the other order is closed before its fill is executed', async () => {
  const { exchange, it, order } = await start(
    placeOrder(4_000_000n, 15_800_000n),
    placeOrder(1_000_000n, 3_970_000n, { account: bob }),
  );
  exchange.run(closeOrder(order - 1));
  expect(await it.look()).toMatchObject([{ kind: 'fillOrder', order }]);
});

const anyStep = fc.record({
  kind: fc.constantFrom('buy', 'sell', 'place', 'place', 'close', 'do'),
  /** In millionths of the reserve. */
  size: fc.integer({ min: 1, max: 6000 }),
  /** The limit, in millionths of the price below or above what the pool pays at first. */
  off: fc.integer({ min: -8000, max: 8000 }),
  inParts: fc.boolean(),
});

// At most eight orders: of more that are near their limit, a look searches eight in turn.
test('in any history, whatever a new keeper finds, the one that has followed finds in its next look, also if commands get lost', async () => {
  const property = fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 25 }), async (steps) => {
    const exchange = PaperExchange.open({ apple: 10n ** 9n, bread: 4n * 10n ** 9n, rates: ratesOf(2000n, 1000n, 0n) });
    for (const owner of [ann, bob]) for (const each of [APPLE, BREAD]) exchange.fund(owner, each, 10n ** 12n);
    const it = new Kept(exchange);
    let placed = 0;
    for (const { kind, size, off, inParts } of steps) {
      const units = BigInt(size) * 1000n;
      if (kind === 'buy') exchange.run(swap(units * 4n, { account: bob, ...pairOf(BREAD, APPLE) }));
      if (kind === 'sell') exchange.run(swap(units, { account: bob }));
      if (kind === 'place' && placed++ < 8)
        exchange.run(placeOrder(units, (units * 3988n * BigInt(1_000_000 + off)) / 1_000_000_000n, { inParts }));
      const [oldest] = it.keeper.orders.all;
      if (kind === 'close' && oldest) exchange.answer(closeOrder(oldest.number));
      const commands = await it.look();
      expect(commands.flatMap(ordersOf)).toEqual((await new Kept(exchange).look()).flatMap(ordersOf));
      if (kind === 'do') it.do(commands);
    }
  });
  await fc.assert(property, { numRuns: times(100) });
});
