// Reading fills out of a long history: bounded pages, and no further back than an order.
import { expect, test } from 'vitest';
import { APPLE, BREAD, CORN } from '../../test/paper-exchange.ts';
import { ann, bob, pairOf } from '../../test/paper-orders.ts';
import { amount, type PoolAddress, ZERO } from '../core/amount.ts';
import type { SwapReceipt } from '../core/commands/swap-receipt.ts';
import { type FillFilter, ownFills } from '../core/orders/own-fills.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { ActivityPage } from '../ports/store.ts';
import { readActivity } from './activity.ts';

const SWAPS = 10_000;
const fees = { lp: amount(1n), protocol: ZERO, ref: amount(2n) };
const traded = {
  kind: 'swap',
  account: ann,
  ...pairOf(APPLE, BREAD),
  amountA: amount(5n),
  amountB: amount(7n),
} as const;
const swapped = (terms: Partial<SwapReceipt> = {}): SwapReceipt => ({
  ...{ ...traded, pool: 'pool' as PoolAddress, fees },
  ...(terms as object),
});

/** Every 4,000th swap from the 1,000th on is of another pair and fills the order placed as number 900. */
function journalOf(sequence: number): Posted {
  const isRare = sequence % 4000 === 1000;
  const receipt = swapped(isRare ? { ...pairOf(APPLE, CORN), fill: { order: 900, left: ZERO } } : {});
  return { sequence, id: String(sequence), actor: ann, createdAtMs: sequence, receipt };
}
const store = {
  head: async () => SWAPS,
  posted: async (sequence: number) => (sequence > SWAPS ? undefined : journalOf(sequence)),
  activity: async ({ before, limit }: ActivityPage) => {
    const from = Math.min(before - 1, SWAPS);
    return Array.from({ length: Math.min(limit, from) }, (_, at) => journalOf(from - at));
  },
};

async function readAll(fills: FillFilter) {
  const found: number[] = [];
  const rows: number[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const page = { limit: 50, ...(before !== undefined && { before }) };
    const { items, next, lookedAt } = await readActivity(store, { account: ann, fills }, page);
    found.push(...items.map(({ sequence }) => sequence));
    rows.push(lookedAt);
    before = next;
  }
  return { found, rows };
}

test('of 10,000 swaps of which 3 match, a page reads at most 2,000, and all pages together each once', async () => {
  const { found, rows } = await readAll({ account: ann, pair: pairOf(CORN, APPLE) });
  expect(found).toEqual([9000, 5000, 1000]);
  expect(rows).toEqual([2000, 2000, 2000, 2000, 2000, 0]);
});

test('the fills of an order are looked for back to when it was placed, not further', async () => {
  const { found, rows } = await readAll({ account: ann, order: 900 });
  expect(found).toEqual([9000, 5000, 1000]);
  expect(rows.reduce((sum, count) => sum + count)).toBe(9200);
});

test('the fees of a route are added up by kind and token, without zeros; a swap of another account is no fill', () => {
  const hop = { pool: 'pool' as PoolAddress, amountIn: amount(5n), amountOut: amount(7n), fees };
  const [apple, bread, corn] = [APPLE.address, BREAD.address, CORN.address];
  const hops = [
    { ...hop, tokenIn: apple, tokenOut: bread },
    { ...hop, tokenIn: apple, tokenOut: corn },
    { ...hop, tokenIn: corn, tokenOut: bread, fees: { lp: ZERO, protocol: amount(4n), ref: amount(1n) } },
  ];
  expect(ownFills({ ...traded, hops }, { account: ann })).toMatchObject([
    {
      ...{ kind: 'swap', index: 0, order: null, isMaker: false, amountA: 5n, amountB: 7n },
      fees: [
        { kind: 'lp', token: apple, amount: 2n },
        { kind: 'ref', token: bread, amount: 3n },
        { kind: 'ref', token: corn, amount: 2n },
        { kind: 'protocol', token: bread, amount: 4n },
      ],
    },
  ]);
  expect(ownFills(swapped({ account: bob }), { account: ann })).toEqual([]);
});
