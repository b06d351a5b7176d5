// A pool's price as charts show it: the price of token0 in token1 or, if token1 is priced, the inverse of that.
import type { Reserves } from '../curves/curve.ts';
import { curveOf, type Shape } from '../curves/curves.ts';
import type { Token } from '../pool.ts';
import { invertPrice, type Price, priceOf } from './price.ts';

type Seen = { readonly tokenIn: Token; readonly tokenOut: Token; readonly pool: Shape };

/** The price of the input token in the output token, without fees. The pool must not be empty. */
export function poolPrice({ tokenIn, tokenOut, pool }: Seen, { reserveIn, reserveOut }: Reserves): Price {
  // Pools order their tokens by address.
  if (tokenOut.address < tokenIn.address) {
    const reversed = { tokenIn: tokenOut, tokenOut: tokenIn, pool };
    return invertPrice(poolPrice(reversed, { reserveIn: reserveOut, reserveOut: reserveIn }));
  }
  const curve = curveOf(pool, tokenIn.decimals, tokenOut.decimals);
  return priceOf(curve.spot({ reserveIn, reserveOut }), tokenIn.decimals, tokenOut.decimals);
}
