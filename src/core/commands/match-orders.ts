// Lets two orders of opposite directions fill each other at the pools' mid price. The newer one pays the fee, if there is one.
import { feeAccount, orderAccount, reserveAccount } from '../accounts.ts';
import { type Account, type Amount, amount, type PoolAddress, type Ppm, ppm, ZERO } from '../amount.ts';
import type { GuardEvidence } from '../orders/guard.ts';
import { type Matching, matchedFor, matchFee, midSquared, paymentFor } from '../orders/match-price.ts';
import { isFill, isTrade, limitFor, orderNamed, type PlacedOrder, type Progress } from '../orders/order.ts';
import type { Evidence } from '../orders/trigger.ts';
import type { Pair, Pool } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import type { RoutePlan } from '../route/leg.ts';
import type { RouteHop } from '../route/shape.ts';
import type { Transfer } from '../settle/transfer.ts';
import { checkGuard, isStillTriggered } from './check-guard.ts';
import { checkMinimum, checkOpen, findPair } from './checks.ts';
import { both, type CommandKind, type CommandState, key } from './kind.ts';
import { afterPurchase, receivedBy } from './purchase.ts';
import { pairsOfRoute, planSwap, tokensOfRoute } from './swap.ts';
import { pairsOnWay } from './way.ts';

/** One of the two orders. `left` is its rest: in a command when the match was found, in a receipt after the match. */
type Matched = {
  readonly order: number;
  readonly account: Account;
  readonly left: Amount;
  /** The reference of the last minute for the matched amount, for an order with a guard. */
  readonly guard?: GuardEvidence;
  /** For a stop: that its trigger still holds, by the reference for all that is left. */
  readonly trigger?: Evidence;
  /** In the receipt of a purchase: what it has received so far, and what its owner got back, with the last fill. */
  readonly receivedB?: Amount;
  readonly returned?: Amount;
};

/** `lastFill` is the last transaction that filled a purchase, if it was filled before. */
type ToMatch = Omit<Matched, 'receivedB' | 'returned'> & Pick<Progress, 'filledAtMs'> & { readonly lastFill?: number };

/** The routes through pools that a match is compared with, one per direction. Without a route, it is compared with the pair's own pool. */
type ComparedPools = { readonly sold?: readonly RouteHop[]; readonly bought?: readonly RouteHop[] };

/** The maker is the older order; the pair and the amount are from its point of view. */
export type MatchOrdersCommand = Pair & {
  readonly kind: 'matchOrders';
  readonly maker: ToMatch;
  readonly taker: ToMatch;
  readonly amountA: Amount;
  /** If the maker is a purchase: what it buys, exactly; `amountA` is then its payment for that, rounded instead of the taker's. */
  readonly amountB?: Amount;
  readonly pools?: ComparedPools;
};

/** The fee is deducted from `amountA` on its way to the taker, and goes to the fee account of the pair's pool. */
export type MatchOrdersReceipt = Omit<MatchOrdersCommand, 'maker' | 'taker'> & {
  readonly maker: Matched;
  readonly taker: Matched;
  readonly amountB: Amount;
  readonly fee?: { readonly ppm: Ppm; readonly amount: Amount; readonly pool: PoolAddress };
};

/**
 * A match from the point of view of an account. For the taker, the two sides are exchanged; for the maker, the fee is removed,
 * since the taker pays it. Everyone else, and an owner of both orders, sees the receipt as it is.
 */
export function matchSeenBy(receipt: MatchOrdersReceipt, viewer: Account | undefined): MatchOrdersReceipt {
  const { tokenA, tokenB, amountB, maker, taker } = receipt;
  if (!seesMatchFee(receipt, viewer)) {
    const { fee: _, ...seen } = receipt;
    return seen;
  }
  if (viewer !== taker.account || viewer === maker.account) return receipt;
  const traded = { tokenA: tokenB, tokenB: tokenA, amountA: amountB, amountB: takenBy(receipt) };
  return { ...receipt, ...traded, maker: taker, taker: maker };
}

/** False for the owner of the maker's order, unless the same account owns the taker's; true for all others, and if no account is given. */
export const seesMatchFee = (
  { maker, taker }: Pick<MatchOrdersReceipt, 'maker' | 'taker'>,
  account?: Account,
): boolean => account !== maker.account || account === taker.account;

export const matchOrders: CommandKind<MatchOrdersCommand, MatchOrdersReceipt> = {
  tokens: (command) => [
    ...routesOf(command).flatMap(tokensOfRoute),
    ...[command.maker, command.taker].flatMap(evidenceOf).flatMap(({ via }) => via),
  ],
  pairs(command) {
    const waysOf = (side: Matched, pair: Pair) => evidenceOf(side).flatMap((evidence) => pairsOnWay(pair, evidence));
    const { maker, taker } = command;
    return [...pairsCompared(command), ...waysOf(maker, command), ...waysOf(taker, backOf(command))];
  },
  orders: ({ maker, taker }) =>
    [maker.order, taker.order, maker.lastFill, taker.lastFill].filter((sequence) => sequence !== undefined),

  balances(command, { policy, poolAddress }) {
    const { tokenA, tokenB, maker, taker } = command;
    return [
      key(orderAccount(maker.order), tokenA),
      key(taker.account, tokenA),
      key(orderAccount(taker.order), tokenB),
      key(maker.account, tokenB),
      // A purchase returns what is left with its last fill.
      key(maker.account, tokenA),
      key(taker.account, tokenB),
      ...(policy.matchFeePpm > 0n ? [key(feeAccount(poolAddress(tokenA, tokenB)), tokenA)] : []),
      ...pairsCompared(command).flatMap((pair) => both(reserveAccount(poolAddress(pair.tokenA, pair.tokenB)), pair)),
    ];
  },

  decide(command, state) {
    const found = findPair(command, state);
    if (found instanceof Refused) return found;
    const closed = checkOpen({ ...found, pool: undefined });
    if (closed) return closed;
    const { tokenA, tokenB, maker, taker, amountA } = command;
    const older = orderNamed({ ...maker, tokenA, tokenB }, state.order(maker.order));
    if (!older) return refuse({ code: 'not_found', what: 'order', order: maker.order });
    const newer = orderNamed({ ...taker, tokenA: tokenB, tokenB: tokenA }, state.order(taker.order));
    if (!newer) return refuse({ code: 'not_found', what: 'order', order: taker.order });
    const ofOlder = progressAsFound(maker, older, state);
    const ofNewer = progressAsFound(taker, newer, state);
    if (!ofOlder) return refuse({ code: 'order_moved', order: maker.order });
    if (!ofNewer) return refuse({ code: 'order_moved', order: taker.order });
    const isPossible =
      older.isPurchase || (command.amountB === undefined && isFill(older, maker, amountA, state.nowMs));
    if (maker.order >= taker.order || !isPossible) return refuse({ code: 'order_moved', order: maker.order });
    const feePpm = matchFeeOf(found.pool, state.policy.matchFeePpm);
    const fee = matchFee(amountA, feePpm);
    const unmet = checkMinimum(amount(amountA - fee), limitFor(newer, limitFor(older, amountA)), found.tokenA);
    if (unmet) return unmet;
    const amountB = amountAtMid(command, { maker: older, taker: newer, feePpm }, state);
    if (amountB instanceof Refused) return amountB;
    if (!isTrade(older, ofOlder, { amountA, amountB }, state.nowMs)) {
      return refuse({ code: 'order_moved', order: maker.order });
    }
    const taken = amount(amountA - fee);
    if (!isTrade(newer, ofNewer, { amountA: amountB, amountB: taken }, state.nowMs)) {
      return refuse({ code: 'order_moved', order: taker.order });
    }
    if (!isStillTriggered({ ...maker, tokenA, tokenB }, older, state)) {
      return refuse({ code: 'order_moved', order: maker.order });
    }
    if (!isStillTriggered({ ...taker, ...backOf(command) }, newer, state)) {
      return refuse({ code: 'order_moved', order: taker.order });
    }
    const unguarded =
      checkGuard({ ...maker, tokenA, tokenB, amountA, amountB, by: 'order' }, older, state) ??
      checkGuard({ ...taker, ...backOf(command), amountA: amountB, amountB: taken, by: 'order' }, newer, state);
    if (unguarded) return unguarded;
    const told = found.pool && fee > 0n ? { fee: { ppm: feePpm, amount: fee, pool: found.pool.address } } : {};
    const sides = {
      maker: afterTrade(maker, older, ofOlder, { paid: amountA, amountB }),
      taker: afterTrade(taker, newer, ofNewer, { paid: amountB, amountB: taken }),
    };
    return { receipt: { ...command, pools: command.pools ?? {}, amountB, ...sides, ...told } };
  },

  transfers(receipt) {
    const { tokenA, tokenB, amountB, maker, taker, fee } = receipt;
    const from = orderAccount(maker.order);
    const moved: Transfer[] = [
      { from, to: taker.account, token: tokenA, amount: takenBy(receipt) },
      { from: orderAccount(taker.order), to: maker.account, token: tokenB, amount: amountB },
    ];
    if (fee) moved.push({ from, to: feeAccount(fee.pool), token: tokenA, amount: fee.amount });
    for (const [{ order, account, returned }, token] of [
      [maker, tokenA],
      [taker, tokenB],
    ] as const) {
      if (returned !== undefined) moved.push({ from: orderAccount(order), to: account, token, amount: returned });
    }
    return moved;
  },

  parties: ({ maker, taker }) => [maker.account, taker.account],
};

const evidenceOf = ({ guard, trigger }: Matched): readonly Evidence[] =>
  [guard, trigger].filter((evidence) => evidence !== undefined);

/** One of the two orders as the receipt stores it: with its rest after the match. */
function afterTrade(
  { filledAtMs: _, lastFill: __, ...side }: ToMatch,
  placed: PlacedOrder,
  { left, receivedB = ZERO }: Progress,
  traded: { readonly paid: Amount; readonly amountB: Amount },
): Matched {
  if (placed.isPurchase) return { ...side, ...afterPurchase(placed, { left, receivedB }, traded) };
  return { ...side, left: amount(left - traded.paid) };
}

/** The match fee of a pair. Zero if nobody could collect it: the pair has no pool, or the pool has no protocol fee address. */
export const matchFeeOf = (pool: Pick<Pool, 'protocolFeeAddress'> | undefined, feePpm: Ppm): Ppm =>
  pool && pool.protocolFeeAddress !== null ? feePpm : ppm(0n);

/** The amount that the taker gets, after the fee. */
export const takenBy = ({ amountA, fee }: Pick<MatchOrdersReceipt, 'amountA' | 'fee'>): Amount =>
  amount(amountA - (fee?.amount ?? 0n));

/** The taker's payment at the pools' mid price, within both limits. Refused if the pools would pay either order more for the same amount. */
function amountAtMid(command: MatchOrdersCommand, terms: Matching, state: CommandState): Amount | Refused {
  const { amountA, maker, taker, pools = {} } = command;
  const moved = ({ order }: Matched) => refuse({ code: 'order_moved', order });
  const sold = poolsPay(command, amountA, pools.sold, state);
  if (pools.sold && !sold) return moved(maker);
  const bought = sold && poolsPay(backOf(command), sold.amountOut, pools.bought, state);
  if (pools.bought && !bought) return moved(taker);
  const mid = sold && bought && { mid: midSquared(sold, bought) };
  const prices = { ...terms, ...mid };
  const isPaid = command.amountB === undefined || paymentFor(command.amountB, prices) === amountA;
  const amountB = isPaid ? (command.amountB ?? matchedFor(amountA, prices)) : undefined;
  if (amountB === undefined || (sold && sold.amountOut > amountB)) return moved(maker);
  const paidBack = poolsPay(backOf(command), amountB, pools.bought, state);
  const taken = amountA - matchFee(amountA, terms.feePpm);
  return paidBack && paidBack.amountOut > taken ? moved(taker) : amountB;
}

const backOf = ({ tokenA, tokenB }: Pair): Pair => ({ tokenA: tokenB, tokenB: tokenA });

/** Plans a swap of `units` with the pools' current reserves; undefined if it would be refused. */
function poolsPay(
  { tokenA, tokenB }: Pair,
  units: Amount,
  route: readonly RouteHop[] | undefined,
  state: CommandState,
): RoutePlan | undefined {
  const plan = planSwap({ tokenA, tokenB, referred: false, exact: { in: units } }, state, route);
  return plan instanceof Refused ? undefined : plan;
}

const routesOf = ({ tokenA, tokenB, pools = {} }: Pair & { readonly pools?: ComparedPools }) => {
  const { sold, bought } = pools;
  return [
    { tokenA, tokenB, ...(sold && { route: sold }) },
    { tokenA: tokenB, tokenB: tokenA, ...(bought && { route: bought }) },
  ];
};

/** The command's own pair, and the pairs of both routes. */
const pairsCompared = (command: MatchOrdersCommand): readonly Pair[] => [
  command,
  ...routesOf(command).flatMap(pairsOfRoute),
];

/** The order's progress, if it has a limit and its rest is the same as when the match was found. */
function progressAsFound(side: ToMatch, placed: PlacedOrder, state: CommandState): Progress | undefined {
  const { order, left } = side;
  if (placed.isPurchase) {
    const receivedB = receivedBy(side, placed, state);
    return receivedB === undefined ? undefined : { left, receivedB };
  }
  const isAsFound = left > 0n && left === state.balanceOf(orderAccount(order), placed.tokenA);
  return isAsFound && placed.minReceived > 0n ? side : undefined;
}
