// The reserves of pools at any transaction: those at the start of a minute, which are stored, and the changes from there on.
import { setImmediate as turn } from 'node:timers/promises';
import type { PoolAddress } from '../../core/amount.ts';
import { startOf } from '../../core/market/candle.ts';
import { changesOf } from '../../core/market/figures.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import { CatchingUp } from '../../ports/market.ts';
import type { Observer } from '../observer.ts';
import { figuresAt, inMemory, MINUTE_MS } from '../overview/window.ts';

/** The transactions read in one turn of the event loop. */
const PAGE = 500;
/** The most transactions read for one request; the next one continues from there. */
const MOST_WALKED = 50_000;
/** The most positions kept: those at which the last requests ended. */
const MOST_KEPT = 32;

type Held = { readonly reserve0: bigint; readonly reserve1: bigint };

export class ReserveWalk {
  /** The transactions before the first one are in the stored figures at this minute. */
  readonly #first: number;
  readonly #minuteMs: number;
  readonly #deltas: Map<PoolAddress, Held>;
  readonly #bases: Map<PoolAddress, Held | undefined>;
  /** The last transaction that the reserves include. */
  sequence: number;

  constructor(
    from: { readonly first: number; readonly minuteMs: number },
    { sequence = from.first - 1, deltas = new Map(), bases = new Map() }: Partial<Progress> = {},
  ) {
    this.#first = from.first;
    this.#minuteMs = from.minuteMs;
    this.sequence = sequence;
    this.#deltas = new Map(deltas);
    this.#bases = new Map(bases);
  }

  copy(): ReserveWalk {
    const { sequence } = this;
    const progress = { sequence, deltas: this.#deltas, bases: this.#bases };
    return new ReserveWalk({ first: this.#first, minuteMs: this.#minuteMs }, progress);
  }

  take({ sequence, receipt }: Posted): void {
    this.sequence = sequence;
    for (const { pool, delta0, delta1 } of changesOf(receipt)) {
      if (delta0 === 0n && delta1 === 0n) continue;
      const { reserve0, reserve1 } = this.#deltas.get(pool) ?? NOTHING;
      this.#deltas.set(pool, { reserve0: reserve0 + delta0, reserve1: reserve1 + delta1 });
    }
  }

  /** Loads what `of` needs for these pools. */
  async load(observer: Observer, pools: readonly PoolAddress[]): Promise<void> {
    const missing = [...new Set(pools)].filter((pool) => !this.#bases.has(pool));
    if (missing.length === 0) return;
    const query = missing.map((pool) => ({ pool, ...inMemory(observer, pool) }));
    const found = await figuresAt(observer, query, this.#minuteMs);
    for (const [at, pool] of missing.entries()) {
      const { reserve0, reserve1, sequence } = found[at] ?? { ...NOTHING, sequence: 0 };
      // If the time of a damaged row goes backwards, figures found by time may already include a transaction of the walk.
      this.#bases.set(pool, sequence < this.#first ? { reserve0, reserve1 } : undefined);
    }
  }

  /** Undefined if they cannot be computed. */
  of(pool: PoolAddress): Held | undefined {
    const [base, delta] = [this.#bases.get(pool), this.#deltas.get(pool) ?? NOTHING];
    return base && { reserve0: base.reserve0 + delta.reserve0, reserve1: base.reserve1 + delta.reserve1 };
  }
}

type Progress = {
  readonly sequence: number;
  readonly deltas: ReadonlyMap<PoolAddress, Held>;
  readonly bases: ReadonlyMap<PoolAddress, Held | undefined>;
};

const NOTHING: Held = { reserve0: 0n, reserve1: 0n };

/** Keeps the positions at which requests ended, so that whoever reads page by page walks each transaction once. */
export class ReserveWalks {
  #kept: readonly ReserveWalk[] = [];
  #rewinds = 0;

  /** The reserves before a transaction, and how many transactions were read for that. */
  async before(observer: Observer, posted: Posted, most = MOST_WALKED): Promise<{ walk: ReserveWalk; walked: number }> {
    const { rewinds } = observer;
    const upTo = posted.sequence - 1;
    const walk = this.#nearest(observer, upTo) ?? (await begin(observer, posted));
    const from = walk.sequence;
    while (walk.sequence < upTo) {
      if (walk.sequence - from >= most) {
        this.keep(observer, walk, rewinds);
        throw new CatchingUp(walk.sequence, upTo);
      }
      const page = await observer.tail.page(walk.sequence, Math.min(PAGE, most, upTo - walk.sequence));
      for (const one of page) walk.take(one);
      if (page.length === 0) throw new CatchingUp(walk.sequence, upTo);
      await turn();
    }
    return { walk, walked: upTo - from };
  }

  /** `rewinds` are those of the observer when the walk began. */
  keep(observer: Observer, walk: ReserveWalk, rewinds: number): void {
    if (observer.rewinds !== rewinds) return;
    this.#forgetIfRewound(observer);
    const others = this.#kept.filter(({ sequence }) => sequence !== walk.sequence);
    this.#kept = [walk, ...others].slice(0, MOST_KEPT);
  }

  /** A copy of the last position up to a sequence, if it is less far away than the start of a minute may be. */
  #nearest(observer: Observer, upTo: number): ReserveWalk | undefined {
    this.#forgetIfRewound(observer);
    const found = this.#kept.filter(({ sequence }) => sequence <= upTo && upTo - sequence <= MOST_WALKED);
    return found
      .reduce<ReserveWalk | undefined>((best, one) => (best && best.sequence > one.sequence ? best : one), undefined)
      ?.copy();
  }

  #forgetIfRewound({ rewinds }: Observer): void {
    if (rewinds !== this.#rewinds) this.#kept = [];
    this.#rewinds = rewinds;
  }
}

/** A walk that begins with the first transaction of the minute of the given one. */
async function begin({ tail }: Observer, { sequence, createdAtMs }: Posted): Promise<ReserveWalk> {
  const minuteMs = startOf(createdAtMs, MINUTE_MS);
  const isBefore = async (one: number) => {
    const [found] = one > 0 ? await tail.pick([one]) : [];
    return !found || found.createdAtMs < minuteMs;
  };
  let [low, high] = [sequence - 1, sequence];
  for (let step = 1; !(await isBefore(low)); step *= 2) [low, high] = [Math.max(0, low - step), low];
  // By binary search: times in the journal never go backwards.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isBefore(middle)) low = middle;
    else high = middle;
  }
  return new ReserveWalk({ first: high, minuteMs });
}
