// When an endpoint may be asked, and by whom next: so many requests a second, a few at once, and none while it wants to be left
// alone. Shares are served by start-time fair queueing (Goyal, Vin, Cheng, 1996), and within a share everybody in turn.
import { ChainUnavailable } from '../chain.ts';
import { type Asker, type Share, WEIGHTS } from './shares.ts';

export type PaceOptions = {
  readonly perSecond: number;
  /** How many may go at once after a rest. */
  readonly burst: number;
  /** Whoever would wait longer is refused. */
  readonly longestWaitMs: number;
};

type Clock = { readonly now: () => number; readonly after: (ms: number, work: () => void) => unknown };
const CLOCK: Clock = { now: () => performance.now(), after: (ms, work) => setTimeout(work, ms) };

type Waiting = { readonly untilMs: number; readonly go: () => void; readonly refuse: (error: Error) => void };

/** Requests of one share that wait, by asker; whoever was served goes to the end of the line. */
class Line {
  readonly weight: number;
  readonly askers = new Map<string, Waiting[]>();
  /** Virtual time at which the share's next request may start. */
  startsAt = 0;

  constructor(weight: number) {
    this.weight = weight;
  }

  push(name: string, waiting: Waiting): void {
    const queue = this.askers.get(name);
    if (queue) queue.push(waiting);
    else this.askers.set(name, [waiting]);
  }

  next(): Waiting | undefined {
    const [first] = this.askers;
    if (!first) return undefined;
    const [name, queue] = first;
    const waiting = queue.shift();
    this.askers.delete(name);
    if (queue.length > 0) this.askers.set(name, queue);
    return waiting;
  }

  refuseUntil(nowMs: number, error: () => Error): void {
    for (const [name, queue] of this.askers) {
      while (queue[0] && queue[0].untilMs < nowMs) queue.shift()?.refuse(error());
      if (queue.length === 0) this.askers.delete(name);
    }
  }
}

export class Pace {
  readonly #options: PaceOptions;
  readonly #clock: Clock;
  readonly #lines = new Map(Object.entries(WEIGHTS).map(([share, weight]) => [share as Share, new Line(weight)]));
  /** When the last request that was let through would be due, were they evenly spread. */
  #dueMs = 0;
  #restUntilMs = 0;
  /** The start of the request that was let through last, in virtual time. */
  #virtual = 0;
  #isTimed = false;

  constructor(options: PaceOptions, clock: Clock = CLOCK) {
    this.#options = options;
    this.#clock = clock;
  }

  /** Resolves when it is the asker's turn. */
  turn({ share, name }: Asker): Promise<void> {
    const line = this.#lines.get(share) as Line;
    if (this.#expectedWaitMs(line, name) > this.#options.longestWaitMs) return Promise.reject(this.#tooMany());
    return new Promise((go, refuse) => {
      // Nobody saves up turns while nothing is asked.
      if (line.askers.size === 0) line.startsAt = Math.max(line.startsAt, this.#virtual);
      line.push(name, { untilMs: this.#clock.now() + this.#options.longestWaitMs, go, refuse });
      this.#release();
    });
  }

  /** Nobody's turn comes before. */
  rest(ms: number): void {
    this.#restUntilMs = Math.max(this.#restUntilMs, this.#clock.now() + ms);
  }

  #release(): void {
    for (const line of this.#lines.values()) line.refuseUntil(this.#clock.now(), () => this.#tooMany());
    for (let line = this.#nextLine(); line; line = this.#nextLine()) {
      const waitMs = this.#waitMs();
      if (waitMs > 0) {
        this.#releaseAfter(waitMs);
        return;
      }
      this.#dueMs = Math.max(this.#dueMs, this.#clock.now()) + this.#eachMs;
      this.#virtual = line.startsAt;
      line.startsAt += 1 / line.weight;
      line.next()?.go();
    }
  }

  #releaseAfter(ms: number): void {
    if (this.#isTimed) return;
    this.#isTimed = true;
    this.#clock.after(ms, () => {
      this.#isTimed = false;
      this.#release();
    });
  }

  #nextLine(): Line | undefined {
    let next: Line | undefined;
    for (const line of this.#lines.values())
      if (line.askers.size > 0 && (!next || line.startsAt < next.startsAt)) next = line;
    return next;
  }

  get #eachMs(): number {
    return 1000 / this.#options.perSecond;
  }

  /** Until the endpoint may be asked again. */
  #waitMs(): number {
    const nowMs = this.#clock.now();
    const dueMs = Math.max(this.#dueMs, nowMs) + this.#eachMs;
    return Math.ceil(Math.max(dueMs - this.#options.burst * this.#eachMs, this.#restUntilMs) - nowMs);
  }

  /** Of another request of the asker, with the shares and askers that wait now. */
  #expectedWaitMs(line: Line, name: string): number {
    let weights = 0;
    for (const each of this.#lines.values()) if (each === line || each.askers.size > 0) weights += each.weight;
    const before = (line.askers.get(name)?.length ?? 0) * line.askers.size;
    return Math.max(0, this.#waitMs()) + (before * this.#eachMs * weights) / line.weight;
  }

  #tooMany(): ChainUnavailable {
    const { perSecond } = this.#options;
    return new ChainUnavailable(`More than ${perSecond} requests a second would be made to the TON endpoint`);
  }
}
