// The averages that set stops off, computed anew: from what each pool held after each transaction, way by way.
import type { Receipt } from '../core/commands/command.ts';
import type { Pool } from '../core/pool.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { type Priced, type Reserves, ratioOf } from './price.ts';

type Triggered = Extract<Receipt, { kind: 'triggerOrder' }>;
type State = Reserves & { readonly sequence: number; readonly atMs: number };
/** From then on it counts, or does not. */
type Mark = { readonly sequence: number; readonly atMs: number; readonly counts: boolean };
type Weighed = { of0: bigint; of1: bigint; held0: bigint; held1: bigint };
type Window = { readonly fromMs: number; readonly toMs: number; readonly asOf: number };
/** A pool as one walks through it. */
type Step = { readonly a: bigint; readonly b: bigint; readonly there: bigint; readonly back: bigint };

const MINUTE_MS = 60_000;
/** No window is longer than an hour, or ended more than a minute ago. */
const KEPT_MS = 63 * MINUTE_MS;
/** Windows that begin at a second are no older than this. */
const FINE_MS = 3 * MINUTE_MS;
const MANY = 4000;

/** What one pool held, in every moment of the last hour. */
class History {
  readonly pool: Pool & Priced;
  readonly marks: Mark[] = [];
  #states: State[] = [];
  /** Where there are too many states, whole minutes of them added up, up to a moment. */
  readonly #minutes = new Map<number, Weighed>();
  #addedUpToMs = 0;

  constructor(pool: Pool & Priced) {
    this.pool = pool;
  }

  add(state: State): void {
    const last = this.#states.at(-1);
    if (last?.reserve0 === state.reserve0 && last.reserve1 === state.reserve1) return;
    const [had, has] = [last, state].map((each) => each && each.reserve0 > 0n && each.reserve1 > 0n);
    if (!had || !has) this.marks.push({ ...state, counts: has === true });
    this.#states.push(state);
    if (this.#states.length % 64 === 0) this.#forget(state.atMs - KEPT_MS);
    if (this.#states.length > MANY) this.#addUp(Math.floor((state.atMs - FINE_MS) / MINUTE_MS) * MINUTE_MS);
  }

  /** The sums over a window, of the transactions up to one of them; for a moment, what was then. */
  over({ fromMs, toMs, asOf }: Window): Weighed {
    const sum: Weighed = { of0: 0n, of1: 0n, held0: 0n, held1: 0n };
    for (const [startMs, minute] of this.#minutes) if (startMs >= fromMs) add(sum, minute, 1n);
    const states = this.#states.filter(({ sequence }) => sequence <= asOf);
    const beginMs = Math.max(fromMs, this.#addedUpToMs);
    for (const [at, state] of states.entries()) {
      const startMs = Math.max(state.atMs, beginMs);
      const endMs = Math.min(states[at + 1]?.atMs ?? toMs, toMs);
      const isMoment = fromMs === toMs && at === states.length - 1;
      if (isMoment || endMs > startMs) add(sum, this.#priced(state), isMoment ? 1n : BigInt(endMs - startMs));
    }
    return sum;
  }

  #priced({ reserve0: held0, reserve1: held1 }: State): Weighed {
    const ratio = ratioOf(this.pool, { reserve0: held0, reserve1: held1 });
    if (!ratio) return { of0: 0n, of1: 0n, held0: 0n, held1: 0n };
    const { of0, of1 } = ratio;
    return { of0: (of1 << 192n) / of0, of1: (of0 << 192n) / of1, held0, held1 };
  }

  #addUp(untilMs: number): void {
    const first = this.#states[0] as State;
    const fromMs = Math.max(this.#addedUpToMs, Math.floor(first.atMs / MINUTE_MS) * MINUTE_MS);
    for (let startMs = fromMs; startMs < untilMs; startMs += MINUTE_MS) {
      const window = { fromMs: startMs, toMs: startMs + MINUTE_MS, asOf: Number.POSITIVE_INFINITY };
      this.#minutes.set(startMs, this.over(window));
    }
    this.#addedUpToMs = Math.max(this.#addedUpToMs, untilMs);
    this.#forget(untilMs);
  }

  #forget(beforeMs: number): void {
    const kept = this.#states.findIndex((_, at) => (this.#states[at + 1]?.atMs ?? Infinity) > beforeMs);
    this.#states = this.#states.slice(kept);
    for (const startMs of this.#minutes.keys()) if (startMs < beforeMs - KEPT_MS) this.#minutes.delete(startMs);
  }
}

export class AveragesCheck {
  readonly #pools = new Map<string, History>();
  /** By the token, then by the other one. */
  readonly #beside = new Map<string, Map<string, History>>();
  readonly #tokens = new Map<string, Mark[]>();

  /** A transaction has left a pool with this. */
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

  /** What is wrong with the evidence of a stop that was set off, in words. */
  fault({ order, tokenA, tokenB, evidence }: Triggered, when: 'below' | 'above'): string | undefined {
    const best = this.#deepest(tokenA, tokenB, evidence);
    const way = evidence.via.join(' ');
    if (!best) return `sets off the stop ${order}, whose tokens had no way between them`;
    if (best.via !== way)
      return `sets off the stop ${order} by the way over [${way}], but the deepest was over [${best.via}]`;
    const elapsed = BigInt(Math.max(1, evidence.toMs - evidence.fromMs));
    // The mean of each pool is so many 2^-192 a millisecond.
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
    return isSo ? undefined : `sets off the stop ${order} by an average that the journal does not come to`;
  }

  #begin(pool: Pool & Priced): History {
    const history = new History(pool);
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
    // What a way comes to is no more than what its first pool holds of one token and its last of the other.
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

/** During the whole window, by the last that was noted up to its transaction. */
function hasCounted(marks: readonly Mark[] | undefined, { fromMs, asOf }: Window): boolean {
  const last = marks?.findLast(({ sequence }) => sequence <= asOf);
  return last === undefined || (last.counts && last.atMs <= fromMs);
}

function add(sum: Weighed, each: Weighed, times: bigint): void {
  for (const name of ['of0', 'of1', 'held0', 'held1'] as const) sum[name] += each[name] * times;
}

/** What one pool would hold that trades like all of them in a row, pool after pool, and the product of that. */
function depthOf([first, ...rest]: readonly Step[]): bigint {
  let { a, b } = first as Step;
  let under = 1n;
  for (const next of rest) {
    // a and b are over `under`: a·a₂/(b + a₂) and b·b₂/(b + a₂).
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
