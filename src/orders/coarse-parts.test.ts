// Recurring orders that buy a token without decimals: what all parts together get, compared with swapping each part at once.
// Takes 1 s of CPU.
import { expect, test } from 'vitest';
import { Kept } from '../../test/kept-exchange.ts';
import { APPLE, PaperExchange, ratesOf } from '../../test/paper-exchange.ts';
import { ann, guarded, placeOrder, swap } from '../../test/paper-orders.ts';
import { orderAccount } from '../core/accounts.ts';
import type { SwapReceipt } from '../core/commands/swap-receipt.ts';

const MINUTE = 60_000;
const UNIT = 10n ** 6n;

type Fees = readonly [lp: bigint, protocol: bigint];
const open = (cash: bigint, shares: bigint, [lp, protocol]: Fees): PaperExchange => {
  const exchange = PaperExchange.open({ apple: cash * UNIT, bread: shares, rates: ratesOf(lp, protocol, 0n) });
  exchange.fund(ann, APPLE, 10n ** 15n);
  exchange.nowMs += 10 * MINUTE;
  return exchange;
};

test.each<[bigint, bigint, Fees, bigint]>([
  // Seen: parts of 140 quoted 19 shares, which got 11 in 11 fills.
  [7000n, 1000n, [2000n, 0n], 140n],
  [7000n, 1000n, [2000n, 1000n], 35n],
  [7000n, 1000n, [2000n, 1000n], 140n],
  [7000n, 1000n, [2000n, 1000n], 350n],
  [90_000n, 12_857n, [2000n, 1000n], 90n],
  [90_000n, 12_857n, [500n, 400n], 1800n],
  [7000n, 100_000n, [2000n, 1000n], 140n],
])('of %i cash against %i shares, at fees of %s: parts of %i cash', async (cash, shares, fees, part) => {
  const times = 3;
  const exchange = open(cash, shares, fees);
  const order = exchange.journal.length + 1;
  exchange.run(guarded(placeOrder(BigInt(times) * part * UNIT, 0n, { schedule: { times, everyMs: MINUTE } })));
  const kept = new Kept(exchange);
  const endMs = exchange.nowMs + 10 * MINUTE;
  while (exchange.nowMs < endMs && exchange.balanceOf(orderAccount(order), APPLE.address) > 0n) {
    for (const outcome of kept.do(await kept.look())) expect(outcome).not.toHaveProperty('refusal');
    exchange.nowMs += 500;
  }
  expect(exchange.balanceOf(orderAccount(order), APPLE.address)).toBe(0n);
  const fills = exchange.journal.flatMap(({ receipt }) =>
    receipt.kind === 'swap' && receipt.fill?.order === order ? [receipt] : [],
  );
  const got = fills.reduce((sum, { amountB }) => sum + amountB, 0n);
  // Whatever buys nothing more goes to the next part, and back to the owner with the last.
  const sold = fills.reduce((sum, { amountA }) => sum + amountA, 0n);
  const returned = fills.at(-1)?.fill?.returned ?? 0n;
  expect(sold + returned).toBe(BigInt(times) * part * UNIT);
  expect(exchange.balanceOf(ann, APPLE.address)).toBe(10n ** 15n - sold);
  expect(returned).toBeGreaterThan(0n);
  const alone = open(cash, shares, fees);
  const atOnce = Array.from({ length: times }, () => {
    alone.run(swap(part * UNIT));
    const { receipt } = alone.journal.at(-1) as (typeof alone.journal)[number];
    return (receipt as SwapReceipt).amountB;
  }).reduce((sum, each) => sum + each, 0n);
  console.log(`${got} of ${atOnce} shares, in ${fills.length} fills`);
  expect(Number(got) / Number(atOnce)).toBeGreaterThanOrEqual(0.99);
});
