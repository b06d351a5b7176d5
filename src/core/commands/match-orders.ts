// Two orders of opposite directions that fill each other, at the limit of the older and without a pool.
import { orderAccount } from '../accounts.ts';
import { type Account, type Amount, amount } from '../amount.ts';
import { isFill, limitFor, orderNamed, type PlacedOrder } from '../orders/order.ts';
import type { Pair } from '../pool.ts';
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

export type MatchOrdersReceipt = MatchOrdersCommand & { readonly amountB: Amount };

export const matchOrders: CommandKind<MatchOrdersCommand, MatchOrdersReceipt> = {
  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],
  pairs: () => [],
  orders: ({ maker, taker }) => [maker.order, taker.order],

  balances: ({ tokenA, tokenB, maker, taker }) => [
    key(orderAccount(maker.order), tokenA),
    key(taker.account, tokenA),
    key(orderAccount(taker.order), tokenB),
    key(maker.account, tokenB),
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
    const refusal = checkMinimum(amountA, limitFor(newer, amountB), found.tokenA);
    if (refusal) return refusal;
    const receipt = { ...command, amountB, maker: { ...maker, left: makerLeft }, taker: { ...taker, left: takerLeft } };
    return { receipt };
  },

  transfers: ({ tokenA, tokenB, amountA, amountB, maker, taker }) => [
    { from: orderAccount(maker.order), to: taker.account, token: tokenA, amount: amountA },
    { from: orderAccount(taker.order), to: maker.account, token: tokenB, amount: amountB },
  ],

  parties: ({ maker, taker }) => [maker.account, taker.account],
};

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
