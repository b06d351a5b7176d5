// Computes a swap over a route in exact integers; quotes and swaps use the same plan.
import { type Amount, amount, MAX_AMOUNT, PPM, type Ppm, type TokenAddress, ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import { checkOpen, tooLarge, whole } from '../commands/checks.ts';
import { curveOf } from '../curves/curves.ts';
import { swapExactIn, swapExactOut } from '../maths/fill.ts';
import type { ListedToken, Token } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import { impactOf } from './impact.ts';
import type { ExactAmount, Hop, Leg, RoutePlan } from './leg.ts';
import { Pot } from './pot.ts';

/** Plans a swap over these legs, which must form a valid route. `onRefusal` gets the leg that was refused, if there are several legs. */
export function planLegs(
  legs: readonly Leg[],
  exact: ExactAmount,
  referred: boolean,
  onRefusal?: (leg: Leg) => void,
): RoutePlan | Refused {
  if (legs.length === 1) {
    const hop = hopOf(legs[0] as Leg, exact, referred);
    if (hop instanceof Refused) return hop;
    const { amountIn, amountOut, priceImpact } = hop.fill;
    return { amountIn, amountOut, priceImpact, hops: [hop] };
  }
  const planned = 'in' in exact ? forward(legs, exact.in, referred) : backward(legs, exact.out, referred);
  if ('refused' in planned) {
    onRefusal?.(planned.leg);
    return namingTokenPaid(planned.refused, (legs[0] as Leg).tokenIn);
  }
  const { hops } = planned;
  if (hops.length === 0) return nothingOut((legs[0] as Leg).tokenIn, (legs.at(-1) as Leg).tokenOut);
  const { tokenIn, tokenOut } = endsOf({ hops });
  const amountIn = sumOf(hops, (hop) => (hop.tokenIn.address === tokenIn.address ? hop.fill.amountIn : ZERO));
  const amountOut = sumOf(hops, (hop) => (hop.tokenOut.address === tokenOut.address ? hop.fill.amountOut : ZERO));
  return { amountIn, amountOut, priceImpact: impactOf(hops, amountIn, amountOut), hops };
}

/** The tokens a plan starts and ends with. */
export function endsOf({ hops }: Pick<RoutePlan, 'hops'>): { tokenIn: ListedToken; tokenOut: ListedToken } {
  return { tokenIn: (hops[0] as Hop).tokenIn, tokenOut: (hops.at(-1) as Hop).tokenOut };
}

const nothingOut = (from: Token, to: Token, feesTakeAll = false): Refused =>
  refuse({ code: 'output_zero', symbolA: from.symbol, symbolB: to.symbol, ...(feesTakeAll && { feesTakeAll }) });

/** If a later pool of the route would pay nothing, the refusal names the token that the swapper pays: more of that one is needed. */
const namingTokenPaid = ({ refusal }: Refused, { symbol }: Token): Refused =>
  refuse(refusal.code === 'output_zero' ? { ...refusal, symbolA: symbol } : refusal);

const sumOf = (hops: readonly Hop[], part: (hop: Hop) => Amount): Amount =>
  amount(hops.reduce((sum, hop) => sum + part(hop), 0n));

/** The trades of all legs, or the refusal of one leg. */
type Planned = { readonly hops: readonly Hop[] } | { readonly refused: Refused; readonly leg: Leg };

/** For an exact input, from the first leg on: each takes its share of its input token, and the last leg that takes it gets the rest. */
function forward(legs: readonly Leg[], amountIn: Amount, referred: boolean): Planned {
  const [from, to] = addressesAtEnds(legs);
  const held = new Pot(legs.map(({ tokenIn }) => tokenIn.address));
  held.add(from, amountIn);
  const hops: Hop[] = [];
  for (const [index, leg] of legs.entries()) {
    const part = held.take(index, leg.share);
    if (part === 0n) continue;
    const hop = hopOf(leg, { in: part }, referred && leg.tokenOut.address === to);
    if (hop instanceof Refused) return { refused: hop, leg };
    hops.push(hop);
    held.add(leg.tokenOut.address, hop.fill.amountOut);
  }
  assert(held.isEmptyBut(to), 'a route leaves nothing between its pools');
  return { hops };
}

/** For an exact output, from the last leg back: each pays its share of its output token, and the first leg that pays it pays the rest. */
function backward(legs: readonly Leg[], amountOut: Amount, referred: boolean): Planned {
  const [from, to] = addressesAtEnds(legs);
  const reversed = legs.toReversed();
  const needed = new Pot(reversed.map(({ tokenOut }) => tokenOut.address));
  needed.add(to, amountOut);
  const hops: Hop[] = [];
  for (const [index, leg] of reversed.entries()) {
    const part = needed.take(index, leg.share);
    if (part === 0n) continue;
    const hop = hopOf(leg, { out: part }, referred && leg.tokenOut.address === to);
    if (hop instanceof Refused) return { refused: hop, leg };
    hops.unshift(hop);
    if (!needed.add(leg.tokenIn.address, hop.fill.amountIn)) return { refused: tooLarge(leg.tokenIn), leg };
  }
  assert(needed.isEmptyBut(from), 'a route pays for all that it needs');
  return { hops };
}

const addressesAtEnds = (legs: readonly Leg[]): [TokenAddress, TokenAddress] => [
  (legs[0] as Leg).tokenIn.address,
  (legs.at(-1) as Leg).tokenOut.address,
];

/** Plans one leg. `referred` is true only if its pool pays out the final token: the other pools of a route charge no referrer fee. */
function hopOf(leg: Leg, exact: ExactAmount, referred: boolean): Hop | Refused {
  const { tokenIn, tokenOut, pool, reserves } = leg;
  const closed = checkOpen({ tokenA: tokenIn, tokenB: tokenOut, pool });
  if (closed) return closed;
  if (reserves.reserveIn === 0n)
    return refuse({ code: 'no_liquidity', tokenA: tokenIn.symbol, tokenB: tokenOut.symbol });
  const curve = curveOf(pool, tokenIn.decimals, tokenOut.decimals);
  const maxIn = MAX_AMOUNT - reserves.reserveIn;
  const rates = { ...pool, refFeePpm: referred ? pool.refFeePpm : NOTHING };
  if ('in' in exact) {
    if (exact.in > maxIn) return tooLarge(tokenIn);
    const fill = swapExactIn(curve, reserves, rates, exact.in);
    if (fill) return { ...leg, fill };
    return nothingOut(tokenIn, tokenOut, curve.baseOut(reserves, exact.in * (PPM - rates.lpFeePpm)) > 0n);
  }
  const fill = swapExactOut(curve, reserves, rates, exact.out, maxIn);
  if (fill === 'input_too_large') return tooLarge(tokenIn);
  if (fill) return { ...leg, fill };
  return refuse({
    code: 'pool_too_small',
    wanted: whole(exact.out, tokenOut),
    reserve: whole(reserves.reserveOut, tokenOut),
    symbol: tokenOut.symbol,
  });
}

const NOTHING = 0n as Ppm;
