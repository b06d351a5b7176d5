// Recomputes the average prices that triggered stops or guarded fills, from each pool's reserves after each transaction, and that their
// way (path of pools) is the reference for the amount.
import type { Receipt } from '../core/commands/command.ts';
import type { Pool } from '../core/pool.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { type PricedPool, type Reserves, ratioOf } from './price.ts';
import {
  betterThan,
  isPassedBy,
  isUsable,
  type ReferencePool,
  rootDown,
  singleOf,
  stepOf,
  type WayBy,
} from './reference.ts';
import { type PoolState, States } from './states.ts';

type Triggered = Extract<Receipt, { kind: 'triggerOrder' }>;
/** The average price of an order with its evidence; that of a guard also has the depth of the path. */
type Evident = Pick<Triggered, 'tokenA' | 'tokenB'> & {
  readonly did: string;
  readonly evidence: Triggered['evidence'] & { readonly depth?: bigint };
  readonly when: 'below' | 'above';
  readonly units: bigint;
};
/** A transaction from which on a pool or token is used for averages (`counts`), or is not. */
type Mark = { readonly sequence: number; readonly atMs: number; readonly counts: boolean };
/** Prices in units of 2^-192, and the root of the product of both reserves in units of 2^-32: at a time, or summed over time. */
type Weighed = { readonly of0: bigint; readonly of1: bigint; readonly liquidity: bigint };
/** Sums before the state with this number. */
type Summed = { readonly number: number; readonly sums: Weighed };
type Window = { readonly fromMs: number; readonly toMs: number; readonly asOf: number };
type Fees = { readonly lpFee: bigint; readonly protocolFee: bigint };
/** The fees of a pool from a transaction on. */
type Charged = Fees & { readonly sequence: number; readonly atMs: number };

const MINUTE_MS = 60_000;
/** How long states are kept: no window is longer than an hour, or ended more than a minute before it was used. */
const KEPT_MS = 63 * MINUTE_MS;
/** A window that begins at a whole second (not only at a whole minute) began no longer ago than this. */
const FINE_MS = 3 * MINUTE_MS;
const MANY = 4000;
/** At least every so many states, the sums before one are kept: between two of them they are added up again when they are asked for. */
const SUMMED_EVERY = 32;
/** If there are more states, an audit keeps sums in their place, so that its point stays small. */
const FEW = 500;

/** The part of a pool's history that later averages need; with sums only if they have replaced old states. */
type SavedHistory = {
  readonly pool: string;
  readonly marks: readonly Mark[];
  readonly fees: readonly Charged[];
  readonly states: readonly PoolState[];
  readonly sums?: {
    readonly before: Weighed;
    readonly minutes: readonly (readonly [number, Weighed])[];
    readonly addedUpToMs: number;
  };
};
export type SavedAverages = {
  readonly averages: readonly SavedHistory[];
  readonly tokenMarks: readonly (readonly [string, readonly Mark[]])[];
};

/** One pool's reserves over the last hour. */
class History {
  readonly pool: Pool & PricedPool;
  readonly marks: Mark[];
  readonly #fees: Charged[];
  readonly #states: States;
  /** The reserves of the last state. */
  #last: Reserves | undefined;
  /** Sums over all time before a state, by its number, in order: every `SUMMED_EVERY` states, and of the last state up to each whole second. */
  #kept: Summed[] = [];
  /** The sums before the last state whose sums were asked for; undefined if none were yet. */
  #summed: Summed | undefined;
  /** Used if there are too many states: the sums before each whole minute, which replace old states. */
  readonly #minutes: Map<number, Weighed>;
  #addedUpToMs = 0;

  constructor(pool: Pool & PricedPool, saved?: SavedHistory) {
    this.pool = pool;
    this.marks = [...(saved?.marks ?? [])];
    this.#fees = [...(saved?.fees ?? [])];
    this.#states = new States(saved?.states);
    this.#last = saved?.states.at(-1);
    this.#minutes = new Map(saved?.sums?.minutes);
    if (!saved?.sums) return;
    this.#summed = { number: 0, sums: saved.sums.before };
    this.#addedUpToMs = saved.sums.addedUpToMs;
  }

  save(nowMs: number): SavedHistory {
    if (this.#states.count > FEW) this.#addUp(minuteOf(nowMs - FINE_MS));
    const first = Math.max(this.#states.first, this.#lastUntil(nowMs - KEPT_MS, Number.POSITIVE_INFINITY));
    const saved = {
      pool: this.pool.address,
      marks: recentOf(this.marks, nowMs),
      fees: recentOf(this.#fees, nowMs),
      states: this.#states.from(first),
    };
    if (this.#addedUpToMs === 0) return saved;
    this.#sum();
    return {
      ...saved,
      sums: { before: this.#sumsBefore(first), minutes: [...this.#minutes], addedUpToMs: this.#addedUpToMs },
    };
  }

  add(state: PoolState): void {
    const last = this.#last;
    if (last?.reserve0 === state.reserve0 && last.reserve1 === state.reserve1) return;
    const [had, has] = [last, state].map((each) => each && each.reserve0 > 0n && each.reserve1 > 0n);
    if (!had || !has) this.marks.push({ ...state, counts: has === true });
    this.#last = state;
    const { count, first, end } = this.#states;
    // Journals of early versions may contain times that go backwards.
    const atMs = count > 0 ? Math.max(state.atMs, this.#states.timeOf(end - 1)) : state.atMs;
    this.#states.add({ ...state, atMs });
    if (count >= MANY) this.#addUp(minuteOf(state.atMs - FINE_MS));
    // Drops states only if at least half of them are old, so that each state is copied once on average.
    else if (this.#states.timeOf(first + ((count + 1) >> 1)) < state.atMs - KEPT_MS) this.#forget(state.atMs - KEPT_MS);
  }

  charge(fees: Fees, { sequence, atMs }: Omit<Charged, keyof Fees>): void {
    const last = this.#fees.at(-1);
    if (last?.lpFee !== fees.lpFee || last.protocolFee !== fees.protocolFee)
      this.#fees.push({ ...fees, sequence, atMs });
  }

  /** The fees after a transaction. */
  feesAt(asOf: number): Fees {
    return this.#fees.findLast(({ sequence }) => sequence <= asOf) ?? NO_FEES;
  }

  /**
   * The averages over a window, counting transactions up to `asOf`; for a window of length zero, the values at that time. Each second (or
   * minute of a window longer than one) has the weight of its mean liquidity, but not more than that now, or that of half of the time.
   */
  over({ fromMs, toMs, asOf }: Window): Weighed | undefined {
    this.#sum();
    const now = this.#pricedAt(this.#lastUntil(Number.POSITIVE_INFINITY, asOf));
    if (fromMs === toMs) return now;
    const gridMs = toMs - fromMs > MINUTE_MS + 999 ? MINUTE_MS : 1000;
    const parts: { readonly ms: bigint; readonly sums: Weighed; readonly mean: bigint }[] = [];
    let before = this.#sumsAt(fromMs, asOf);
    for (let atMs = fromMs; atMs < toMs; atMs += gridMs) {
      const endMs = Math.min(toMs, atMs + gridMs);
      const after = this.#sumsAt(endMs, asOf);
      const [ms, sums] = [BigInt(endMs - atMs), plus(after, before, -1n)];
      parts.push({ ms, sums, mean: sums.liquidity / ms });
      before = after;
    }
    const most = least(now.liquidity, heldHalf(parts));
    let [total, all] = [0n, NOTHING];
    for (const { ms, sums, mean } of parts) {
      all = plus(all, sums, least(mean, most));
      total += least(mean, most) * ms;
    }
    if (total === 0n) return undefined;
    return { of0: all.of0 / total, of1: all.of1 / total, liquidity: total / BigInt(toMs - fromMs) };
  }

  #sumsAt(ms: number, asOf: number): Weighed {
    return ms < this.#addedUpToMs ? (this.#minutes.get(ms) ?? NOTHING) : this.#sumsUntil(ms, asOf);
  }

  /** The sums over all time before `ms`, as if nothing had happened after `asOf`. */
  #sumsUntil(ms: number, asOf: number): Weighed {
    const at = this.#lastUntil(ms, asOf);
    if (at < this.#states.first) return NOTHING;
    return plus(this.#sumsBefore(at), this.#pricedAt(at), BigInt(ms - this.#states.timeOf(at)));
  }

  /** The number of the last state up to a time and a transaction, or that before the first. Both increase from state to state. */
  #lastUntil(ms: number, asOf: number): number {
    const states = this.#states;
    let [low, high] = [states.first, states.end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (states.timeOf(middle) <= ms && states.sequenceOf(middle) <= asOf) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Adds up to the last state. */
  #sum(): void {
    const { first, end } = this.#states;
    let { number, sums } = this.#summed ?? { number: first, sums: NOTHING };
    for (; number < end - 1; number++) {
      const isLastOfSecond = secondOf(this.#states.timeOf(number)) < secondOf(this.#states.timeOf(number + 1));
      const last = this.#kept.at(-1);
      if (isLastOfSecond || !last || number >= last.number + SUMMED_EVERY) this.#kept.push({ number, sums });
      sums = this.#sumsAfter({ number, sums });
    }
    this.#summed = { number, sums };
  }

  /** The sums before a state up to which `#sum` has added up. */
  #sumsBefore(number: number): Weighed {
    if (number === this.#summed?.number) return this.#summed.sums;
    let [low, high] = [0, this.#kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#kept[middle] as Summed).number <= number) low = middle + 1;
      else high = middle;
    }
    let at = this.#kept[low - 1] as Summed;
    while (at.number < number) at = { number: at.number + 1, sums: this.#sumsAfter(at) };
    return at.sums;
  }

  /** The sums before the next state. */
  #sumsAfter({ number, sums }: Summed): Weighed {
    return plus(sums, this.#pricedAt(number), BigInt(this.#states.timeOf(number + 1) - this.#states.timeOf(number)));
  }

  #pricedAt(at: number): Weighed {
    if (at < this.#states.first) return NOTHING;
    const state = this.#states.at(at);
    const ratio = ratioOf(this.pool, state);
    if (!ratio) return NOTHING;
    const { of0, of1 } = ratio;
    const liquidity = rootDown(state.reserve0 * state.reserve1 * 2n ** 64n);
    return { of0: (of1 << 192n) / of0, of1: (of0 << 192n) / of1, liquidity };
  }

  /** Replaces old states by the sums before each whole minute; does so at most once a minute. */
  #addUp(untilMs: number): void {
    if (untilMs <= this.#addedUpToMs) return;
    this.#sum();
    const fromMs = Math.max(
      ...[this.#addedUpToMs, minuteOf(this.#states.timeOf(this.#states.first)), untilMs - KEPT_MS],
    );
    for (let startMs = fromMs; startMs < untilMs; startMs += MINUTE_MS) {
      this.#minutes.set(startMs, this.#sumsUntil(startMs, Number.POSITIVE_INFINITY));
    }
    this.#addedUpToMs = untilMs;
    this.#forget(untilMs);
  }

  /** Drops the states before a time, except the one that was still current then. */
  #forget(beforeMs: number): void {
    const number = Math.max(this.#states.first, this.#lastUntil(beforeMs, Number.POSITIVE_INFINITY));
    // Each sum continues that of the state before, so all are added up before states are dropped; if none was yet, they may begin later.
    if (this.#summed) {
      this.#sum();
      const sums = this.#sumsBefore(number);
      this.#kept = [{ number, sums }, ...this.#kept.filter((kept) => kept.number > number)];
    }
    this.#states.dropBefore(number);
    for (const startMs of this.#minutes.keys()) if (startMs < beforeMs - KEPT_MS) this.#minutes.delete(startMs);
  }
}

/** A whole second belongs to the time before it, so that the sums at its end are those of the last state in it. */
const secondOf = (ms: number): number => Math.ceil(ms / 1000);
const NO_FEES: Fees = { lpFee: 0n, protocolFee: 0n };
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The largest mean such that all parts with at least that much take up half of the time. */
function heldHalf(parts: readonly { readonly ms: bigint; readonly mean: bigint }[]): bigint {
  const all = parts.reduce((sum, { ms }) => sum + ms, 0n);
  let [best, rising] = [0n, 0n];
  for (const { ms, mean } of parts.toSorted((one, other) => (one.mean < other.mean ? -1 : 1))) {
    if (2n * (all - rising) >= all) best = mean;
    rising += ms;
  }
  return best;
}

/** The marks of the last hour, and the one that was valid before. */
const recentOf = <Each extends { readonly atMs: number }>(marks: readonly Each[], nowMs: number): readonly Each[] =>
  marks.slice(
    Math.max(
      0,
      marks.findLastIndex(({ atMs }) => atMs <= nowMs - KEPT_MS),
    ),
  );

const NOTHING: Weighed = { of0: 0n, of1: 0n, liquidity: 0n };
const plus = (sum: Weighed, each: Weighed, times: bigint): Weighed => ({
  of0: sum.of0 + each.of0 * times,
  of1: sum.of1 + each.of1 * times,
  liquidity: sum.liquidity + each.liquidity * times,
});
const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

export class AveragesCheck {
  readonly #pools = new Map<string, History>();
  /** The pools by one of their tokens, then by the other. */
  readonly #beside = new Map<string, Map<string, History>>();
  readonly #tokens = new Map<string, Mark[]>();

  /** Continues from what `save` returned. */
  restore({ averages, tokenMarks }: SavedAverages, poolOf: (address: string) => Pool & PricedPool): void {
    for (const saved of averages) this.#begin(poolOf(saved.pool), saved);
    for (const [token, marks] of tokenMarks) this.#tokens.set(token, [...marks]);
  }

  save(nowMs: number): SavedAverages {
    return {
      averages: Array.from(this.#pools.values(), (history) => history.save(nowMs)),
      tokenMarks: Array.from(this.#tokens, ([token, marks]) => [token, recentOf(marks, nowMs)]),
    };
  }

  /** Records a pool's reserves and fees after a transaction. */
  add(pool: Pool & PricedPool, held: Reserves, fees: Fees, { sequence, createdAtMs: atMs, receipt }: Posted): void {
    const history = this.#pools.get(pool.address) ?? this.#begin(pool);
    const { reserve0, reserve1 } = held;
    history.charge(fees, { sequence, atMs });
    history.add({ sequence, atMs, reserve0, reserve1 });
    if (receipt.kind === 'setPoolStatus') {
      history.marks.push({ sequence, atMs, counts: receipt.after !== 'paused' && reserve0 > 0n && reserve1 > 0n });
    }
  }

  addToken({ sequence, createdAtMs: atMs, receipt }: Posted): void {
    if (receipt.kind !== 'updateToken' || receipt.status === undefined) return;
    const marks = this.#tokens.get(receipt.token) ?? [];
    this.#tokens.set(receipt.token, marks);
    marks.push({ sequence, atMs, counts: receipt.status !== 'paused' });
  }

  /** A fault in the evidence for an amount of a triggered stop or a guarded fill, in words; `did` says what was done by it. */
  fault({ did, tokenA, tokenB, evidence, when, units }: Evident): string | undefined {
    const isBought = when === 'above';
    // For a trigger above, the ways are those that buy tokenA.
    const [from, to] = isBought ? [tokenB, tokenA] : [tokenA, tokenB];
    const via = isBought ? evidence.via.toReversed() : evidence.via;
    const over = `${did} by the way over [${evidence.via.join(' ')}]`;
    const named = this.#wayOver([from, ...via, to], evidence);
    if (!named) return `${over}, which was not open all the time`;
    if (!isUsable(named) || !isPassedBy(named, units, isBought)) return `${over}, which cannot be used`;
    const better = betterThan(named, this.#waysBetween(from, to, evidence), { units, isBought });
    if (better) {
      const tokens = isBought ? better.via.toReversed() : better.via;
      return `${over}, but the one over [${tokens.join(' ')}] is better for the amount`;
    }
    const { price, depth } = singleOf(named);
    const { numerator, denominator } = evidence.average;
    const isSo = isBought
      ? numerator === 1n << 192n && denominator === price
      : numerator === price && denominator === 1n << 192n;
    if (!isSo) return `${did} by an average that the journal does not come to`;
    if (evidence.depth === undefined) return undefined;
    const present = this.#wayOver([from, ...via, to], { ...evidence, fromMs: evidence.toMs });
    const depthNow = present ? singleOf(present).depth : 0n;
    return evidence.depth === (depth > depthNow ? depth : depthNow)
      ? undefined
      : `${did} by a depth that the journal does not come to`;
  }

  #begin(pool: Pool & PricedPool, saved?: SavedHistory): History {
    const history = new History(pool, saved);
    this.#pools.set(pool.address, history);
    for (const [one, other] of [
      [pool.token0, pool.token1],
      [pool.token1, pool.token0],
    ] as const) {
      const beside = this.#beside.get(one) ?? new Map<string, History>();
      this.#beside.set(one, beside.set(other, history));
    }
    return history;
  }

  #wayOver(tokens: readonly string[], window: Window): WayBy | undefined {
    const steps = tokens.slice(1).map((token, at) => this.#step(tokens[at] as string, token, window));
    return steps.includes(undefined) ? undefined : { via: tokens.slice(1, -1), steps: steps as ReferencePool[] };
  }

  /** All ways of up to three pools, without a token twice. */
  *#waysBetween(from: string, to: string, window: Window): Generator<WayBy> {
    const known = new Map<string, ReferencePool | undefined>();
    const step = (one: string, other: string) => {
      const key = `${one} ${other}`;
      if (!known.has(key)) known.set(key, this.#step(one, other, window));
      return known.get(key);
    };
    const direct = step(from, to);
    if (direct) yield { via: [], steps: [direct] };
    for (const one of this.#beside.get(from)?.keys() ?? []) {
      const first = one === to ? undefined : step(from, one);
      if (!first) continue;
      const end = step(one, to);
      if (end) yield { via: [one], steps: [first, end] };
      for (const other of this.#beside.get(one)?.keys() ?? []) {
        if (other === from || other === to || !this.#beside.get(other)?.has(to)) continue;
        const [middle, last] = [step(one, other), step(other, to)];
        if (middle && last) yield { via: [one, other], steps: [first, middle, last] };
      }
    }
  }

  #step(from: string, to: string, window: Window): ReferencePool | undefined {
    const history = this.#beside.get(from)?.get(to);
    const marks = [history?.marks ?? [], this.#tokens.get(from), this.#tokens.get(to)];
    if (!history || !marks.every((each) => hasCounted(each, window))) return undefined;
    if (!history.marks.some(({ sequence }) => sequence <= window.asOf)) return undefined;
    const averages = history.over(window);
    if (!averages) return undefined;
    const price = from === history.pool.token0 ? averages.of0 : averages.of1;
    return stepOf(price, averages.liquidity, history.feesAt(window.asOf));
  }
}

/** True if a pool or token counted during the whole window, by its last mark up to the transaction `asOf`. */
function hasCounted(marks: readonly Mark[] | undefined, { fromMs, asOf }: Window): boolean {
  const last = marks?.findLast(({ sequence }) => sequence <= asOf);
  return last === undefined || (last.counts && last.atMs <= fromMs);
}
