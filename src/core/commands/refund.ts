// Liquidity out: LP tokens are burned for their share of both reserves.
import { ISSUER, lpToken, reserveAccount } from '../accounts.ts';
import { type Account, type Amount, amount, type PoolAddress, PPM, type Ppm } from '../amount.ts';
import { LP, refundFor } from '../maths/liquidity.ts';
import { mulDivDown } from '../maths/rounding.ts';
import { inPoolOrder, type Pair, poolState } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import { checkMinimum, findPair, unknownPool, whole } from './checks.ts';
import type { CommandKind } from './kind.ts';
import { balancesOfProvider } from './provide.ts';

export type RefundCommand = Pair & {
  readonly kind: 'refund';
  readonly account: Account;
  /** At most one of the two; neither means the whole position. */
  readonly lpTokens?: Amount;
  readonly portionPpm?: Ppm;
  readonly minA?: Amount;
  readonly minB?: Amount;
};

export type RefundReceipt = Pair & {
  readonly kind: 'refund';
  readonly account: Account;
  readonly pool: PoolAddress;
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly lpTokens: Amount;
};

export const refund: CommandKind<RefundCommand, RefundReceipt> = {
  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],
  pairs: (command) => [command],
  balances: (command, market) => balancesOfProvider(command.account, command, market),

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
    const returned = refundFor(poolState(pool, state.balanceOf), lpTokens);
    if (!returned) return refuse({ code: 'refund_too_small' });
    const [amountA, amountB] = inPoolOrder(pool, command.tokenA, returned.amount0, returned.amount1);
    const refusal = checkMinimum(amountA, command.minA, tokenA) ?? checkMinimum(amountB, command.minB, tokenB);
    if (refusal) return refusal;
    const named = { tokenA: command.tokenA, tokenB: command.tokenB, pool: pool.address };
    return { receipt: { kind: 'refund', account, ...named, amountA, amountB, lpTokens } };
  },

  transfers({ account, tokenA, tokenB, pool, amountA, amountB, lpTokens }) {
    const reserve = reserveAccount(pool);
    return [
      { from: account, to: ISSUER, token: lpToken(pool), amount: lpTokens },
      { from: reserve, to: account, token: tokenA, amount: amountA },
      { from: reserve, to: account, token: tokenB, amount: amountB },
    ];
  },

  parties: ({ account }) => [account],
};

function lpToBurn({ lpTokens, portionPpm }: RefundCommand, held: Amount): Amount {
  if (lpTokens !== undefined) return lpTokens;
  // Down: a part of a position never burns more than was asked for.
  return portionPpm === undefined ? held : amount(mulDivDown(held, portionPpm, PPM));
}
