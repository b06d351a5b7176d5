// Plays a scenario move by move, unwinds, and counts what every account has gained or lost.
import { type Account, amount, ppm } from '../../src/core/amount.ts';
import { fillsOf } from '../../src/core/orders/record.ts';
import { type Breach, Judge, type Traded } from './judge.ts';
import { AdversaryMarket, EVE, MILLIONTHS, OWNER, pairOf } from './market.ts';
import { DECIMALS, type Move, type Name, type Owner, type Scenario } from './scenario.ts';

export type Result = Traded & {
  readonly breaches: readonly Breach[];
  /** The adversary's gain in millionths of a base unit of cash: at the undisturbed price, and after trading back. */
  readonly gain: bigint;
  readonly realised: bigint;
  /** The greater of the two, as a fraction of the owner's order at the undisturbed price. */
  readonly gainShare: number;
  readonly matches: number;
  readonly heldShare: number;
  readonly looks: number;
  /** What each account of the ledger holds more or less than before the first move, by token; only what changed. */
  accounts(): ReadonlyMap<Account, ReadonlyMap<string, bigint>>;
};

/** A scenario takes no longer than this, by the clock of the market. */
const LONGEST_MS = 700_000;
const FREELY = { maxPriceImpactPpm: ppm(1_000_000n) };

export async function play(scenario: Scenario): Promise<Result> {
  const result = await new Run(scenario).play();
  if (!result.breaches.some(({ fault }) => fault === 'gain')) return result;
  // A gain that the adversary makes without the owner as well is not at the owner's cost.
  const alone = await new Run({ ...scenario, moves: scenario.moves.filter(({ kind }) => kind !== 'owner') }).play();
  if (alone.gainShare < result.gainShare / 2) return result;
  return { ...result, breaches: result.breaches.filter(({ fault }) => fault !== 'gain') };
}

class Run {
  readonly #scenario: Scenario;
  readonly #market: AdversaryMarket;
  readonly #judge: Judge;
  readonly #before: ReadonlyMap<Name, bigint>;
  readonly #balances: ReadonlyMap<string, bigint>;
  readonly #endMs: number;
  /** The adversary's open orders and the pools that it has provided to. */
  readonly #orders: { readonly order: number; readonly from: Name; readonly to: Name }[] = [];
  readonly #provided = new Map<string, readonly [Name, Name]>();
  /** The owner's order. */
  #order: number | undefined;
  #placedMs = 0;
  #hasActed = false;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#market = new AdversaryMarket(scenario.setup);
    this.#judge = new Judge(scenario, this.#market);
    this.#before = this.#market.holdings(EVE);
    this.#balances = balancesIn(this.#market);
    this.#endMs = this.#market.nowMs + LONGEST_MS;
  }

  async play(): Promise<Result> {
    const [market, judge] = [this.#market, this.#judge];
    for (const move of this.#scenario.moves) {
      await this.#move(move);
      judge.follow(this.#order);
    }
    await this.#waitIfHeldOff();
    this.#cancel();
    for (const pair of this.#provided.values())
      if (market.lpOf(EVE, pair) > 0n) market.do({ kind: 'refund', account: EVE, ...pairOf(...pair) });
    const gain = this.#gain();
    for (const name of this.#before.keys()) if (market.worth(name) > 0) await this.#restore(name, this.#against(name));
    const realised = this.#gain();
    judge.follow(this.#order);
    const most = gain > realised ? gain : realised;
    judge.gain(most, this.#provided.size > 0);
    if (market.refused > 0) judge.breach('refused', `${market.refused} commands of the keeper`, 0);
    const { sold } = this.#scenario.setup;
    const stake = market.valueOf(new Map([[sold, this.#scenario.owner.units]]));
    return {
      ...judge.traded,
      ...{ breaches: judge.breaches, gain, realised, gainShare: Number(most) / Number(stake) },
      ...{ matches: judge.matches, heldShare: judge.heldShare, looks: market.looks },
      accounts: () => changesSince(this.#balances, balancesIn(market)),
    };
  }

  async #move(move: Move): Promise<void> {
    const market = this.#market;
    switch (move.kind) {
      case 'owner':
        return this.#actAsOwner();
      case 'add':
        return this.#add(move);
      case 'remove':
        market.do({ kind: 'refund', account: EVE, ...pairOf(...move.pair), portionPpm: ppm(move.ppm) });
        return;
      case 'swap':
        return this.#swap(move);
      case 'restore':
        return this.#restore(move.token, move.against);
      case 'rest':
        return this.#rest(move);
      case 'cancel':
        return this.#cancel();
      case 'wait':
        return this.#until(market.nowMs + move.ms);
      case 'untilDue':
        return this.#untilDue(move.leadMs);
      case 'untilFill': {
        const before = this.#gave();
        return this.#until(market.nowMs + move.mostMs, () => this.#gave() > before);
      }
    }
  }

  #until(ms: number, isDone?: () => boolean): Promise<void> {
    return this.#market.until(Math.min(ms, this.#endMs), isDone);
  }

  async #untilDue(leadMs: number): Promise<void> {
    const { owner } = this.#scenario;
    if (this.#order === undefined || owner.kind !== 'recurring') return;
    const passed = Math.floor((this.#market.nowMs + leadMs - this.#placedMs) / owner.everyMs) + 1;
    await this.#until(this.#placedMs + passed * owner.everyMs - leadMs);
  }

  #add({ pair, units }: Extract<Move, { kind: 'add' }>): void {
    const [amountA, amountB] = pair.map((name, at) => this.#atMost(units[at] as bigint, name)) as [bigint, bigint];
    const coarse = pair.find((name) => DECIMALS[name] === 0);
    const outcome = this.#market.do({
      ...{ kind: 'provide', account: EVE, ...pairOf(...pair), amountA: amount(amountA), amountB: amount(amountB) },
      ...(coarse && { coarse: pairOf(coarse, coarse).tokenA }),
      ...FREELY,
    });
    if ('posted' in outcome) this.#provided.set(pair.toSorted().join(' '), pair);
  }

  async #swap({ from, to, units, direct }: Extract<Move, { kind: 'swap' }>): Promise<void> {
    const paid = this.#atMost(units, from);
    if (paid === 0n) return;
    if (!direct) await this.#market.trade(EVE, from, to, { in: paid });
    else this.#market.do({ kind: 'swap', account: EVE, ...pairOf(from, to), amountA: amount(paid), ...FREELY });
  }

  #rest({ from, to, units, min, whole, exact }: Extract<Move, { kind: 'rest' }>): void {
    const offered = this.#atMost(units, from);
    if (offered === 0n) return;
    const outcome = this.#market.do({
      ...{ kind: 'placeOrder', account: EVE, ...pairOf(from, to), amountA: amount(offered) },
      ...{ minReceived: amount(min), inParts: !whole, ...(exact && { isPurchase: exact }) },
    });
    if ('posted' in outcome) this.#orders.push({ order: outcome.posted.sequence, from, to });
  }

  #cancel(): void {
    for (const { order, from, to } of this.#orders.splice(0))
      if (this.#market.leftOf(order, from) > 0n)
        this.#market.do({ kind: 'closeOrder', order, account: EVE, ...pairOf(from, to), reason: 'cancelled' });
  }

  /** Trades back to what the adversary held of a token at first. */
  async #restore(name: Name, against: Name): Promise<void> {
    if (name === against) return;
    const more = this.#market.balanceOf(EVE, name) - (this.#before.get(name) as bigint);
    if (more > 0n) await this.#market.trade(EVE, name, against, { in: more });
    if (more < 0n) await this.#market.trade(EVE, against, name, { out: -more });
  }

  #against(name: Name): Name {
    const { sold, bought } = this.#scenario.setup;
    return name === 'cash' ? name : name === sold ? bought : name === bought ? sold : 'cash';
  }

  #atMost(units: bigint, name: Name): bigint {
    const held = this.#market.balanceOf(EVE, name);
    return units < held ? units : held;
  }

  #gain(): bigint {
    const now = this.#market.holdings(EVE);
    return this.#market.valueOf(
      new Map([...now].map(([name, units]) => [name, units - (this.#before.get(name) as bigint)])),
    );
  }

  async #actAsOwner(): Promise<void> {
    if (this.#hasActed) return;
    this.#hasActed = true;
    const { owner, setup } = this.#scenario;
    this.#placedMs = this.#market.nowMs;
    if (owner.kind !== 'swap') return this.#place(owner);
    const benchmark = this.#judge.benchmark(owner.units);
    const { outcome, quote } = await this.#market.swapAsUsual(setup.sold, setup.bought, owner.units);
    const receipt = 'posted' in outcome ? outcome.posted.receipt : undefined;
    this.#judge.swap(benchmark, owner.units, receipt?.kind === 'swap' ? receipt.amountB : undefined, quote);
  }

  #place(owner: Exclude<Owner, { kind: 'swap' }>): void {
    const market = this.#market;
    const { sold, bought } = this.#scenario.setup;
    // The limit of a stop is a tenth of the price: far, as most are.
    const limitPpm = owner.kind === 'stop' ? 100_000n : BigInt(owner.limitPpm);
    const worth = market.valueOf(new Map([[sold, owner.units]]));
    const unit = market.valueOf(new Map([[bought, 1n]]));
    const outcome = market.do({
      ...{ kind: 'placeOrder', account: OWNER, ...pairOf(sold, bought), amountA: amount(owner.units), inParts: true },
      minReceived: amount((worth * limitPpm) / (unit * MILLIONTHS)),
      ...(owner.kind === 'stop'
        ? { trigger: { when: owner.when, price: this.#triggerPrice(owner.triggerPpm), overMs: owner.overMs } }
        : { schedule: { times: owner.times, everyMs: owner.everyMs } }),
      ...('unguarded' in owner && { maxSlippagePpm: ppm(1_000_000n) }),
    });
    if (!('posted' in outcome)) return;
    this.#order = outcome.posted.sequence;
    if (owner.kind === 'recurring')
      market.dueTimes = Array.from({ length: owner.times }, (_, at) => market.nowMs + at * owner.everyMs);
  }

  #triggerPrice(partPpm: number) {
    const { sold, bought } = this.#scenario.setup;
    const denominator = 10n ** 18n;
    const scaled = this.#market.price([sold, bought]) * partPpm * 1e9;
    return { numerator: (BigInt(Math.round(scaled)) * denominator) / 10n ** 15n, denominator };
  }

  #gave(): bigint {
    let gave = 0n;
    if (this.#order === undefined) return gave;
    for (const { receipt } of this.#market.journal.slice(this.#order))
      for (const { order, amountA } of fillsOf(receipt)) if (order === this.#order) gave += amountA;
    return gave;
  }

  /**
   * Waits for a part that is due, or for a stop whose trigger is passed, if the honest pools stand at the undisturbed price. An honest
   * arbitrageur trades first: it takes what the adversary offers on a false way, if that can be traded at all.
   */
  async #waitIfHeldOff(): Promise<void> {
    const { owner } = this.#scenario;
    const [market, judge] = [this.#market, this.#judge];
    if (this.#order === undefined || owner.kind === 'swap') return;
    if (owner.kind === 'stop' && !judge.isClearlyPassed(owner)) return;
    if (!judge.canBeFilled(owner)) return;
    const before = this.#gave();
    // Windows of more than a minute begin at a whole minute.
    const windowMs = owner.kind === 'stop' && owner.overMs > 60_000 ? owner.overMs + 60_000 : 60_000;
    if (this.#isFilled(owner, before) || !judge.isStill(1)) return;
    await market.arbitrage();
    const longMs = windowMs + 25_000;
    await market.until(market.nowMs + longMs, () => this.#gave() > before);
    judge.follow(this.#order);
    if (this.#gave() === before && !market.isSpent && judge.isStill(windowMs + 20_000))
      judge.breach('held off', `nothing filled in ${longMs / 1000} s at the undisturbed price`, 0.5);
  }

  /** True if nothing is left, or nothing or only a rest that is too small for a fill is due. */
  #isFilled(owner: Exclude<Owner, { kind: 'swap' }>, gave: bigint): boolean {
    if (this.#order !== undefined && this.#market.leftOf(this.#order, this.#scenario.setup.sold) === 0n) return true;
    if (owner.kind === 'stop') return gave > 0n;
    const due = Math.min(owner.times, Math.floor((this.#market.nowMs - this.#placedMs) / owner.everyMs) + 1);
    return gave * BigInt(owner.times) >= owner.units * BigInt(due) - owner.units / 4n;
  }
}

const balancesIn = ({ exchange }: AdversaryMarket): ReadonlyMap<string, bigint> =>
  new Map([...exchange.balances].map(([key, { balance }]) => [key, balance]));

function changesSince(before: ReadonlyMap<string, bigint>, after: ReadonlyMap<string, bigint>) {
  const changes = new Map<Account, Map<string, bigint>>();
  for (const [key, balance] of after) {
    const [account, token] = key.split('\n') as [Account, string];
    const change = balance - (before.get(key) ?? 0n);
    if (change === 0n) continue;
    changes.set(account, (changes.get(account) ?? new Map<string, bigint>()).set(token, change));
  }
  return changes;
}
