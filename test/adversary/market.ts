// A market in memory with the exchange's own parts: settlement, keeper, price windows and route finder, and a clock that the caller sets.
import { lpToken, orderAccount, reserveAccount, stopAccount } from '../../src/core/accounts.ts';
import { type Account, amount, PPM, ppm, type TokenAddress } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import type { SwapCommand } from '../../src/core/commands/swap.ts';
import type { ListedToken } from '../../src/core/pool.ts';
import type { RoutePlan } from '../../src/core/route/leg.ts';
import type { Outcome, Posted } from '../../src/core/settle/instruction.ts';
import { Follower } from '../../src/journal/follower.ts';
import type { Tail } from '../../src/ports/tail.ts';
import { isPassable } from '../../src/routes/choice.ts';
import { RouteClient } from '../../src/routes/client.ts';
import { RouteFinder } from '../../src/routes/finder.ts';
import { RouteService } from '../../src/routes/service.ts';
import { Kept } from '../kept-exchange.ts';
import { account, PaperExchange, ratesOf, token } from '../paper-exchange.ts';
import { tailOf } from '../paper-tail.ts';
import { type HonestWay, PoolLog, waysBetween } from './honest-prices.ts';
import { DECIMALS, type HonestPool, type Name, type Setup } from './scenario.ts';

export const EVE = account('eve');
export const OWNER = account('owner');
const PROVIDER = account('provider');
const ARBITRAGEUR = account('arbitrageur');

export const TOKENS = Object.fromEntries(
  Object.entries(DECIMALS).map(([name, decimals]) => [name, token(name, decimals)]),
) as Record<Name, ListedToken>;
export const addressOf = (name: Name): TokenAddress => TOKENS[name].address;
export const pairOf = (from: Name, to: Name) => ({ tokenA: addressOf(from), tokenB: addressOf(to) });

type Exact = { readonly in: bigint } | { readonly out: bigint };

const LIMITS = { maxPools: 16, minGain: 5e-6 };
const FREELY = ppm(PPM);
/** How often a keeper looks while there is something to do. */
const LOOK_MS = 50;
const LONGEST_STEP_MS = 10_000;
/** After so many commands of the keeper a sequence has shown what it can, and the keeper looks no more. */
const MOST_COMMANDS = 12;
const PLENTY = 10n ** 30n;
export const MILLIONTHS = 1_000_000n;
/** The adversary and the arbitrageur hold this many times what all honest pools hold. */
const CAPITAL = 20n;
const START_MS = 1_700_000_000_000;
/** An arbitrageur trades if it gains more than this fraction. */
const WORTHWHILE = 5e-4;
const MOST_ROUNDS = 4;

export class AdversaryMarket {
  readonly exchange = new PaperExchange();
  readonly honest: readonly PoolLog[];
  readonly ways: readonly HonestWay[];
  readonly #setup: Setup;
  readonly #kept: Kept;
  readonly #finder = new RouteFinder(LIMITS);
  readonly #follower: Follower;
  readonly #worth: ReadonlyMap<Name, Worth>;
  #nextArbMs: number;
  #stepMs = LOOK_MS;
  #refused = 0;
  /** The length of the journal after the last arbitrage: without a change there is nothing to gain. */
  #arbitragedAt = 0;
  #executed = 0;
  looks = 0;
  /** When the owner's parts are due: the keeper looks then, as it would by itself. */
  dueTimes: readonly number[] = [];

  constructor(setup: Setup) {
    this.#setup = setup;
    const { exchange } = this;
    exchange.nowMs = START_MS;
    exchange.run(...openingOf(setup));
    this.honest = setup.pools.map(({ pair }) => new PoolLog(pair, exchange.pool(pairOf(...pair)) as PoolLog['record']));
    this.ways = waysBetween(this.honest, setup.sold, setup.bought);
    this.#note();
    exchange.nowMs += setup.ageMs;
    this.#nextArbMs = setup.arbEveryMs > 0 ? exchange.nowMs + setup.arbEveryMs / 2 : Number.POSITIVE_INFINITY;
    this.#worth = worthOf(setup);
    this.#kept = new Kept(exchange);
    this.#follower = new Follower(tailOf(exchange) as Tail, [this.#finder], { page: 500, most: 5000 });
  }

  get nowMs(): number {
    return this.exchange.nowMs;
  }

  /** What a base unit of a token is worth at the undisturbed price, in base units of cash; 0 for the adversary's own tokens. */
  worth(name: Name): number {
    const { numerator, denominator } = this.#worth.get(name) ?? { numerator: 0n, denominator: 1n };
    return Number(numerator) / Number(denominator);
  }

  /** The undisturbed price of the first token of a pair in the second. */
  price([first, second]: readonly [Name, Name]): number {
    return this.worth(first) / this.worth(second);
  }

  /** What holdings are worth at the undisturbed price, in millionths of a base unit of cash, rounded down. */
  valueOf(holdings: ReadonlyMap<Name, bigint>): bigint {
    let sum = 0n;
    for (const [name, units] of holdings) {
      const { numerator, denominator } = this.#worth.get(name) ?? { numerator: 0n, denominator: 1n };
      const scaled = units * numerator * MILLIONTHS;
      sum += scaled / denominator - (scaled < 0n && scaled % denominator !== 0n ? 1n : 0n);
    }
    return sum;
  }

  holdings(who: Account): ReadonlyMap<Name, bigint> {
    return new Map((Object.keys(DECIMALS) as Name[]).map((name) => [name, this.balanceOf(who, name)]));
  }

  balanceOf(who: Account, name: Name): bigint {
    return this.exchange.balanceOf(who, addressOf(name));
  }

  lpOf(who: Account, pair: readonly [Name, Name]): bigint {
    const pool = this.exchange.pool(pairOf(...pair));
    return pool ? this.exchange.balanceOf(who, lpToken(pool.address)) : 0n;
  }

  leftOf(order: number, name: Name): bigint {
    const [held, waiting] = [orderAccount(order), stopAccount(order)].map((each) => this.balanceOf(each, name));
    return (held as bigint) + (waiting as bigint);
  }

  do(command: Command): Outcome {
    const [outcome] = this.exchange.answer(command) as [Outcome];
    this.#note();
    this.#stepMs = LOOK_MS;
    return outcome;
  }

  /** Swaps as the adversary does, by the best route and whatever it costs. */
  async trade(who: Account, from: Name, to: Name, exact: Exact): Promise<Outcome | undefined> {
    const plan = await this.plan(from, to, exact);
    return plan && this.do({ ...swapOf(who, from, to, exact), ...plan.found });
  }

  async plan(from: Name, to: Name, exact: Exact): Promise<{ plan: RoutePlan; found: object } | undefined> {
    while (!(await this.#follower.follow()));
    return this.#planNow(from, to, exact);
  }

  #planNow(from: Name, to: Name, exact: Exact) {
    const way = this.#finder.best({
      ...pairOf(from, to),
      exact: 'in' in exact ? { in: amount(exact.in) } : { out: amount(exact.out) },
      referred: false,
      maxPriceImpactPpm: FREELY,
    });
    return isPassable(way) ? { plan: way.plan, found: way.route.length > 1 ? { route: way.route } : {} } : undefined;
  }

  /** Swaps as a person does: routed and checked like a request, with the default price impact limit. Returns the quote too. */
  async swapAsUsual(from: Name, to: Name, units: bigint): Promise<{ outcome: Outcome; quote: RoutePlan | undefined }> {
    const service = new RouteService(tailOf(this.exchange) as Tail, { ...LIMITS, enoughMs: Number.POSITIVE_INFINITY });
    const client = new RouteClient(service, { maxWaiting: 10 });
    const maxPriceImpactPpm = this.exchange.policy.maxPriceImpactPpm;
    const terms = { ...pairOf(from, to), exact: { in: amount(units) }, referred: false, maxPriceImpactPpm };
    const { plan } = await client.plan(terms);
    const { found } = await client.route(terms);
    const { maxPriceImpactPpm: _, ...command } = swapOf(OWNER, from, to, { in: units });
    const outcome = this.do({ ...command, ...found } as SwapCommand);
    return { outcome, quote: 'hops' in plan ? plan : undefined };
  }

  /** Lets time pass until then, or until `isDone`; the keeper looks often after a change, and rarely in quiet times. */
  async until(ms: number, isDone: () => boolean = () => false): Promise<void> {
    const { exchange } = this;
    while (exchange.nowMs < ms && !isDone() && !this.isSpent) {
      const dueMs = this.dueTimes.find((each) => each > exchange.nowMs) ?? ms;
      exchange.nowMs = Math.min(ms, this.#nextArbMs, dueMs, exchange.nowMs + this.#stepMs);
      this.#stepMs = exchange.nowMs === dueMs ? LOOK_MS : Math.min(LONGEST_STEP_MS, this.#stepMs * 3);
      if (exchange.nowMs >= this.#nextArbMs) {
        this.#nextArbMs += this.#setup.arbEveryMs;
        await this.arbitrage();
      }
      await this.look();
    }
  }

  /** True if the keeper looks no more. */
  get isSpent(): boolean {
    return this.#executed >= MOST_COMMANDS;
  }

  async look(): Promise<void> {
    this.looks += 1;
    const commands = await this.#kept.look();
    if (commands.length === 0) return;
    const outcomes = this.#kept.do(commands);
    this.#executed += commands.length;
    const refused = commands.filter((_, at) => 'refusal' in (outcomes[at] as Outcome));
    this.#refused += refused.length;
    this.#kept.keeper.refused(refused, this.nowMs);
    this.#note();
    this.#stepMs = LOOK_MS;
  }

  /** The keeper's commands that were refused. None should be, since nobody acts between its look and its commands. */
  get refused(): number {
    return this.#refused;
  }

  get journal(): readonly Posted[] {
    return this.exchange.journal;
  }

  /** Trades the pair back to the undisturbed price, by all ways between the two, those of the adversary included. */
  async arbitrage(): Promise<void> {
    if (this.journal.length === this.#arbitragedAt) return;
    const { sold, bought } = this.#setup;
    const pairs = [
      [sold, bought],
      [bought, sold],
    ] as const;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let isDone = true;
      for (const pair of pairs) if (await this.#arbitragePair(pair)) isDone = false;
      // If the rounds are used up, the next arbitrage goes on.
      if (isDone) {
        this.#arbitragedAt = this.journal.length;
        break;
      }
    }
  }

  /** Makes the trade that gains most, if it is worth it; true if it was. */
  async #arbitragePair([from, to]: readonly [Name, Name]): Promise<boolean> {
    const most = this.balanceOf(ARBITRAGEUR, from) / 2n;
    while (!(await this.#follower.follow()));
    let best: { readonly exact: Exact; readonly units: bigint; readonly gain: number } | undefined;
    const offer = (exact: Exact): RoutePlan | undefined => {
      const plan = this.#planNow(from, to, exact)?.plan;
      if (!plan) return undefined;
      const paid = Number(plan.amountIn) * this.worth(from);
      const gain = Number(plan.amountOut) * this.worth(to) - paid;
      if (gain > WORTHWHILE * paid && gain > (best?.gain ?? 0)) best = { exact, units: plan.amountIn, gain };
      return plan;
    };
    // Through a pool of few units only certain amounts pass: all magnitudes are tried, and what rounding would take is not paid.
    const attempt = (units: bigint): void => {
      const sold = units > 0n && units <= most ? offer({ in: units }) : undefined;
      if (sold && this.#hasStrangers) offer({ out: sold.amountOut });
    };
    for (let units = largest(1n, most >> 24n); units <= most; units *= 8n) attempt(units);
    if (!best) return false;
    for (const percent of [250n, 40n, 150n, 75n, 120n, 90n, 105n]) attempt((best.units * percent) / 100n);
    await this.trade(ARBITRAGEUR, from, to, best.exact);
    return true;
  }

  /** True if there are pools besides those of the honest provider. */
  get #hasStrangers(): boolean {
    return this.exchange.pools.size > this.honest.length;
  }

  #note(): void {
    const { exchange } = this;
    for (const log of this.honest) {
      const { record } = log;
      const reserve = reserveAccount(record.address);
      log.note(exchange.nowMs, exchange.balanceOf(reserve, record.token0), exchange.balanceOf(reserve, record.token1));
    }
  }
}

const largest = (...values: readonly bigint[]): bigint => values.reduce((one, other) => (one > other ? one : other));

const swapOf = (who: Account, from: Name, to: Name, exact: Exact): SwapCommand => ({
  ...{ kind: 'swap', account: who, ...pairOf(from, to), maxPriceImpactPpm: FREELY },
  ...('in' in exact ? { amountA: amount(exact.in) } : { amountB: amount(exact.out) }),
});

/** What a base unit is worth in base units of cash, exactly. */
type Worth = { readonly numerator: bigint; readonly denominator: bigint };

/** Values follow from the honest pools, starting with cash. */
function worthOf({ pools }: Setup): ReadonlyMap<Name, Worth> {
  const worth = new Map<Name, Worth>([['cash', { numerator: 1n, denominator: 1n }]]);
  for (let round = 0; round < pools.length; round++) {
    for (const { pair, units, stable } of pools) {
      for (const [one, other] of [pair, [pair[1], pair[0]] as const]) {
        const known = worth.get(one);
        if (!known || worth.has(other)) continue;
        const [ofOne, ofOther] = one === pair[0] ? units : [units[1], units[0]];
        const scales = [10n ** BigInt(DECIMALS[one]), 10n ** BigInt(DECIMALS[other])] as const;
        const [up, down] = stable === undefined ? [ofOne, ofOther] : scales;
        worth.set(other, { numerator: known.numerator * up, denominator: known.denominator * down });
      }
    }
  }
  return worth;
}

/** Coarse tokens have no fee that is rounded up to a whole unit. */
const ratesFor = ({ pair }: HonestPool) =>
  pair.some((name) => DECIMALS[name] === 0) ? ratesOf(2000n, 0n, 0n) : ratesOf(2000n, 1000n, 0n);

function openingOf({ pools }: Setup): readonly Command[] {
  const held = new Map<Name, bigint>();
  for (const { pair, units } of pools)
    for (const [at, name] of pair.entries()) held.set(name, (held.get(name) ?? 0n) + (units[at] as bigint));
  const deposits: Command[] = [];
  const give = (who: Account, name: Name, units: bigint) =>
    deposits.push({
      ...{ kind: 'deposit', account: who, token: addressOf(name), amount: amount(units) },
      reference: `${who} ${name}`,
    });
  for (const [name, units] of held) {
    give(PROVIDER, name, units);
    for (const who of [EVE, ARBITRAGEUR, OWNER]) give(who, name, units * CAPITAL);
  }
  give(EVE, 'xenon', PLENTY);
  give(EVE, 'yarn', PLENTY);
  return [
    ...Object.values(TOKENS).map((each) => ({ kind: 'registerToken', token: each }) as const),
    ...deposits,
    ...pools.flatMap((pool): Command[] => [
      {
        ...{ kind: 'createPool', ...pairOf(...pool.pair), ...ratesFor(pool), force: true },
        ...(pool.stable !== undefined && { curve: 'stable', amplification: pool.stable }),
      },
      {
        ...{ kind: 'provide', account: PROVIDER, ...pairOf(...pool.pair) },
        ...{ amountA: amount(pool.units[0]), amountB: amount(pool.units[1]) },
      },
    ]),
  ];
}
