// The template of a quote prints the fields that the contract declares, in their order, for any token name.
import { expect, test } from 'vitest';
import { type Depth, leg, listed } from '../../../../test/paper-legs.ts';
import * as declared from '../../../contract/swaps.ts';
import { amount, ppm } from '../../../core/amount.ts';
import type { Leg, RoutePlan } from '../../../core/route/leg.ts';
import { planLegs } from '../../../core/route/plan.ts';
import type { CallContext } from '../../call.ts';
import { type DecimalForm, printExact } from '../../json/exact-json.ts';
import { getQuote } from './get-quote.ts';

const rates = { lpFeePpm: ppm(2000n), protocolFeePpm: ppm(1000n), refFeePpm: ppm(1000n) };
const [ton, odd, usdt] = [listed('ton', 9), listed('"odd\\é"', 3), listed('usdt', 6)];
const DEEP: Depth = [500_000_123_456_789n, 1_250_000_123_456n];

async function quoted(legs: readonly Leg[], form: DecimalForm, more: object = {}): Promise<string> {
  const pair = { tokenA: legs[0]?.tokenIn, tokenB: legs.at(-1)?.tokenOut };
  const plan = planLegs(legs, { in: amount(1_500_000n) }, 'referrer' in more) as RoutePlan;
  const venue = { routing: 'best', pair: async () => pair, quote: async () => ({ plan, sequence: 7 }) };
  const input = { tokenA: pair.tokenA?.address, tokenB: pair.tokenB?.address, amount: '0.0015', ...more };
  const asked = { venue, input, caller: { account: '', role: 'trader' } } as unknown as CallContext;
  return printExact(await getQuote.ask(asked), form);
}

const digits = (text: string) =>
  JSON.parse(text, (_, value, { source }) => (typeof value === 'number' ? source : value));

const ROUTES: readonly (readonly [string, readonly Leg[], object])[] = [
  ['one pool', [leg(ton, usdt, DEEP, { rates })], {}],
  ['one pool with its prices, for a referrer', [leg(ton, usdt, DEEP, { rates })], { detail: 'true', referrer: 'shop' }],
  ['one pool of a token whose name needs escaping', [leg(ton, odd, DEEP, { rates })], { detail: 'true' }],
  ['two pools', [leg(ton, odd, DEEP, { rates }), leg(odd, usdt, DEEP, { rates })], { detail: 'true' }],
];

test.each(ROUTES)('a quote over %s has all declared fields, and its entries sum to zero', async (_, legs, more) => {
  const [numbers, strings] = [await quoted(legs, 'number', more), await quoted(legs, 'string', more)];
  const { route, ...quote } = JSON.parse(numbers);
  const isOne = legs.length === 1;
  // `tonSpent` is only set on TON.
  const { fees, tonSpent, ...others } = declared.getQuote.output.properties;
  expect(Object.keys(quote).toSorted()).toEqual(
    Object.keys({ ...others, ...(isOne && { fees }) })
      .filter((name) => name !== 'route')
      .toSorted(),
  );
  expect(quote).toMatchObject({ tokenA: 'ton', tokenB: legs.at(-1)?.tokenOut.address, amountA: 0.0015, sequence: 7 });
  expect(quote.entries).toHaveLength(quote.gas);
  expect(route).toHaveLength(legs.length);
  const { priceBefore, priceAfter, ...plain } = declared.getQuote.output.properties.route.items.properties;
  for (const hop of route) {
    expect(Object.keys(hop)).toEqual(Object.keys('detail' in more ? { ...plain, priceBefore, priceAfter } : plain));
  }
  if (isOne) expect(quote.fees).toEqual(route[0].fees);
  // Both forms have the same digits, except for counts, which are always numbers.
  const counted = (text: string) => text.replace(/"(share|gas|sequence)":(\d+)/g, '"$1":"$2"');
  expect(JSON.parse(counted(strings))).toEqual(digits(counted(numbers)));
  for (const token of new Set(quote.entries.map(({ token }: { token: string }) => token))) {
    const changes = quote.entries.filter((entry: { token: string }) => entry.token === token);
    const sum = changes.reduce((total: number, { change }: { change: number }) => total + change, 0);
    expect(sum).toBeCloseTo(0, 9);
  }
});
