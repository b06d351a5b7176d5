// How many orders may be open: counted where they are placed, before they are.
import type { Caller, Keys } from '../access/keys.ts';
import type { Account } from '../core/amount.ts';
import type { Market } from '../ports/market.ts';
import type { Order } from '../ports/venue.ts';
import { ApiError } from './errors.ts';

/** Of an account, and of all. */
export type OrderLimits = { readonly own: number; readonly all: number };
const LIMITS: OrderLimits = { own: 200, all: 100_000 };

/**
 * While at least this part of all places is free, an account may have as many orders as its limit says; below it, its share shrinks
 * with what is free. So no number of accounts takes all places: each further order needs an account with fewer, and an account
 * without any can always place one.
 */
const FREE_PART = 0.2;

/** Of the room that was found, this part is given away for so long without counting again: to count is dear. */
const [GIVEN_PART, GIVEN_MS] = [4, 500];
/** Accounts whose room is remembered. */
const MOST_KNOWN = 10_000;

type Asked = { readonly keys: Keys; readonly caller: Caller };
type Given = { left: number; readonly untilMs: number };

/**
 * Two requests at once may both be counted before either is placed, and other nodes give room away too, so that an account
 * can have a few more than it may.
 */
export class OrderRoom {
  readonly limits: OrderLimits;
  readonly #market: Pick<Market, 'openOrders'>;
  readonly #given = new Map<Account, Given>();
  /** What all accounts together may still take. */
  #givenToAll: Given = { left: 0, untilMs: 0 };

  constructor(market: Pick<Market, 'openOrders'>, limits: OrderLimits = LIMITS) {
    this.#market = market;
    this.limits = limits;
  }

  /** Throws where these would be too many. What was placed before under its key is not placed again. */
  async check({ keys, caller: { account, role } }: Asked, orders: readonly Order[]): Promise<void> {
    const placing = orders.filter(({ command }) => command.kind === 'placeOrder');
    if (placing.length === 0 || this.#takeGiven(account, placing.length)) return;
    const open = await this.#market.openOrders(account);
    const { own, all } = this.limits;
    // The operators' own accounts are not those of strangers.
    const shareOf = (count: number) => (role === 'operator' ? own : this.#share(all - open.all - count + 1));
    const isRoom = (count: number) => open.own + count <= shareOf(count) && open.all + count <= all;
    if (isRoom(placing.length)) {
      const room = shareOf(placing.length) - open.own - placing.length;
      this.#give(account, { own: room, all: all - open.all - placing.length });
      return;
    }
    if (isRoom(await countNew(placing, keys, account))) return;
    throw new ApiError('too_many_orders', this.#reason(open, placing.length));
  }

  /** How many orders an account may have while so many places are free. */
  #share(free: number): number {
    const { own, all } = this.limits;
    return Math.ceil(own * Math.max(0, Math.min(1, free / (FREE_PART * all))));
  }

  #reason(open: OrderLimits, placing: number): string {
    const { own, all } = this.limits;
    if (open.own + placing > own) return `You have ${open.own} open orders, and may have ${own}; cancel some first.`;
    if (open.all + placing > all)
      return `There are ${open.all} open orders, as many as this exchange keeps; try again later.`;
    const share = this.#share(all - open.all);
    return `You have ${open.own} open orders, and may have ${share} while ${open.all} of ${all} places for orders are taken; cancel some first, or try again later.`;
  }

  #takeGiven(account: Account, count: number): boolean {
    const given = this.#given.get(account);
    const nowMs = performance.now();
    const holds = (room: Given) => room.untilMs > nowMs && room.left >= count;
    if (!given || !holds(given) || !holds(this.#givenToAll)) return false;
    given.left -= count;
    this.#givenToAll.left -= count;
    return true;
  }

  #give(account: Account, { own, all }: OrderLimits): void {
    const untilMs = performance.now() + GIVEN_MS;
    const part = (room: number) => ({ left: Math.floor(room / GIVEN_PART), untilMs });
    if (this.#given.size >= MOST_KNOWN) this.#given.clear();
    this.#given.set(account, part(own));
    this.#givenToAll = part(all);
  }
}

async function countNew(orders: readonly Order[], keys: Keys, account: Account): Promise<number> {
  const done = await Promise.all(
    orders.map(({ idempotencyKey: key }) => key !== undefined && keys.isDone(account, key)),
  );
  return done.filter((isDone) => !isDone).length;
}
