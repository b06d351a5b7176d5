// Throttles requests to an endpoint: a rate with a burst, and pauses when the endpoint asks for them. Shares of the quota are
// served by start-time fair queueing (Goyal, Vin, Cheng, 1996); within a share, callers take turns.
import { ChainUnavailable } from '../chain.ts';
import { type Asker, type Share, WEIGHTS } from './shares.ts';

export type PaceOptions = {
  readonly perSecond: number;
  /** How many requests may be sent at once after a pause. */
  readonly burst: number;
  /** A request that would wait longer is refused. */
  readonly longestWaitMs: number;
};

type Clock = { readonly now: () => number; readonly after: (ms: number, work: () => void) => unknown };
const CLOCK: Clock = { now: () => performance.now(), after: (ms, work) => setTimeout(work, ms) };

type Waiting = { readonly untilMs: number; readonly go: () => void; readonly refuse: (error: Error) => void };

/** Waiting requests of one share of the quota, by caller; a caller that was served goes to the end. */
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
  /** When the last request would be due if requests were evenly spaced. */
  #dueMs = 0;
  #restUntilMs = 0;
  /** Virtual start time of the last request. */
  #virtual = 0;
  #isTimed = false;

  constructor(options: PaceOptions, clock: Clock = CLOCK) {
    this.#options = options;
    this.#clock = clock;
  }

  /** Resolves when the caller may send its request. */
  turn({ share, name }: Asker): Promise<void> {
    const line = this.#lines.get(share) as Line;
    if (this.#expectedWaitMs(line, name) > this.#options.longestWaitMs) return Promise.reject(this.#tooMany());
    return new Promise((go, refuse) => {
      // A share gets no extra turns for the time in which it was idle.
      if (line.askers.size === 0) line.startsAt = Math.max(line.startsAt, this.#virtual);
      line.push(name, { untilMs: this.#clock.now() + this.#options.longestWaitMs, go, refuse });
      this.#release();
    });
  }

  /** Sends nothing for this long. */
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

  /** Time until the next request may be sent. */
  #waitMs(): number {
    const nowMs = this.#clock.now();
    const dueMs = Math.max(this.#dueMs, nowMs) + this.#eachMs;
    return Math.ceil(Math.max(dueMs - this.#options.burst * this.#eachMs, this.#restUntilMs) - nowMs);
  }

  /** Expected wait of another request by this caller, given the shares and callers that wait now. */
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
