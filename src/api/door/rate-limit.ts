// How much a caller may ask for: so much a second, each call by what it costs, and so many changes a day.
import { isIPv6 } from 'node:net';

import type { Caller as Known } from '../../access/keys.ts';
import type { Declaration } from '../../contract/call.ts';
import { ApiError } from '../errors.ts';
import type { HttpRequest } from './request.ts';

type Caller = Pick<Known, 'account' | 'role'>;

export type LimitOptions = {
  /** What the calls of an account, or of an address without one, may cost in a second; 0 for no limit. */
  readonly rateLimitPerSecond: number;
  /** Requests of any kind a second and address, counted before anything else is done for them; 0 for no limit. */
  readonly addressLimitPerSecond: number;
  /** Changes a day and account, but for operators; 0 for no limit. */
  readonly changesPerDay: number;
};

/** More was asked than is granted; it may be asked again later. */
export class RateLimited extends ApiError {
  readonly limit: number;
  /** Null where the same request would never pass. */
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
/** Sums of fractions of a second may miss the whole by less than this. */
const ROUNDING_MS = 0.001;
/** Callers that are remembered; of more, those who have asked last. */
const MAX_CALLERS = 10_000;

/** A bucket a caller, which holds a second's worth: what costs more than is left is granted, and owed. */
export class RateLimit {
  readonly #words: string;
  readonly #perSecond: number;
  /** Until when what each has taken is used up. */
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

  /** What the items of a bulk cost beside what was taken for it before; refused as a whole where less is left. */
  takeWhole(caller: string, items: number, taken: number, nowMs = performance.now()): RateLimited | undefined {
    if (this.isOff || items <= taken) return undefined;
    if (items > this.#perSecond) {
      const message = `A bulk of ${items} items exceeds ${this.#perSecond} ${this.#words}; send at most ${this.#perSecond} items at once.`;
      return new RateLimited(message, this.#perSecond, null);
    }
    return this.#take(caller, items - taken, items - taken, nowMs);
  }

  /** Takes what was spent already, be it left or not; answers how many milliseconds pass until one more would be granted. */
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

/** All limits of one server. */
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
    // Apart from each other, since an account may have any name, also that of an address.
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

  /** What it took to find routes for an account, beyond what the price of a call includes. */
  oweSearch(account: string, ms: number): void {
    if (ms > SEARCH_INCLUDED_MS) this.#accounts.owe(account, searchCost(ms));
  }

  /** The same for whoever asks, with a key or without. */
  oweSearchOf({ ip, caller }: HttpRequest, ms: number): void {
    if (ms <= SEARCH_INCLUDED_MS || this.#strangers.isOff) return;
    if (caller?.account) this.#accounts.owe(caller.account, searchCost(ms));
    else this.#strangers.owe(placeOf(ip), searchCost(ms));
  }

  /** Rows that were looked at, in an allowance of their own: reading keeps nobody from trading. Answers the milliseconds to wait before more. */
  oweRows(request: HttpRequest, rows: number): number {
    return this.#rows.isOff ? 0 : this.#rows.owe(nameOf(request), rows);
  }

  /** Whether someone has looked at more rows than is paid for by now. */
  refusalOfRows(request: HttpRequest): RateLimited | undefined {
    return this.#rows.isOff ? undefined : this.#rows.take(nameOf(request), 0);
  }

  /** All items of a bulk at once, or none: it must not be begun where it could not be ended. */
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

/** By account or, without one, by address; an account may have any name. */
export const nameOf = ({ ip, caller }: HttpRequest): string =>
  caller?.account ? `account ${caller.account}` : `address ${placeOf(ip)}`;

/** Who has one address of IPv6 has the 2^64 beside it too. */
export function placeOf(ip: string): string {
  // Most are of IPv4, and this is asked for every request.
  if (!ip.includes(':')) return ip;
  const address = plainAddress(ip);
  return isIPv6(address) ? groupsOf(address).join(':') : address;
}

/** The address, and for IPv6 the networks that one customer of a provider may own: /64, /56 and /48. Smallest first. */
export function networksOf(ip: string): readonly string[] {
  const address = plainAddress(ip);
  if (!isIPv6(address)) return [address];
  const [first, second, third, fourth = '0'] = groupsOf(address);
  const high = (Number.parseInt(fourth, 16) >> 8).toString(16);
  return [placeOf(address), `${first}:${second}:${third}:${high}00/56`, `${first}:${second}:${third}/48`];
}

/** Without the port that some proxies name, and IPv4 as such. */
function plainAddress(ip: string): string {
  const bare = /^([\d.]+):\d+$/.exec(ip)?.[1] ?? /^\[([^\]]*)\](:\d+)?$/.exec(ip)?.[1] ?? ip;
  return /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare;
}

/** The first four groups of an IPv6 address, in full. */
function groupsOf(address: string): readonly string[] {
  const [before = [], after] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - (after?.length ?? 0) }, () => '0');
  return [...before, ...zeros, ...(after ?? [])].slice(0, 4);
}

/** A page of so many items costs no more than a quote; of more, so many items cost as much as another. */
const [ITEMS_FREE, ITEMS_A_UNIT] = [50, 25];

/** So many rows of history take about as long as answering one or two quotes over HTTP. */
export const ROWS_A_QUOTE = 50;

/** What a search may take before it costs more; then each millisecond costs as much as a quote, up to the last of these. */
const [SEARCH_INCLUDED_MS, SEARCH_MOST_MS] = [1, 101];

/** However long the machine stood still meanwhile. */
const searchCost = (ms: number): number => Math.min(ms, SEARCH_MOST_MS) - SEARCH_INCLUDED_MS;

/** A file is many pages. */
const PAGES_A_FILE = 20;

/** What a call costs, told by its query alone, in quotes. Of most it is not even looked at. */
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
