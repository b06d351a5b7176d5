// Two orders of opposite directions that fill each other, at the limit of the older and without a pool. The newer pays the fee, if there is one.
import { feeAccount, orderAccount } from '../accounts.ts';
import { type Account, type Amount, amount, type PoolAddress, PPM, type Ppm, ppm } from '../amount.ts';
import { mulDivUp } from '../maths/rounding.ts';
import { isFill, limitFor, orderNamed, type PlacedOrder } from '../orders/order.ts';
import type { Pair, Pool } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import { checkMinimum, checkOpen, findPair } from './checks.ts';
import { type CommandKind, key, type State } from './kind.ts';

/** One of the two: of a command, with what was left when the match was found; of a receipt, with what is left of it. */
type Matched = { readonly order: number; readonly account: Account; readonly left: Amount };

/** The maker is the older one, and the pair and the amount are what it gives and gets. */
export type MatchOrdersCommand = Pair & {
  readonly kind: 'matchOrders';
  readonly maker: Matched;
  readonly taker: Matched;
  readonly amountA: Amount;
};

/** The fee is taken from `amountA` on its way to the taker, and goes where the pool of the pair keeps its protocol fees. */
export type MatchOrdersReceipt = MatchOrdersCommand & {
  readonly amountB: Amount;
  readonly fee?: { readonly ppm: Ppm; readonly amount: Amount; readonly pool: PoolAddress };
};

/**
 * A match as it was to an account: to the taker, who gave what the maker got, it is the other way round, and the maker is told
 * of no fee, since he does not pay it. As it is to everybody else, and to who owns both orders.
 */
export function matchSeenBy(receipt: MatchOrdersReceipt, viewer: Account | undefined): MatchOrdersReceipt {
  const { tokenA, tokenB, amountB, maker, taker } = receipt;
  if (!paysMatchFee(receipt, viewer)) {
    const { fee: _, ...seen } = receipt;
    return seen;
  }
  if (viewer !== taker.account || viewer === maker.account) return receipt;
  const traded = { tokenA: tokenB, tokenB: tokenA, amountA: amountB, amountB: takenBy(receipt) };
  return { ...receipt, ...traded, maker: taker, taker: maker };
}

/** Whether the fee is an account's; without an account, whether it is anybody's. */
export const paysMatchFee = (
  { maker, taker }: Pick<MatchOrdersReceipt, 'maker' | 'taker'>,
  account?: Account,
): boolean => account !== maker.account || account === taker.account;

export const matchOrders: CommandKind<MatchOrdersCommand, MatchOrdersReceipt> = {
  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],
  pairs: (command) => [command],
  orders: ({ maker, taker }) => [maker.order, taker.order],

  balances: ({ tokenA, tokenB, maker, taker }, { policy, poolAddress }) => [
    key(orderAccount(maker.order), tokenA),
    key(taker.account, tokenA),
    key(orderAccount(taker.order), tokenB),
    key(maker.account, tokenB),
    ...(policy.matchFeePpm > 0n ? [key(feeAccount(poolAddress(tokenA, tokenB)), tokenA)] : []),
  ],

  decide(command, state) {
    const found = findPair(command, state);
    if (found instanceof Refused) return found;
    const closed = checkOpen({ ...found, pool: undefined });
    if (closed) return closed;
    const { tokenA, tokenB, maker, taker, amountA } = command;
    const older = orderNamed({ ...maker, tokenA, tokenB }, state.order(maker.order));
    if (!older) return refuse({ code: 'unknown_order', order: maker.order });
    const newer = orderNamed({ ...taker, tokenA: tokenB, tokenB: tokenA }, state.order(taker.order));
    if (!newer) return refuse({ code: 'unknown_order', order: taker.order });
    const makerLeft = leftAfter(maker, older, amountA, state);
    if (makerLeft === undefined || maker.order > taker.order)
      return refuse({ code: 'order_moved', order: maker.order });
    const amountB = limitFor(older, amountA);
    const takerLeft = leftAfter(taker, newer, amountB, state);
    if (takerLeft === undefined) return refuse({ code: 'order_moved', order: taker.order });
    const feePpm = matchFeeOf(found.pool, state.policy.matchFeePpm);
    const fee = matchFee(amountA, feePpm);
    const refusal = checkMinimum(amount(amountA - fee), limitFor(newer, amountB), found.tokenA);
    if (refusal) return refusal;
    const told = found.pool && fee > 0n ? { fee: { ppm: feePpm, amount: fee, pool: found.pool.address } } : {};
    const sides = { maker: { ...maker, left: makerLeft }, taker: { ...taker, left: takerLeft } };
    return { receipt: { ...command, amountB, ...sides, ...told } };
  },

  transfers(receipt) {
    const { tokenA, tokenB, amountB, maker, taker, fee } = receipt;
    const from = orderAccount(maker.order);
    const moved = [
      { from, to: taker.account, token: tokenA, amount: takenBy(receipt) },
      { from: orderAccount(taker.order), to: maker.account, token: tokenB, amount: amountB },
    ];
    return fee ? [...moved, { from, to: feeAccount(fee.pool), token: tokenA, amount: fee.amount }] : moved;
  },

  parties: ({ maker, taker }) => [maker.account, taker.account],
};

/** None where nobody could collect it: without a pool, or one without a protocol fee. */
export const matchFeeOf = (pool: Pick<Pool, 'protocolFeeAddress'> | undefined, feePpm: Ppm): Ppm =>
  pool && pool.protocolFeeAddress !== null ? feePpm : ppm(0n);

/** Up, like every fee. */
export const matchFee = (amountA: bigint, feePpm: Ppm): Amount => amount(mulDivUp(amountA, feePpm, PPM));

/** What the taker gets. */
export const takenBy = ({ amountA, fee }: Pick<MatchOrdersReceipt, 'amountA' | 'fee'>): Amount =>
  amount(amountA - (fee?.amount ?? 0n));

/** Undefined where it cannot give so much, or has no limit at which it could be held to a price. */
function leftAfter(
  { order, left: found }: Matched,
  placed: PlacedOrder,
  units: bigint,
  { balanceOf, nowMs }: State,
): Amount | undefined {
  const left = amount(balanceOf(orderAccount(order), placed.tokenA));
  const isPossible = found === left && placed.minReceived > 0n && isFill(placed, left, units, nowMs);
  return isPossible ? amount(left - units) : undefined;
}
