// Liquidity in and out: LP tokens are issued against both tokens and burned for them.
import { type Amount, amount, MAX_AMOUNT, PPM, type TokenAddress, ZERO } from './amount.ts';
import { checkFunds, checkMinimum, findPair, tooLarge, unknownPool, whole } from './checks.ts';
import type { LiquidityReceipt, ProvideCommand, RefundCommand } from './command.ts';
import type { Decision, State } from './decide.ts';
import { newPool } from './decide-market.ts';
import type { Transfer } from './ledger.ts';
import { LP_DECIMALS, provide, refund } from './liquidity.ts';
import { ISSUER, LOCK, lpToken, type Pool, poolState, reserveAccount } from './pool.ts';
import { Refused, refuse } from './rejection.ts';
import { mulDivDown } from './rounding.ts';

const EMPTY = { reserve0: ZERO, reserve1: ZERO, supply: ZERO };
const LP = { symbol: 'LP tokens', decimals: LP_DECIMALS };

/** Mints LP tokens for as much of the offer as the pool's ratio needs; the first provider of a pair creates its pool. */
export function provideLiquidity(command: ProvideCommand, state: State): Decision | Refused {
  const found = findPair(command, state);
  if (found instanceof Refused) return found;
  const { account } = command;
  const pool = found.pool ?? newPool(command, state);
  const before = found.pool ? poolState(pool, state.balanceOf) : EMPTY;
  const [offered0, offered1] = inPoolOrder(pool, command.tokenA, command.amountA, command.amountB);
  // Reserves that can be counted keep the LP supply countable too, because its square never exceeds their product.
  const [reserveA, reserveB] = inPoolOrder(pool, command.tokenA, before.reserve0, before.reserve1);
  if (reserveA + command.amountA > MAX_AMOUNT) return tooLarge(found.tokenA);
  if (reserveB + command.amountB > MAX_AMOUNT) return tooLarge(found.tokenB);
  const mint = provide(before, offered0, offered1);
  if (!mint) return refuse({ code: 'liquidity_too_small' });
  const [amountA, amountB] = inPoolOrder(pool, command.tokenA, mint.taken0, mint.taken1);
  const refusal =
    checkMinimum(mint.minted, command.minLpTokens, LP) ??
    checkFunds(account, found.tokenA, amountA, state) ??
    checkFunds(account, found.tokenB, amountB, state);
  if (refusal) return refusal;
  const reserve = reserveAccount(pool);
  const transfers: Transfer[] = [
    { from: account, to: reserve, token: command.tokenA, amount: amountA },
    { from: account, to: reserve, token: command.tokenB, amount: amountB },
    { from: ISSUER, to: account, token: lpToken(pool), amount: mint.minted },
  ];
  if (mint.locked > 0n) transfers.push({ from: ISSUER, to: LOCK, token: lpToken(pool), amount: mint.locked });
  const receipt = receiptOf('provide', command, pool, { amountA, amountB, lpTokens: mint.minted });
  return found.pool ? { transfers, receipt } : { transfers, receipt, newPool: pool };
}

/** Burns LP tokens and returns their share of both reserves. */
export function refundLiquidity(command: RefundCommand, state: State): Decision | Refused {
  const found = findPair(command, state);
  if (found instanceof Refused) return found;
  const { tokenA, tokenB, pool } = found;
  if (!pool) return unknownPool(found);
  const { account } = command;
  const held = amount(state.balanceOf(account, lpToken(pool)));
  if (held === 0n) return refuse({ code: 'no_position', account, tokenA: tokenA.symbol, tokenB: tokenB.symbol });
  const burned = lpToBurn(command, held);
  if (burned > held) return refuse({ code: 'position_too_small', wanted: whole(burned, LP), held: whole(held, LP) });
  const returned = refund(poolState(pool, state.balanceOf), burned);
  if (!returned) return refuse({ code: 'refund_too_small' });
  const [amountA, amountB] = inPoolOrder(pool, command.tokenA, returned.amount0, returned.amount1);
  const refusal = checkMinimum(amountA, command.minA, tokenA) ?? checkMinimum(amountB, command.minB, tokenB);
  if (refusal) return refusal;
  const reserve = reserveAccount(pool);
  return {
    transfers: [
      { from: account, to: ISSUER, token: lpToken(pool), amount: burned },
      { from: reserve, to: account, token: command.tokenA, amount: amountA },
      { from: reserve, to: account, token: command.tokenB, amount: amountB },
    ],
    receipt: receiptOf('refund', command, pool, { amountA, amountB, lpTokens: burned }),
  };
}

function lpToBurn({ lpTokens, portionPpm }: RefundCommand, held: Amount): Amount {
  if (lpTokens !== undefined) return lpTokens;
  // Down: a part of a position never burns more than was asked for.
  return portionPpm === undefined ? held : amount(mulDivDown(held, portionPpm, PPM));
}

/** Turns (A, B) into the pool's own order, or back: the exchange is its own inverse. */
const inPoolOrder = <T>(pool: Pool, tokenA: TokenAddress, a: T, b: T): readonly [T, T] =>
  tokenA === pool.token0 ? [a, b] : [b, a];

function receiptOf(
  kind: 'provide' | 'refund',
  { tokenA, tokenB }: ProvideCommand | RefundCommand,
  pool: Pool,
  amounts: Pick<LiquidityReceipt, 'amountA' | 'amountB' | 'lpTokens'>,
): LiquidityReceipt {
  return { kind, tokenA, tokenB, pool: pool.address, ...amounts };
}
