// Chooses the orders of two opposite sides that a look (one pass of the keeper) tries to match, so that nobody can take the places of all others.
import type { Account } from '../core/amount.ts';
import { doMeet, limitFor, type PlacedOrder } from '../core/orders/order.ts';

/** An order, and how much of it may be filled now. */
export type Fillable<Order extends PlacedOrder> = { readonly order: Order; readonly units: bigint };

/** How many orders of each side a look tries. */
const PLACES = 8;
/** While some of those with the best limits trade nothing, as many places are given to the other accounts in turn. */
const PLACES_IN_TURN = 4;
/** The most further looks after one that left orders out. The turns go on from there at the next change. */
const MOST_LOOKS = 64;

/** The orders of two sides, best limit first, without those that must be filled as a whole although no order of the other side could. */
export function tradeable<Order extends PlacedOrder>(
  ones: readonly Fillable<Order>[],
  others: readonly Fillable<Order>[],
): readonly [readonly Order[], readonly Order[]] {
  const first = fitting(ones, others);
  const opposite = fitting(others, first);
  // Once more, since an order that was left out cannot fill another.
  return [fitting(first, opposite).map(({ order }) => order), opposite.map(({ order }) => order)];
}

/** A match is of two orders: that several could fill an order together does not help one that must be filled as a whole. */
function fitting<Order extends PlacedOrder>(orders: readonly Fillable<Order>[], opposite: readonly Fillable<Order>[]) {
  const most = opposite.reduce((largest, { units }) => (units > largest ? units : largest), 0n);
  return orders.filter(({ order, units }) => order.inParts || limitFor(order, units) <= most);
}

/** The orders of a side whose limits meet the best one of the opposite side. Orders without a limit are not matched. */
export function* meeting<Order extends PlacedOrder>(
  orders: readonly Order[],
  opposite: readonly Order[],
  feePpm: bigint,
): Generator<Order> {
  const best = opposite.find(hasLimit);
  for (const order of orders) {
    if (!hasLimit(order)) continue;
    if (!best || !doMeet(order, best, feePpm)) return;
    yield order;
  }
}

const hasLimit = ({ minReceived }: PlacedOrder): boolean => minReceived > 0n;

/** Whose turn it is: kept for a pair of sides from look to look. */
export class MatchTurns {
  /** The number of looks in turn so far: its low digits count the batches of one side, its high ones those of the other. */
  #step = 0;
  /** True if the last look left orders out although some of those with a place traded nothing. */
  #isBlocked = false;
  /** How many such looks there were since the last trade or change. */
  #vain = 0;

  /** The candidates of both sides, those with the best limits first. */
  choose<Order extends PlacedOrder>(sides: readonly [readonly Order[], readonly Order[]]): Chosen<Order> {
    const isCut = sides.some((orders) => orders.length > PLACES);
    if (!isCut || !this.#isBlocked) return { isCut, sides: [sides[0].slice(0, PLACES), sides[1].slice(0, PLACES)] };
    const step = this.#step++;
    const [one, other] = [inBatches(sides[0]), inBatches(sides[1])];
    // Like the digits of a counter, so that each batch of one side meets each of the other.
    const further = Math.floor(step / one.batches);
    const round = Math.floor(further / other.batches);
    return { isCut, sides: [one.at(step, round), other.at(further, round)] };
  }

  /**
   * Notes the outcome of a look; true if the next look should try the orders that were left out. Trades alone do not end the turns:
   * whoever holds the places could trade a little with himself.
   */
  note({ isBlocked, hasTraded }: { readonly isBlocked: boolean; readonly hasTraded: boolean }): boolean {
    this.#isBlocked = isBlocked;
    this.#vain = isBlocked && !hasTraded ? this.#vain + 1 : 0;
    if (this.#vain <= MOST_LOOKS) return isBlocked;
    this.#vain = 0;
    return false;
  }
}

type Chosen<Order> = { readonly isCut: boolean; readonly sides: readonly [readonly Order[], readonly Order[]] };

/** Some places by limit, and the others by account: each account in turn, with one of its orders in turn. */
function inBatches<Order extends PlacedOrder>(orders: readonly Order[]) {
  const first = orders.slice(0, PLACES - PLACES_IN_TURN);
  const byAccount = [...grouped(orders.slice(first.length)).values()];
  const batches = Math.max(1, Math.ceil(byAccount.length / PLACES_IN_TURN));
  return {
    batches,
    at(step: number, round: number): readonly Order[] {
      const from = (step % batches) * PLACES_IN_TURN;
      const inTurn = byAccount.slice(from, from + PLACES_IN_TURN).map((own) => own[round % own.length] as Order);
      const chosen = new Set([...first, ...inTurn]);
      return orders.filter((order) => chosen.has(order));
    },
  };
}

function grouped<Order extends PlacedOrder>(orders: readonly Order[]): ReadonlyMap<Account, Order[]> {
  const groups = new Map<Account, Order[]>();
  for (const order of orders) {
    const own = groups.get(order.account);
    if (own) own.push(order);
    else groups.set(order.account, [order]);
  }
  return groups;
}
