// Rate limits: each caller has a budget per second, charged by the cost of each call, and a number of changes per day.
import { isIPv6 } from 'node:net';

import type { Caller as Known } from '../../access/keys.ts';
import type { Declaration } from '../../contract/call.ts';
import { ApiError } from '../errors.ts';
import type { HttpRequest } from './request.ts';

type Caller = Pick<Known, 'account' | 'role'>;

export type LimitOptions = {
  /** Total cost of the calls that one account, or one address without a key, may make per second; 0 for no limit. */
  readonly rateLimitPerSecond: number;
  /** Requests of any kind per second from one address, counted before any other work; 0 for no limit. */
  readonly addressLimitPerSecond: number;
  /** Changes per day and account, except operators; 0 for no limit. */
  readonly changesPerDay: number;
};

/** The caller exceeded a limit and may retry later. */
export class RateLimited extends ApiError {
  readonly limit: number;
  /** Null if the same request can never pass. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    limit: number,
    retryAfterSeconds: number | null,
    code: 'rate_limited' | 'faucet_spent' = 'rate_limited',
  ) {
    super(code, message);
    this.limit = limit;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** Tolerance for rounding errors in sums of fractional milliseconds. */
const ROUNDING_MS = 0.001;
/** Most callers remembered; beyond that, the least recent are forgotten. */
const MAX_CALLERS = 10_000;

/** A token bucket per caller, of one second's budget. A request passes if one unit is left; if it costs more, the bucket is overdrawn. */
export class RateLimit {
  readonly #words: string;
  readonly #perSecond: number;
  /** When each caller's bucket will be full again. */
  #usedUntilMs = new Map<string, number>();
  #earlier = new Map<string, number>();

  constructor(perSecond: number, words: string) {
    this.#perSecond = perSecond;
    this.#words = words;
  }

  get isOff(): boolean {
    return this.#perSecond === 0;
  }

  take(caller: string, cost: number, nowMs = performance.now()): RateLimited | undefined {
    if (this.isOff) return undefined;
    return this.#take(caller, 1, cost, nowMs);
  }

  /** Charges the items of a bulk, less the units `taken` for it before; refuses the whole bulk if fewer are left. */
  takeWhole(caller: string, items: number, taken: number, nowMs = performance.now()): RateLimited | undefined {
    if (this.isOff || items <= taken) return undefined;
    if (items > this.#perSecond) {
      const message = `A bulk of ${items} items exceeds ${this.#perSecond} ${this.#words}; send at most ${this.#perSecond} items at once.`;
      return new RateLimited(message, this.#perSecond, null);
    }
    return this.#take(caller, items - taken, items - taken, nowMs);
  }

  /** Charges for work already done, even if that overdraws the bucket; returns the milliseconds until one more unit is granted. */
  owe(caller: string, cost: number, nowMs = performance.now()): number {
    if (this.isOff) return 0;
    const unitMs = SECOND_MS / this.#perSecond;
    const usedUntilMs = this.#usedBy(caller, nowMs) + cost * unitMs;
    this.#note(caller, usedUntilMs);
    return Math.max(0, usedUntilMs + unitMs - nowMs - SECOND_MS);
  }

  #take(caller: string, needed: number, cost: number, nowMs: number): RateLimited | undefined {
    const unitMs = SECOND_MS / this.#perSecond;
    const usedUntilMs = this.#usedBy(caller, nowMs);
    const waitMs = usedUntilMs + needed * unitMs - nowMs - SECOND_MS;
    if (waitMs > ROUNDING_MS) {
      const counts = cost > 1 ? `, and this call counts as ${Number(cost.toFixed(2))}` : '';
      return new RateLimited(
        `More than ${this.#perSecond} ${this.#words}${counts}; slow down.`,
        this.#perSecond,
        Math.ceil(waitMs / SECOND_MS),
      );
    }
    this.#note(caller, usedUntilMs + cost * unitMs);
    return undefined;
  }

  #usedBy(caller: string, nowMs: number): number {
    return Math.max(nowMs, this.#usedUntilMs.get(caller) ?? this.#earlier.get(caller) ?? 0);
  }

  #note(caller: string, usedUntilMs: number): void {
    this.#usedUntilMs.set(caller, usedUntilMs);
    if (this.#usedUntilMs.size < MAX_CALLERS / 2) return;
    this.#earlier = this.#usedUntilMs;
    this.#usedUntilMs = new Map();
  }
}

export class Limits {
  readonly #addresses: RateLimit;
  readonly #accounts: RateLimit;
  readonly #strangers: RateLimit;
  readonly #rows: RateLimit;
  readonly #changesPerDay: number;
  readonly #changes = new Map<string, number>();
  #day = 0;

  constructor({ rateLimitPerSecond, addressLimitPerSecond, changesPerDay }: LimitOptions) {
    this.#addresses = new RateLimit(addressLimitPerSecond, 'requests per second from your address');
    // Accounts and addresses have separate buckets, since an account may be named like an address.
    this.#accounts = new RateLimit(rateLimitPerSecond, 'requests per second');
    this.#strangers = new RateLimit(rateLimitPerSecond, 'requests per second without a key');
    this.#rows = new RateLimit(rateLimitPerSecond * ROWS_A_QUOTE, 'rows of history read per second');
    this.#changesPerDay = changesPerDay;
  }

  countAddress(request: HttpRequest): RateLimited | undefined {
    return this.#addresses.isOff ? undefined : this.#addresses.take(placeOf(request.ip), 1);
  }

  countCall(request: HttpRequest, caller: Caller, cost: number): RateLimited | undefined {
    if (caller.account !== '') return this.#accounts.take(caller.account, cost);
    return this.#strangers.isOff ? undefined : this.#strangers.take(placeOf(request.ip), cost);
  }

  /** Charges an account for the time of route searches beyond that included in the price of a call. */
  oweSearch(account: string, ms: number): void {
    if (ms > SEARCH_INCLUDED_MS) this.#accounts.owe(account, searchCost(ms));
  }

  /** Like `oweSearch`, for the caller of a request: its account or, without a key, its address. */
  oweSearchOf({ ip, caller }: HttpRequest, ms: number): void {
    if (ms <= SEARCH_INCLUDED_MS || this.#strangers.isOff) return;
    if (caller?.account) this.#accounts.owe(caller.account, searchCost(ms));
    else this.#strangers.owe(placeOf(ip), searchCost(ms));
  }

  /** Charges rows to a separate budget: reading never prevents trading. Returns the milliseconds to wait before reading more. */
  oweRows(request: HttpRequest, rows: number): number {
    return this.#rows.isOff ? 0 : this.#rows.owe(nameOf(request), rows);
  }

  /** Refuses a caller whose budget for rows has not yet recovered from earlier reads. */
  refusalOfRows(request: HttpRequest): RateLimited | undefined {
    return this.#rows.isOff ? undefined : this.#rows.take(nameOf(request), 0);
  }

  /** Counts all items of a bulk, or none: a bulk must not be started if it could not be finished. */
  countItems(caller: Caller, items: number, counted: number): void {
    const refusal = this.#accounts.takeWhole(caller.account, items, counted);
    if (refusal) throw refusal;
    this.countChange(caller, Date.now(), items);
  }

  countChange({ account, role }: Caller, nowMs = Date.now(), changes = 1): void {
    if (this.#changesPerDay === 0 || role === 'operator') return;
    const day = Math.floor(nowMs / DAY_MS);
    if (day !== this.#day) this.#changes.clear();
    this.#day = day;
    const count = (this.#changes.get(account) ?? 0) + changes;
    if (count > this.#changesPerDay) {
      const left = this.#changesPerDay - count + changes;
      const message =
        left === 0
          ? `Account ${account} has made ${this.#changesPerDay} changes today, the daily limit; try again after midnight UTC.`
          : `Account ${account} has ${left} changes left today, and this bulk has ${changes} items; send at most ${left}.`;
      throw new RateLimited(message, this.#changesPerDay, Math.ceil(((day + 1) * DAY_MS - nowMs) / SECOND_MS));
    }
    this.#changes.set(account, count);
  }
}

/** The name under which a caller is counted: its account or, without one, its address. */
export const nameOf = ({ ip, caller }: HttpRequest): string =>
  caller?.account ? `account ${caller.account}` : `address ${placeOf(ip)}`;

/** The address, for IPv6 its /64: a client that has one address of that network has all of them. */
export function placeOf(ip: string): string {
  // Fast path: this runs for every request, and most use IPv4.
  if (!ip.includes(':')) return ip;
  const address = plainAddress(ip);
  return isIPv6(address) ? groupsOf(address).join(':') : address;
}

/** The address, for IPv6 the networks that one customer may own: /64, /56 and /48. Smallest first. */
export function networksOf(ip: string): readonly string[] {
  const address = plainAddress(ip);
  if (!isIPv6(address)) return [address];
  const [first, second, third, fourth = '0'] = groupsOf(address);
  const high = (Number.parseInt(fourth, 16) >> 8).toString(16);
  return [placeOf(address), `${first}:${second}:${third}:${high}00/56`, `${first}:${second}:${third}/48`];
}

/** Strips the port that some proxies add, and unwraps IPv4 addresses from IPv6. */
function plainAddress(ip: string): string {
  const bare = /^([\d.]+):\d+$/.exec(ip)?.[1] ?? /^\[([^\]]*)\](:\d+)?$/.exec(ip)?.[1] ?? ip;
  return /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare;
}

/** The first four groups of an IPv6 address, zeros included. */
function groupsOf(address: string): readonly string[] {
  const [before = [], after] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - (after?.length ?? 0) }, () => '0');
  return [...before, ...zeros, ...(after ?? [])].slice(0, 4);
}

/** A page of up to 50 items costs as much as one quote, the unit of cost; each further 25 items cost another. */
const [ITEMS_FREE, ITEMS_A_UNIT] = [50, 25];

/** Rows of history whose reading takes about as long as one or two quotes over HTTP. */
export const ROWS_A_QUOTE = 50;

/** Milliseconds of route search included in the price of a call, and the most that count; in between, each costs as much as one quote. */
const [SEARCH_INCLUDED_MS, SEARCH_MOST_MS] = [1, 101];

/** Capped, in case the machine was suspended during the search. */
const searchCost = (ms: number): number => Math.min(ms, SEARCH_MOST_MS) - SEARCH_INCLUDED_MS;

/** A list exported as a file costs as much as this number of pages. */
const PAGES_A_FILE = 20;

/** The cost of a call (a quote costs 1), as far as its query tells; constant for most calls. */
export function costOf({ weight = 1, input }: Declaration): (request: Pick<HttpRequest, 'query'>) => number {
  if (!('limit' in input.properties || 'format' in input.properties)) return () => weight;
  return ({ query }) => {
    const { limit, format, token, pool } = query as { [field: string]: unknown };
    if (format !== undefined) return weight * PAGES_A_FILE;
    const named = [token, pool].find(Array.isArray)?.length ?? 0;
    const items = typeof limit === 'string' && /^\d{1,4}$/.test(limit) ? Number(limit) : named;
    return weight + Math.max(0, items - ITEMS_FREE) / ITEMS_A_UNIT;
  };
}
