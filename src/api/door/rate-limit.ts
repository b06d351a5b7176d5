// Rate limits: each caller has a budget per second, charged by the cost of each call, and a number of changes per day.
import type { Caller as Known } from '../../access/keys.ts';
import type { Declaration } from '../../contract/call.ts';
import { ApiError } from '../errors.ts';
import { type BudgetHeaders, budgetHeaders, KeptBudgets } from './budget.ts';
import { type ClientNetworks, clientNetworks, SHARES } from './client-networks.ts';
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
  /** Until the whole limit is there again. */
  readonly resetSeconds: number | null;

  constructor(
    message: string,
    limit: number,
    retryAfterSeconds: number | null,
    { isOfFaucet, resetSeconds }: { isOfFaucet?: true; resetSeconds?: number } = {},
  ) {
    if (isOfFaucet) super('used_up_today', message, 'faucet');
    else super('rate_limited', message);
    this.limit = limit;
    this.retryAfterSeconds = retryAfterSeconds;
    this.resetSeconds = resetSeconds ?? retryAfterSeconds;
  }

  /** Undefined if it is not known when the limit is there again: what is left of it is then told as in any answer. */
  get budget(): BudgetHeaders | undefined {
    return this.resetSeconds === null ? undefined : budgetHeaders(this.limit, 0, this.resetSeconds);
  }
}

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** Tolerance for rounding errors in sums of fractional milliseconds. */
const ROUNDING_MS = 0.001;
/** Most callers remembered; beyond that, the least recent are forgotten. */
const MAX_CALLERS = 10_000;

/**
 * A token bucket per caller, of one second's budget. A request passes if one unit is left; if it costs more, the bucket is overdrawn.
 * A caller in several networks is charged in each: the larger ones hold more, as `SHARES` says.
 */
export class RateLimit {
  readonly #words: string;
  readonly #perSecond: number;
  readonly #kept: KeptBudgets;
  /** When each caller's bucket will be full again. */
  #usedUntilMs = new Map<string, number>();
  #earlier = new Map<string, number>();

  constructor(perSecond: number, words: string) {
    this.#perSecond = perSecond;
    this.#words = words;
    this.#kept = new KeptBudgets(perSecond);
  }

  get isOff(): boolean {
    return this.#perSecond === 0;
  }

  take(caller: ClientNetworks, cost: number, nowMs = performance.now()): RateLimited | undefined {
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
  owe(caller: ClientNetworks, cost: number, nowMs = performance.now()): number {
    if (this.isOff) return 0;
    if (typeof caller === 'string') return Math.max(0, this.#charge(caller, 1, cost, nowMs));
    return Math.max(0, ...caller.map((network, at) => this.#charge(network, SHARES[at] as number, cost, nowMs)));
  }

  /** The caller's rest of the limit; of several networks, that with the smallest rest counts. Undefined without a limit. */
  budgetOf(caller: ClientNetworks, nowMs = performance.now()): BudgetHeaders | undefined {
    if (this.isOff) return undefined;
    if (typeof caller === 'string') return this.#budgetOf(caller, 1, nowMs);
    let [name, share, least] = [caller[0], 1 as number, Number.POSITIVE_INFINITY];
    for (let at = 0; at < SHARES.length; at += 1) {
      const [network, size] = [caller[at] as string, SHARES[at] as number];
      const left = this.#leftOf(network, size, nowMs);
      if (left < least) [name, share, least] = [network, size, left];
    }
    return this.#budgetOf(name, share, nowMs);
  }

  #budgetOf(name: string, share: number, nowMs: number): BudgetHeaders {
    const usedMs = this.#usedBy(name, nowMs) - nowMs;
    const left = this.#leftOf(name, share, nowMs);
    const resetSeconds = secondsOf(usedMs);
    if (share === 1 && resetSeconds === 1) return this.#kept.get(left);
    return budgetHeaders(this.#perSecond * share, left, resetSeconds);
  }

  /** Units that would be granted now. */
  #leftOf(name: string, share: number, nowMs: number): number {
    const unitMs = SECOND_MS / (this.#perSecond * share);
    const freeMs = nowMs + SECOND_MS - this.#usedBy(name, nowMs);
    return Math.max(0, Math.floor((freeMs + ROUNDING_MS) / unitMs));
  }

  #take(caller: ClientNetworks, needed: number, cost: number, nowMs: number): RateLimited | undefined {
    if (typeof caller !== 'string') return this.#takeFromAll(caller, needed, cost, nowMs);
    const unitMs = SECOND_MS / this.#perSecond;
    const usedUntilMs = this.#usedBy(caller, nowMs);
    const waitMs = usedUntilMs + needed * unitMs - nowMs - SECOND_MS;
    if (waitMs > ROUNDING_MS) return this.#refusal(caller, 1, cost, { waitMs, usedMs: usedUntilMs - nowMs });
    this.#note(caller, usedUntilMs + cost * unitMs);
    return undefined;
  }

  /** Charges all networks of a caller, or none if one of them has too little left. */
  #takeFromAll(
    networks: Exclude<ClientNetworks, string>,
    needed: number,
    cost: number,
    nowMs: number,
  ): RateLimited | undefined {
    for (let at = 0; at < SHARES.length; at += 1) {
      const [network, share] = [networks[at] as string, SHARES[at] as number];
      const unitMs = SECOND_MS / (this.#perSecond * share);
      const usedMs = this.#usedBy(network, nowMs) - nowMs;
      const waitMs = usedMs + needed * unitMs - SECOND_MS;
      if (waitMs > ROUNDING_MS) return this.#refusal(network, share, cost, { waitMs, usedMs });
    }
    for (let at = 0; at < SHARES.length; at += 1)
      this.#charge(networks[at] as string, SHARES[at] as number, cost, nowMs);
    return undefined;
  }

  /** Returns the milliseconds until one more unit is granted; negative if more than one is left. */
  #charge(name: string, share: number, cost: number, nowMs: number): number {
    const unitMs = SECOND_MS / (this.#perSecond * share);
    const usedUntilMs = this.#usedBy(name, nowMs) + cost * unitMs;
    this.#note(name, usedUntilMs);
    return usedUntilMs + unitMs - nowMs - SECOND_MS;
  }

  #refusal(name: string, share: number, cost: number, { waitMs, usedMs }: Used): RateLimited {
    const limit = this.#perSecond * share;
    const network = share === 1 ? '' : `, counting all of the IPv6 network ${name.replace('/', '::/')}`;
    const counts = cost > 1 ? `, and this call counts as ${Number(cost.toFixed(2))}` : '';
    const message = `More than ${limit} ${this.#words}${network}${counts}; slow down.`;
    const resetSeconds = secondsOf(usedMs);
    return new RateLimited(message, limit, Math.ceil(waitMs / SECOND_MS), { resetSeconds });
  }

  #usedBy(name: string, nowMs: number): number {
    return Math.max(nowMs, this.#usedUntilMs.get(name) ?? this.#earlier.get(name) ?? 0);
  }

  #note(name: string, usedUntilMs: number): void {
    this.#usedUntilMs.set(name, usedUntilMs);
    if (this.#usedUntilMs.size < MAX_CALLERS / 2) return;
    this.#earlier = this.#usedUntilMs;
    this.#usedUntilMs = new Map();
  }
}

/** Whole seconds, rounded up, but not for what sums of fractions are off by. */
const secondsOf = (ms: number): number => Math.max(0, Math.ceil((ms - ROUNDING_MS) / SECOND_MS));

/** Milliseconds until the units that a request needs are there, and until the bucket is full. */
type Used = { readonly waitMs: number; readonly usedMs: number };

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

  countAddress(request: Pick<HttpRequest, 'ip'>): RateLimited | undefined {
    return this.#addresses.isOff ? undefined : this.#addresses.take(clientNetworks(request.ip), 1);
  }

  /** Charges an address for the length of an answer beyond that included in the price of a request. */
  oweAnswer({ ip }: Pick<HttpRequest, 'ip'>, bytes: number): void {
    if (bytes <= BYTES_A_REQUEST || this.#addresses.isOff) return;
    this.#addresses.owe(clientNetworks(ip), bytes / BYTES_A_REQUEST - 1);
  }

  countCall(request: HttpRequest, caller: Caller, cost: number): RateLimited | undefined {
    return caller.account === '' ? this.countStranger(request, cost) : this.#accounts.take(caller.account, cost);
  }

  /** The rest of the limit of the caller's account, or of the address if the caller was not looked up. */
  budgetOf({ ip, caller }: Pick<HttpRequest, 'ip' | 'caller'>): BudgetHeaders | undefined {
    if (caller?.account) return this.#accounts.budgetOf(caller.account);
    return this.#strangers.isOff ? undefined : this.#strangers.budgetOf(clientNetworks(ip));
  }

  countStranger({ ip }: Pick<HttpRequest, 'ip'>, cost: number): RateLimited | undefined {
    return this.#strangers.isOff ? undefined : this.#strangers.take(clientNetworks(ip), cost);
  }

  /** Charges an account for the time of route searches beyond that included in the price of a call. */
  oweSearch(account: string, ms: number): void {
    if (ms > SEARCH_INCLUDED_MS) this.#accounts.owe(account, searchCost(ms));
  }

  /** Charges the caller of a request, or its address, for calls that were made for it. */
  oweCalls({ ip, caller }: Pick<HttpRequest, 'ip' | 'caller'>, cost: number): void {
    if (this.#strangers.isOff) return;
    if (caller?.account) this.#accounts.owe(caller.account, cost);
    else this.#strangers.owe(clientNetworks(ip), cost);
  }

  /** Like `oweSearch`, for the caller of a request: its account or, without a key, its address. */
  oweSearchOf({ ip, caller }: HttpRequest, ms: number): void {
    if (ms > SEARCH_INCLUDED_MS) this.oweCalls({ ip, caller }, searchCost(ms));
  }

  /** Charges rows to a separate budget: reading never prevents trading. Returns the milliseconds to wait before reading more. */
  oweRows(request: HttpRequest, rows: number): number {
    return this.#rows.isOff ? 0 : this.#rows.owe(clientOf(request), rows);
  }

  /** Refuses a caller whose budget for rows has not yet recovered from earlier reads. */
  refusalOfRows(request: HttpRequest): RateLimited | undefined {
    return this.#rows.isOff ? undefined : this.#rows.take(clientOf(request), 0);
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

/** The names under which a caller is counted: its account or, without one, its address or networks. */
export const clientOf = ({ ip, caller }: HttpRequest): ClientNetworks =>
  caller?.account ? `account ${caller.account}` : clientNetworks(ip);

/** A page of up to 50 items costs as much as one quote, the unit of cost; each further 25 items cost another. */
const [ITEMS_FREE, ITEMS_A_UNIT] = [50, 25];

/** Length of an answer that is included in the price of a request; longer ones cost in proportion. */
const BYTES_A_REQUEST = 16_384;

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
