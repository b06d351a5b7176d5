// Judges what happened to the owner, and what the adversary gained, by the bounds of the table of attacks.
import type { Receipt } from '../../src/core/commands/command.ts';
import type { OrderFill } from '../../src/core/orders/order.ts';
import { fillsOf } from '../../src/core/orders/record.ts';
import { windowStart } from '../../src/core/orders/trigger.ts';
import type { RoutePlan } from '../../src/core/route/leg.ts';
import type { Posted } from '../../src/core/settle/instruction.ts';
import { averagesOf, nowOf, paidBy, type View } from './honest-prices.ts';
import { type AdversaryMarket, MILLIONTHS } from './market.ts';
import type { Name, Owner, Scenario } from './scenario.ts';

export type Fault =
  /** A stop was set off although no honest way has passed its trigger. */
  | 'set off'
  /** A fill or match pays less than the guard by every honest way. */
  | 'below guard'
  /** A guarded order was matched below every honest way's average less fees. */
  | 'match below reference'
  /** An order waits although the honest pools stand at the undisturbed price. */
  | 'held off'
  /** A swap was accepted that costs more than the price impact limit, by the honest way that pays most for it. */
  | 'impact hidden'
  /** The same, but by a route that pays more than every honest way. */
  | 'impact hidden by a better way'
  /** A quote has a mid price far below that of the honest way that pays most. */
  | 'mid price hidden'
  /** The owner got less than the table allows, and that cost the adversary less than the owner lost. */
  | 'owner loses'
  /** The adversary gained more than the table allows. */
  | 'gain'
  /** A command of the keeper was refused, with nobody in between. */
  | 'refused';

/** `severity` is how far the bound was passed, as a fraction. */
export type Breach = { readonly fault: Fault; readonly detail: string; readonly severity: number };

/** Amounts of the owner's order or swap. */
export type Traded = { readonly gave: bigint; readonly got: bigint };

type Stop = Extract<Owner, { kind: 'stop' }>;

const GUARD_MS = 60_000;
const SLIPPAGE = { recurring: 0.01, stop: 0.03 };
const IMPACT_LIMIT = 0.15;
/** An honest price that differs from the undisturbed one by more is displaced: a bit more than the fees of a pool. */
const FEE_BAND = 0.004;
/** Averages are computed in floats, and in several ways. */
const TOLERANCE = 0.002;
/** A stable pool is taken for a large one of constant product. */
const TOLERANCE_OF_STABLE = 0.02;
/** The mid price may be that of another way within the fees. */
const MID_TOLERANCE = 0.03;
/** An average may be that of another way within the fees, and begin at a whole second. */
const TRIGGER_TOLERANCE = 0.01;
/** What the fees of three pools of the adversary's own leave. */
const KEPT_OF_OWN_WAY = 0.997 ** 3;
/** A second of a guard's window counts whole, with its mean liquidity: so liquidity may count as that of half of the time a second early. */
const HALF = 0.5 - 1000 / GUARD_MS;
/** Up to this part of the reserve, a fill moves the price by less than twice the fee. */
const SMALL = 0.0027;
const ROUNDING = 1e-4;
const MOST_UNITS_ROUNDED = 4;

export class Judge {
  readonly #scenario: Scenario;
  readonly #market: AdversaryMarket;
  readonly #undisturbed: readonly View[];
  readonly #tolerance: number;
  readonly breaches: Breach[] = [];
  #seen: number;
  #gave = 0n;
  #got = 0n;
  #fills = 0;
  /** What the fills have paid to providers, in units of the sold token: the fees of the pools and the fills' own price impact. */
  #earned = 0;
  matches = 0;
  /** The longest share of a window, before a fill or a trigger, in which an honest price was displaced. */
  heldShare = 0;

  constructor(scenario: Scenario, market: AdversaryMarket) {
    this.#scenario = scenario;
    this.#market = market;
    this.#undisturbed = market.ways.map(nowOf);
    this.#seen = market.journal.length;
    this.#tolerance = scenario.setup.pools.some(({ stable }) => stable !== undefined) ? TOLERANCE_OF_STABLE : TOLERANCE;
  }

  get traded(): Traded {
    return { gave: this.#gave, got: this.#got };
  }

  breach(fault: Fault, detail: string, severity: number): void {
    this.breaches.push({ fault, detail, severity });
  }

  /** Judges what has happened to the owner's order since the last call. */
  follow(order: number | undefined): void {
    const { journal } = this.#market;
    for (; this.#seen < journal.length; this.#seen++)
      if (order !== undefined) this.#take(journal[this.#seen] as Posted, order);
  }

  #take({ receipt, createdAtMs }: Posted, order: number): void {
    const { owner } = this.#scenario;
    if (owner.kind === 'swap') return;
    if (receipt.kind === 'triggerOrder' && receipt.order === order && owner.kind === 'stop')
      this.#trigger(owner, createdAtMs);
    for (const fill of fillsOf(receipt))
      if (fill.order === order) this.#fill(fill, createdAtMs, receipt, SLIPPAGE[owner.kind]);
  }

  #trigger({ when, triggerPpm, overMs }: Stop, nowMs: number): void {
    const { sold, bought } = this.#scenario.setup;
    const bound = (this.#market.price([sold, bought]) * triggerPpm) / 1e6;
    const fromMs = overMs === 0 ? nowMs - 1 : windowStart(overMs, nowMs);
    const averages = this.#market.ways.flatMap((way) => averagesOf(way, fromMs, nowMs).map(({ price }) => price));
    const beyond = when === 'below' ? Math.min(...averages) / bound - 1 : 1 - Math.max(...averages) / bound;
    if (beyond > TRIGGER_TOLERANCE)
      this.breach('set off', `honest averages ${percent(beyond)} from the trigger`, beyond);
    this.#noteHeld(fromMs, nowMs);
  }

  #fill({ order, amountA, amountB }: OrderFill, nowMs: number, receipt: Receipt, slippage: number): void {
    const match = receipt.kind === 'matchOrders' ? receipt : undefined;
    this.#gave += amountA;
    this.#got += amountB;
    this.#fills += 1;
    if (!match) {
      const { reserve, kept } = best(this.#market.ways.map(nowOf), Number(amountA));
      this.#earned += Number(amountA) * (1 - kept + Number(amountA) / reserve);
    }
    const fromMs = windowStart(GUARD_MS, nowMs);
    const views = this.#market.ways.flatMap((way) => averagesOf(way, fromMs, nowMs));
    const short = (due: number) => 1 - (Number(amountB) + 1) / (due * (1 - this.#tolerance));
    const guard = Math.min(...views.map((view) => paidBy(view, Number(amountA)))) * (1 - slippage);
    if (short(guard) > 0)
      this.breach('below guard', `${amountB} units are ${percent(short(guard))} below`, short(guard));
    if (match) {
      this.matches += 1;
      const { guard } = match.maker.order === order ? match.maker : match.taker;
      // A deep way of the adversary's own that pays more for so much than every honest way is the reference, at its own price.
      const isOwn = guard?.via.some((token) => this.#isOwn(token));
      const reference = Math.min(
        ...views.map((view) => (isOwn ? paidBy(view, Number(amountA)) : view.price * view.kept * Number(amountA))),
      );
      if (short(reference) > 0)
        this.breach('match below reference', `${percent(short(reference))} below`, short(reference));
    }
    this.#noteHeld(fromMs, nowMs);
  }

  #isOwn(token: string): boolean {
    return !this.#scenario.setup.pools.some(({ pair }) => pair.includes(token as Name));
  }

  #noteHeld(fromMs: number, toMs: number): void {
    for (const log of this.#market.honest)
      this.heldShare = Math.max(this.heldShare, log.displaced(fromMs, toMs, this.#market.price(log.pair), FEE_BAND));
  }

  /**
   * The honest way that pays most for a swap now: its price after fees, and what it pays. A price that the adversary's own gifts have raised
   * above the undisturbed one is no measure: whoever swaps then and gets less than it has lost nothing.
   */
  benchmark(units: bigint): { readonly price: number; readonly paid: number } {
    const view = best(this.#market.ways.map(nowOf), Number(units));
    const undisturbed = best(this.#undisturbed, Number(units));
    return { price: Math.min(view.price, undisturbed.price) * view.kept, paid: paidBy(view, Number(units)) };
  }

  swap(
    benchmark: { readonly price: number; readonly paid: number },
    units: bigint,
    got: bigint | undefined,
    quote: RoutePlan | undefined,
  ): void {
    const { price, paid } = benchmark;
    if (quote?.midPrice) {
      const hidden = 1 - Number(quote.midPrice.numerator) / Number(quote.midPrice.denominator) / price;
      if (hidden > MID_TOLERANCE) this.breach('mid price hidden', `${percent(hidden)} below the honest one`, hidden);
    }
    if (got === undefined) return;
    [this.#gave, this.#got] = [units, got];
    const cost = 1 - (Number(got) + MOST_UNITS_ROUNDED) / (Number(units) * price);
    if (cost <= IMPACT_LIMIT + this.#tolerance) return;
    const isBetter = Number(got) > paid * (1 + 2 * TOLERANCE);
    this.breach(
      isBetter ? 'impact hidden by a better way' : 'impact hidden',
      `${percent(cost)} below the honest price`,
      cost,
    );
  }

  /** True if the trigger of a stop is passed at the undisturbed price, by more than fees. */
  isPassed({ when, triggerPpm }: Stop): boolean {
    return when === 'below' ? triggerPpm > 1e6 * (1 + FEE_BAND) : triggerPpm < 1e6 * (1 - FEE_BAND);
  }

  /**
   * True if the trigger is passed by so much that no way is better by less: one that is better by up to all fees of both, nobody can
   * arbitrage. It pays the owner more for the order than the honest ones, so it is the reference and may keep a stop from being set off.
   */
  isClearlyPassed({ when, triggerPpm }: Stop): boolean {
    const kept = Math.min(...this.#undisturbed.map((view) => view.kept)) * KEPT_OF_OWN_WAY;
    const [most, least] = [1e6 * (1 / kept + TOLERANCE), 1e6 * (kept - TOLERANCE)];
    return when === 'below' ? triggerPpm > most : triggerPpm < least;
  }

  /** False if a part is worth only a few units of what it buys. */
  canBeFilled(owner: Exclude<Owner, { kind: 'swap' }>): boolean {
    const { sold, bought } = this.#scenario.setup;
    const part = owner.kind === 'recurring' ? owner.units / BigInt(owner.times) : owner.units;
    return Number(part) * this.#market.price([sold, bought]) >= MOST_UNITS_ROUNDED;
  }

  /** True if each honest pool has stood at the undisturbed price for so long. */
  isStill(ms: number): boolean {
    const market = this.#market;
    return market.honest.every((log) => {
      const isOld = (log.points[0]?.ms ?? 0) <= market.nowMs - ms;
      return isOld && log.displaced(market.nowMs - ms, market.nowMs, market.price(log.pair), FEE_BAND) === 0;
    });
  }

  /** `gain` is in millionths of a base unit of cash; `provides` if the adversary has provided liquidity. */
  gain(gain: bigint, provides: boolean): void {
    const { owner, setup } = this.#scenario;
    if (owner.kind === 'swap') return;
    const market = this.#market;
    const slippage = SLIPPAGE[owner.kind];
    const value = Number(this.#gave) * market.worth(setup.sold);
    const stake = Number(owner.units) * market.worth(setup.sold);
    const coarsest = Math.max(market.worth(setup.sold), market.worth(setup.bought));
    const rounded = ROUNDING * value + MOST_UNITS_ROUNDED * coarsest * (1 + this.#fills);
    const undisturbed = Math.max(...this.#undisturbed.map((view) => paidBy(view, Number(this.#gave))));
    // Providers of liquidity earn the fees and the price impact of an order, but no more than others would have earned undisturbed.
    const cost = value - undisturbed * market.worth(setup.bought);
    const slack = rounded + (provides ? Math.min(this.#earned * market.worth(setup.sold), cost) : 0);
    const reserve = Math.max(...this.#undisturbed.map((view) => view.reserve));
    // Between parts the price recovers only by arbitrage: without, whoever buys before the first and sells after the last anticipates all.
    const isApart = owner.kind === 'recurring' && setup.arbEveryMs > 0 && setup.arbEveryMs <= owner.everyMs;
    const part = isApart ? Number(owner.units) / owner.times : Number(owner.units);
    const mayGainNothing = part <= SMALL * reserve || (owner.kind === 'stop' && !this.isPassed(owner));
    // A price that was held for a share of the window has moved the average by as much of its own move, and the guard with it.
    const bound = slack + (mayGainNothing ? 0 : (slippage / (1 - this.heldShare)) * value);
    const gained = Number(gain) / Number(MILLIONTHS);
    // The table bounds no gain of a price that is held for half of a window: fees and arbitrage do.
    if (this.heldShare < HALF && gained > bound)
      this.breach('gain', `${percent(gained / stake)} of the order, allowed ${percent(bound / stake)}`, gained / stake);
    const share = (Number(this.#got) + this.#fills) / undisturbed;
    const lost = (1 - slippage - this.#tolerance - share) * value;
    // A price that is moved for longer moves the average, too.
    if (this.#gave > 0n && this.heldShare < 0.1 && lost > rounded && -gained < lost)
      this.breach(
        'owner loses',
        `gets ${percent(share)} of the undisturbed fill, for ${percent(-gained / stake)}`,
        1 - share,
      );
  }
}

/** The way that pays most. */
const best = (views: readonly View[], units: number): View =>
  views.reduce((one, other) => (paidBy(other, units) > paidBy(one, units) ? other : one));

export const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
