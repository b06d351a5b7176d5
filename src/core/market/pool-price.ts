// The price that a pool shows, as its charts tell it: of token0 in token1 or, seen from token1, the inverse of that.
import type { Reserves } from '../curves/curve.ts';
import { curveOf, type Shape } from '../curves/curves.ts';
import type { Token } from '../pool.ts';
import { invertPrice, type Price, priceOf } from './price.ts';

type Seen = { readonly tokenIn: Token; readonly tokenOut: Token; readonly pool: Shape };

/** Of what goes in, in what comes out, without fees; the pool holds something. */
export function poolPrice({ tokenIn, tokenOut, pool }: Seen, { reserveIn, reserveOut }: Reserves): Price {
  // A pool keeps its tokens in the order of their addresses.
  if (tokenOut.address < tokenIn.address) {
    const turned = { tokenIn: tokenOut, tokenOut: tokenIn, pool };
    return invertPrice(poolPrice(turned, { reserveIn: reserveOut, reserveOut: reserveIn }));
  }
  const curve = curveOf(pool, tokenIn.decimals, tokenOut.decimals);
  return priceOf(curve.spot({ reserveIn, reserveOut }), tokenIn.decimals, tokenOut.decimals);
}
