// Refunds liquidity: LP tokens are burned for their share of both reserves.
import { ISSUER, lpToken, reserveAccount } from '../accounts.ts';
import { type Account, type Amount, amount, type PoolAddress, PPM, type Ppm, ZERO } from '../amount.ts';
import { swapExactIn } from '../maths/fill.ts';
import { LP, type PoolState, worthOf } from '../maths/liquidity.ts';
import { mulDivDown } from '../maths/rounding.ts';
import { inPoolOrder, type ListedPair, type Pair, type Pool, poolState } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import { checkMinimum, checkOpen, findPair, unknownPool, whole } from './checks.ts';
import { balancesInside, type InnerSwap, innerSwapOf, type PairSide, seenFrom, transfersInside } from './inner-swap.ts';
import type { CommandKind, CommandState } from './kind.ts';
import { balancesOfProvider } from './provide.ts';
import { checkImpact } from './swap.ts';

export type RefundCommand = Pair & {
  readonly kind: 'refund';
  readonly account: Account;
  /** At most one of `lpTokens` and `portionPpm` is set; if neither is, the whole position is refunded. */
  readonly lpTokens?: Amount;
  readonly portionPpm?: Ppm;
  readonly minA?: Amount;
  readonly minB?: Amount;
  /** Refunds everything in this token: the refunded amount of the other token is swapped for it. */
  readonly only?: PairSide;
  /** The price impact limit of the swap that `only` causes. */
  readonly maxPriceImpactPpm?: Ppm;
};

export type RefundReceipt = Pair & {
  readonly kind: 'refund';
  readonly account: Account;
  readonly pool: PoolAddress;
  /** One of both is zero if the LP tokens are worth less than a unit of that token. */
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly lpTokens: Amount;
  /** Only for a refund in one token: the swap after the refund. The amounts above are those refunded before the swap. */
  readonly swapped?: InnerSwap;
};

export const refund: CommandKind<RefundCommand, RefundReceipt> = {
  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],
  pairs: (command) => [command],
  balances: (command, market) => [
    ...balancesOfProvider(command.account, command, market),
    ...(command.only ? balancesInside(other(command.only), command, market) : []),
  ],

  decide(command, state) {
    const found = findPair(command, state);
    if (found instanceof Refused) return found;
    const { tokenA, tokenB, pool } = found;
    if (!pool) return unknownPool(found);
    const { account } = command;
    const held = amount(state.balanceOf(account, lpToken(pool.address)));
    if (held === 0n) return refuse({ code: 'no_position', account, tokenA: tokenA.symbol, tokenB: tokenB.symbol });
    const lpTokens = lpToBurn(command, held);
    if (lpTokens > held)
      return refuse({ code: 'position_too_small', wanted: whole(lpTokens, LP), held: whole(held, LP) });
    const before = poolState(pool, state.balanceOf);
    const returned = worthOf(before, lpTokens);
    if (returned.amount0 === 0n && returned.amount1 === 0n)
      return refuse({ code: 'refund_too_small', tokenA: tokenA.symbol, tokenB: tokenB.symbol });
    const [amountA, amountB] = inPoolOrder(pool, command.tokenA, returned.amount0, returned.amount1);
    const named = { tokenA: command.tokenA, tokenB: command.tokenB, pool: pool.address };
    const receipt: RefundReceipt = { kind: 'refund', account, ...named, amountA, amountB, lpTokens };
    // If there is nothing of the other token to swap, a refund in one token is a plain one.
    if (command.only && (command.only === 'A' ? amountB : amountA) > 0n) {
      const after = {
        reserve0: amount(before.reserve0 - returned.amount0),
        reserve1: amount(before.reserve1 - returned.amount1),
        supply: amount(before.supply - lpTokens),
      };
      const swapped = decideSwap({ ...command, only: command.only }, receipt, { ...found, pool, after }, state);
      return swapped instanceof Refused ? swapped : { receipt: { ...receipt, swapped } };
    }
    const refusal = checkMinimum(amountA, command.minA, tokenA) ?? checkMinimum(amountB, command.minB, tokenB);
    return refusal ?? { receipt };
  },

  transfers(receipt) {
    const { account, tokenA, tokenB, pool, amountA, amountB, lpTokens } = receipt;
    const reserve = reserveAccount(pool);
    return [
      { from: account, to: ISSUER, token: lpToken(pool), amount: lpTokens },
      ...(amountA > 0n ? [{ from: reserve, to: account, token: tokenA, amount: amountA }] : []),
      ...(amountB > 0n ? [{ from: reserve, to: account, token: tokenB, amount: amountB }] : []),
      ...transfersInside(receipt),
    ];
  },

  parties: ({ account }) => [account],
};

const other = (side: PairSide): PairSide => (side === 'A' ? 'B' : 'A');

/** Swaps the whole refund of the other token for the token `only`, with the pool's reserves after the refund. */
function decideSwap(
  command: RefundCommand & { readonly only: PairSide },
  { amountA, amountB }: RefundReceipt,
  found: ListedPair & { readonly pool: Pool; readonly after: PoolState },
  state: CommandState,
): InnerSwap | Refused {
  const closed = checkOpen(found);
  if (closed) return closed;
  const { only, minA, minB } = command;
  const [sold, kept] = only === 'A' ? [amountB, amountA] : [amountA, amountB];
  const { tokenIn, tokenOut, curve, rates, reserves } = seenFrom(other(only), found, found.pool, found.after);
  const fill = swapExactIn(curve, reserves, rates, sold);
  if (!fill) return refuse({ code: 'output_zero', symbolA: tokenIn.symbol, symbolB: tokenOut.symbol, isRefund: true });
  const [minimum, ofOther] = only === 'A' ? [minA, minB] : [minB, minA];
  const refusal =
    checkImpact(fill.priceImpact, command.maxPriceImpactPpm ?? state.policy.maxPriceImpactPpm) ??
    checkMinimum(amount(kept + fill.amountOut), minimum, tokenOut) ??
    checkMinimum(ZERO, ofOther, tokenIn);
  return refusal ?? innerSwapOf(other(only), fill);
}

function lpToBurn({ lpTokens, portionPpm }: RefundCommand, held: Amount): Amount {
  if (lpTokens !== undefined) return lpTokens;
  // Rounded down, so that no more LP tokens are burned than the portion asks for.
  return portionPpm === undefined ? held : amount(mulDivDown(held, portionPpm, PPM));
}
