// Limits the number of open orders, checked before they are placed.
import type { Caller, Keys } from '../access/keys.ts';
import type { Account } from '../core/amount.ts';
import type { Command } from '../core/commands/command.ts';
import type { Market } from '../ports/market.ts';
import type { Submission } from '../ports/venue/trading.ts';
import { ApiError } from './errors.ts';

/** Numbers of open orders: of one account, and of all accounts together. */
export type OrderLimits = { readonly own: number; readonly all: number };
const LIMITS: OrderLimits = { own: 200, all: 100_000 };

/**
 * While this part of all places for orders is free, an account may use its own limit in full; when fewer are free, the limit
 * shrinks in proportion. So a group of accounts needs ever more members to take further places, and an account without orders
 * can place one as long as any place is free.
 */
const FREE_PART = 0.2;

/** Counting open orders is costly: a quarter of the further orders that a count allows is granted for half a second without a new count. */
const [GIVEN_PART, GIVEN_MS] = [4, 500];
/** Most accounts whose granted orders are remembered. */
const MOST_KNOWN = 10_000;

type Requester = { readonly keys: Keys; readonly caller: Caller };
type Given = { left: number; readonly untilMs: number };

/**
 * The limits are soft: two requests may be counted before either is placed, and other nodes grant orders, too, so an account
 * can have a few more orders than allowed.
 */
export class OrderRoom {
  readonly limits: OrderLimits;
  readonly #market: Pick<Market, 'openOrders'>;
  readonly #given = new Map<Account, Given>();
  /** Orders granted to all accounts together. */
  #givenToAll: Given = { left: 0, untilMs: 0 };

  constructor(market: Pick<Market, 'openOrders'>, limits: OrderLimits = LIMITS) {
    this.#market = market;
    this.limits = limits;
  }

  /**
   * Throws if these orders would exceed a limit. Orders that an earlier request with the same idempotency key has placed do not count,
   * nor does one for each own order that an atomic bulk closes: if that one cannot be closed, no other is placed either. A close that an
   * earlier request has made frees no place again.
   */
  async check(
    { keys, caller: { account, role } }: Requester,
    submissions: readonly Submission[],
    { atomic = false } = {},
  ): Promise<void> {
    const placing = submissions.filter(({ command }) => isToWait(command));
    if (placing.length === 0) return;
    const closing = atomic ? submissions.filter(({ command }) => isOwnClose(command, account)) : [];
    const closed = await countNew(closing, keys, account);
    const added = placing.length - closed;
    if (added > 0 && this.#takeGiven(account, added)) return;
    const open = await this.#market.openOrders(account);
    const { own, all } = this.limits;
    // Orders may be changed even if few places are left, but not beyond the own limit, which requests at the same moment could pass.
    if (added <= 0 && open.own + added <= own) return;
    // The shrinking share protects against strangers with many accounts, so it does not apply to operators.
    const shareOf = (count: number) => (role === 'operator' ? own : this.#share(all - open.all - count + 1));
    const isRoom = (count: number) => open.own + count <= shareOf(count) && open.all + count <= all;
    if (isRoom(added)) {
      const room = shareOf(added) - open.own - added;
      this.#give(account, { own: room, all: all - open.all - added });
      return;
    }
    if (isRoom((await countNew(placing, keys, account)) - closed)) return;
    throw new ApiError('too_many', this.#reason(open, added), 'orders');
  }

  /** The most orders that an account may have while this number of places is free. */
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

/** True for an order that may stay open. */
const isToWait = (command: Command): boolean => command.kind === 'placeOrder' && command.placedAs !== 'immediate';

const isOwnClose = (command: Command, account: Account): boolean =>
  command.kind === 'closeOrder' && command.account === account;

async function countNew(submissions: readonly Submission[], keys: Keys, account: Account): Promise<number> {
  const done = await Promise.all(
    submissions.map(({ idempotencyKey: key }) => key !== undefined && keys.isDone(account, key)),
  );
  return done.filter((isDone) => !isDone).length;
}
