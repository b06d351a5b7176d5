// Recomputes the average prices that triggered stops or guarded fills, from each pool's reserves after each transaction.
import type { Receipt } from '../core/commands/command.ts';
import type { Pool } from '../core/pool.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { type Priced, type Reserves, ratioOf } from './price.ts';

type Triggered = Extract<Receipt, { kind: 'triggerOrder' }>;
/** An order's average price with its evidence; that of a guard also has the depth of the path. */
type Evident = Pick<Triggered, 'order' | 'tokenA' | 'tokenB'> & {
  readonly evidence: Triggered['evidence'] & { readonly depth?: bigint };
};
type State = Reserves & { readonly sequence: number; readonly atMs: number };
/** A transaction from which on a pool or token is used for averages (`counts`), or is not. */
type Mark = { readonly sequence: number; readonly atMs: number; readonly counts: boolean };
type Weighed = { readonly of0: bigint; readonly of1: bigint; readonly held0: bigint; readonly held1: bigint };
type Window = { readonly fromMs: number; readonly toMs: number; readonly asOf: number };
/** The sums of a pool over a window, in the direction in which a path uses the pool. */
type Step = { readonly a: bigint; readonly b: bigint; readonly there: bigint; readonly back: bigint };

const MINUTE_MS = 60_000;
/** How long states are kept: no window is longer than an hour, or ended more than a minute before it was used. */
const KEPT_MS = 63 * MINUTE_MS;
/** A window that begins at a whole second (not only at a whole minute) began no longer ago than this. */
const FINE_MS = 3 * MINUTE_MS;
const MANY = 4000;
/** If there are more states, an audit keeps sums in their place, so that its point stays small. */
const FEW = 500;

/** The part of a pool's history that later averages need; with sums only if they have replaced old states. */
type SavedHistory = {
  readonly pool: string;
  readonly marks: readonly Mark[];
  readonly states: readonly State[];
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
  readonly pool: Pool & Priced;
  readonly marks: Mark[];
  #states: State[];
  /** By state: the sums over all time before it. Computed on demand, once per state. */
  #before: Weighed[] = [];
  /** Used if there are too many states: the sums before each whole minute, which replace old states. */
  readonly #minutes: Map<number, Weighed>;
  #addedUpToMs = 0;

  constructor(pool: Pool & Priced, saved?: SavedHistory) {
    this.pool = pool;
    this.marks = [...(saved?.marks ?? [])];
    this.#states = [...(saved?.states ?? [])];
    this.#minutes = new Map(saved?.sums?.minutes);
    if (!saved?.sums) return;
    this.#before = [saved.sums.before];
    this.#addedUpToMs = saved.sums.addedUpToMs;
  }

  save(nowMs: number): SavedHistory {
    if (this.#states.length > FEW) this.#addUp(minuteOf(nowMs - FINE_MS));
    const first = Math.max(0, this.#lastUntil(nowMs - KEPT_MS, Number.POSITIVE_INFINITY));
    const saved = {
      pool: this.pool.address,
      marks: recentOf(this.marks, nowMs),
      states: this.#states.slice(first),
    };
    if (this.#addedUpToMs === 0) return saved;
    this.#price();
    const before = this.#before[first] as Weighed;
    return { ...saved, sums: { before, minutes: [...this.#minutes], addedUpToMs: this.#addedUpToMs } };
  }

  add(state: State): void {
    const last = this.#states.at(-1);
    if (last?.reserve0 === state.reserve0 && last.reserve1 === state.reserve1) return;
    const [had, has] = [last, state].map((each) => each && each.reserve0 > 0n && each.reserve1 > 0n);
    if (!had || !has) this.marks.push({ ...state, counts: has === true });
    // Journals of early versions may contain times that go backwards.
    this.#states.push(last && last.atMs > state.atMs ? { ...state, atMs: last.atMs } : state);
    const { length } = this.#states;
    if (length > MANY) this.#addUp(minuteOf(state.atMs - FINE_MS));
    // Drops states only if at least half of them are old, so that each state is copied once on average.
    else if ((this.#states[length >> 1] as State).atMs < state.atMs - KEPT_MS) this.#forget(state.atMs - KEPT_MS);
  }

  /** The sums over a window, counting transactions up to `asOf`; for a window of length zero, the values at that time. */
  over({ fromMs, toMs, asOf }: Window): Weighed {
    this.#price();
    if (fromMs === toMs) return this.#pricedAt(this.#lastUntil(Number.POSITIVE_INFINITY, asOf));
    const start = fromMs < this.#addedUpToMs ? this.#minutes.get(fromMs) : this.#sumsUntil(fromMs, asOf);
    return plus(this.#sumsUntil(toMs, asOf), start ?? NOTHING, -1n);
  }

  /** The sums over all time before `ms`, as if nothing had happened after `asOf`. */
  #sumsUntil(ms: number, asOf: number): Weighed {
    const at = this.#lastUntil(ms, asOf);
    const state = this.#states[at];
    if (!state) return NOTHING;
    return plus(this.#before[at] as Weighed, this.#pricedAt(at), BigInt(ms - state.atMs));
  }

  /** The index of the last state up to a time and a transaction; −1 if there is none. Both increase from state to state. */
  #lastUntil(ms: number, asOf: number): number {
    let [low, high] = [0, this.#states.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { atMs, sequence } = this.#states[middle] as State;
      if (atMs <= ms && sequence <= asOf) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #price(): void {
    for (let at = this.#before.length; at < this.#states.length; at++) {
      const [last, state] = [this.#states[at - 1], this.#states[at] as State];
      const elapsed = last ? BigInt(state.atMs - last.atMs) : 0n;
      this.#before.push(plus(this.#before[at - 1] ?? NOTHING, this.#pricedAt(at - 1), elapsed));
    }
  }

  #pricedAt(at: number): Weighed {
    const state = this.#states[at];
    const ratio = state && ratioOf(this.pool, state);
    if (!ratio) return NOTHING;
    const { reserve0: held0, reserve1: held1 } = state;
    const { of0, of1 } = ratio;
    return { of0: (of1 << 192n) / of0, of1: (of0 << 192n) / of1, held0, held1 };
  }

  /** Replaces old states by the sums before each whole minute; does so at most once a minute. */
  #addUp(untilMs: number): void {
    if (untilMs <= this.#addedUpToMs) return;
    this.#price();
    const [first] = this.#states as [State];
    const fromMs = Math.max(this.#addedUpToMs, minuteOf(first.atMs), untilMs - KEPT_MS);
    for (let startMs = fromMs; startMs < untilMs; startMs += MINUTE_MS) {
      this.#minutes.set(startMs, this.#sumsUntil(startMs, Number.POSITIVE_INFINITY));
    }
    this.#addedUpToMs = untilMs;
    this.#forget(untilMs);
  }

  /** Drops the states before a time, except the one that was still current then. */
  #forget(beforeMs: number): void {
    const kept = Math.max(0, this.#lastUntil(beforeMs, Number.POSITIVE_INFINITY));
    // Each sum continues that of the state before, so all are computed before states are dropped; if none was yet, they may begin later.
    if (this.#before.length > 0) this.#price();
    this.#states = this.#states.slice(kept);
    this.#before = this.#before.slice(kept);
    for (const startMs of this.#minutes.keys()) if (startMs < beforeMs - KEPT_MS) this.#minutes.delete(startMs);
  }
}

/** The marks of the last hour, and the one that was valid before. */
const recentOf = (marks: readonly Mark[], nowMs: number): readonly Mark[] =>
  marks.slice(
    Math.max(
      0,
      marks.findLastIndex(({ atMs }) => atMs <= nowMs - KEPT_MS),
    ),
  );

const NOTHING: Weighed = { of0: 0n, of1: 0n, held0: 0n, held1: 0n };
const plus = (sum: Weighed, each: Weighed, times: bigint): Weighed => ({
  of0: sum.of0 + each.of0 * times,
  of1: sum.of1 + each.of1 * times,
  held0: sum.held0 + each.held0 * times,
  held1: sum.held1 + each.held1 * times,
});
const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

export class AveragesCheck {
  readonly #pools = new Map<string, History>();
  /** The pools by one of their tokens, then by the other. */
  readonly #beside = new Map<string, Map<string, History>>();
  readonly #tokens = new Map<string, Mark[]>();

  /** Continues from what `save` returned. */
  restore({ averages, tokenMarks }: SavedAverages, poolOf: (address: string) => Pool & Priced): void {
    for (const saved of averages) this.#begin(poolOf(saved.pool), saved);
    for (const [token, marks] of tokenMarks) this.#tokens.set(token, [...marks]);
  }

  save(nowMs: number): SavedAverages {
    return {
      averages: Array.from(this.#pools.values(), (history) => history.save(nowMs)),
      tokenMarks: Array.from(this.#tokens, ([token, marks]) => [token, recentOf(marks, nowMs)]),
    };
  }

  /** Records a pool's reserves after a transaction. */
  add(pool: Pool & Priced, held: Reserves, { sequence, createdAtMs: atMs, receipt }: Posted): void {
    const history = this.#pools.get(pool.address) ?? this.#begin(pool);
    const { reserve0, reserve1 } = held;
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

  /** A fault in the evidence of a triggered stop or a guarded fill, in words. */
  fault({ order, tokenA, tokenB, evidence }: Evident, when: 'below' | 'above'): string | undefined {
    const best = this.#deepest(tokenA, tokenB, evidence);
    const way = evidence.via.join(' ');
    const did = evidence.depth === undefined ? `sets off the stop ${order}` : `fills the order ${order}`;
    if (!best) return `${did}, whose tokens had no way between them`;
    if (best.via !== way) return `${did} by the way over [${way}], but the deepest was over [${best.via}]`;
    const elapsed = BigInt(Math.max(1, evidence.toMs - evidence.fromMs));
    // The sums of each pool are of prices in units of 2^-192, one per millisecond.
    let [above, below] = [1n, 1n];
    for (const { there, back } of best.steps) {
      above *= when === 'below' ? there : back;
      below *= elapsed << 192n;
    }
    const scaled = (above << 192n) / below || 1n;
    const { numerator, denominator } = evidence.average;
    const isSo =
      when === 'below'
        ? numerator === scaled && denominator === 1n << 192n
        : numerator === 1n << 192n && denominator === scaled;
    if (!isSo) return `${did} by an average that the journal does not come to`;
    const isDeep = evidence.depth === undefined || evidence.depth === best.depth / (elapsed * elapsed);
    return isDeep ? undefined : `${did} by a depth that the journal does not come to`;
  }

  #begin(pool: Pool & Priced, saved?: SavedHistory): History {
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

  #deepest(tokenA: string, tokenB: string, window: Window) {
    const step = (from: string, to: string) => this.#step(from, to, window);
    const stepsFrom = (token: string, isBack: boolean) =>
      [...(this.#beside.get(token)?.keys() ?? [])].flatMap((other) => {
        const found =
          other === tokenA || other === tokenB ? undefined : isBack ? step(other, token) : step(token, other);
        return found ? [{ other, found }] : [];
      });
    let best: { readonly via: string; readonly steps: readonly Step[]; readonly depth: bigint } | undefined;
    const offer = (via: readonly string[], steps: readonly Step[]) => {
      const depth = depthOf(steps);
      const isBetter = !best || depth > best.depth || (depth === best.depth && comesBefore(via, best.via));
      if (isBetter) best = { via: via.join(' '), steps, depth };
    };
    const direct = step(tokenA, tokenB);
    if (direct) offer([], [direct]);
    const firsts = stepsFrom(tokenA, false);
    const lasts = new Map(stepsFrom(tokenB, true).map(({ other, found }) => [other, found]));
    for (const { other, found } of firsts) {
      const last = lasts.get(other);
      if (last) offer([other], [found, last]);
    }
    // A path is never deeper than the product of its outer reserves, so those that cannot be the deepest are skipped.
    for (const first of firsts) {
      for (const then of this.#beside.get(first.other)?.keys() ?? []) {
        const last = lasts.get(then);
        if (!last || (best && first.found.a * last.b < best.depth)) continue;
        const middle = step(first.other, then);
        if (middle) offer([first.other, then], [first.found, middle, last]);
      }
    }
    return best;
  }

  #step(from: string, to: string, window: Window): Step | undefined {
    const history = this.#beside.get(from)?.get(to);
    const marks = [history?.marks ?? [], this.#tokens.get(from), this.#tokens.get(to)];
    if (!history || !marks.every((each) => hasCounted(each, window))) return undefined;
    if (!history.marks.some(({ sequence }) => sequence <= window.asOf)) return undefined;
    const { of0, of1, held0, held1 } = history.over(window);
    return from === history.pool.token0
      ? { a: held0, b: held1, there: of0, back: of1 }
      : { a: held1, b: held0, there: of1, back: of0 };
  }
}

/** True if a pool or token counted during the whole window, by its last mark up to the transaction `asOf`. */
function hasCounted(marks: readonly Mark[] | undefined, { fromMs, asOf }: Window): boolean {
  const last = marks?.findLast(({ sequence }) => sequence <= asOf);
  return last === undefined || (last.counts && last.atMs <= fromMs);
}

/** The product of the reserves of a single pool that would trade like all pools of a path in a row, computed pool by pool. */
function depthOf([first, ...rest]: readonly Step[]): bigint {
  let { a, b } = first as Step;
  let under = 1n;
  for (const next of rest) {
    // a and b are divided by `under`: a·a₂/(b + a₂) and b·b₂/(b + a₂).
    const sum = b + next.a * under;
    [a, b, under] = [a * next.a, b * next.b, sum];
  }
  return (a * b) / (under * under);
}

const comesBefore = (via: readonly string[], than: string): boolean => {
  const others = than === '' ? [] : than.split(' ');
  if (via.length !== others.length) return via.length < others.length;
  for (const [at, token] of via.entries()) if (token !== others[at]) return token < (others[at] as string);
  return false;
};
