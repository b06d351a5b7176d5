// Does what the exchange needs every so often, once in all its processes: looks whether it is due, has it done, says when that failed, and
// stops trying when it fails again and again. In the database, each job has one holder at a time.
import { setTimeout as sleep } from 'node:timers/promises';

/** What the database says of a job; times are by its clock. */
export type JobStanding = {
  /** When it was done last; undefined if never. */
  readonly doneMs: number | undefined;
  /** Tries since then that came to nothing, of any process, and when the last one began; if the database keeps them. */
  readonly failures?: number;
  readonly triedMs?: number | undefined;
};

export type JobFailure = {
  readonly why: string;
  /** Tries in a row that came to nothing; 0 if it is not known whether the job is due. */
  readonly failures: number;
  /** The time until the next try. */
  readonly pauseMs: number;
  /** True if that is not before the job is due once more. */
  readonly isLast: boolean;
};

export type JobOptions = {
  readonly everyMs: number;
  /** The time by the database's clock. */
  readonly nowMs: () => number;
  /** Undefined if there is nothing to do. */
  readonly standing: () => Promise<JobStanding | undefined>;
  /** Does it, unless another process is doing it. Throws if it could not be done; ends early if the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly onFailure: (failure: JobFailure) => void;
};

/** The first time this long after the start. */
const LOOK_EVERY_MS = 600_000;
/** The pause after a failure, which each further one doubles: a little less than the time between two looks. */
const FIRST_PAUSE_MS = LOOK_EVERY_MS - 60_000;
/** Tries within some five hours: the next one is when the job would have been due again, since each may cost as much as a whole run. */
const MOST_TRIES = 6;

export class RegularJob {
  readonly #options: JobOptions;
  readonly #startMs: number;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** Failures of this process alone. */
  #failures = 0;
  #triedMs = Number.NEGATIVE_INFINITY;

  constructor(options: JobOptions) {
    this.#options = options;
    this.#startMs = options.nowMs();
  }

  start(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** For how long it has been due while this process ran; 0 if it is not. */
  async lateMs(): Promise<number> {
    return lateBy(await this.#options.standing(), this.#startMs, this.#options);
  }

  /** Has the job done if it is due. */
  async look(): Promise<void> {
    const { everyMs, run, onFailure } = this.#options;
    const { signal } = this.#stop;
    try {
      if (!(await this.#isDue()) || signal.aborted) return;
    } catch (error) {
      const { message: why } = error as Error;
      if (!signal.aborted) onFailure({ why, failures: 0, pauseMs: LOOK_EVERY_MS, isLast: false });
      return;
    }
    try {
      await run(signal);
      this.#failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      const failures = this.#failures + 1;
      this.#failures = failures;
      const isLast = failures >= MOST_TRIES;
      onFailure({ why: (error as Error).message, failures, pauseMs: pauseAfter(failures, everyMs), isLast });
    }
  }

  /** Times are compared in both directions: one that is far ahead was noted while the clock was. */
  async #isDue(): Promise<boolean> {
    const { everyMs, nowMs, standing } = this.#options;
    const found = await standing();
    if (!found) return false;
    const atMs = nowMs();
    const { doneMs = Number.NEGATIVE_INFINITY, failures = 0, triedMs = Number.NEGATIVE_INFINITY } = found;
    if (Math.abs(atMs - doneMs) < everyMs) {
      this.#failures = 0;
      return false;
    }
    this.#failures = Math.max(this.#failures, failures);
    const lastMs = Math.max(this.#triedMs, triedMs);
    if (this.#failures > 0 && Math.abs(atMs - lastMs) < pauseAfter(this.#failures, everyMs)) return false;
    this.#triedMs = atMs;
    return true;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    for (;;) {
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await this.look();
    }
  }
}

/** For how long something has been due since a start; 0 if it is not. */
export function lateBy(
  standing: JobStanding | undefined,
  startMs: number,
  { everyMs, nowMs }: Pick<JobOptions, 'everyMs' | 'nowMs'>,
): number {
  if (!standing) return 0;
  const dueMs = standing.doneMs === undefined ? startMs : Math.max(startMs, standing.doneMs + everyMs);
  return Math.max(0, nowMs() - dueMs);
}

const pauseAfter = (failures: number, everyMs: number): number =>
  failures >= MOST_TRIES ? everyMs : Math.min(everyMs, FIRST_PAUSE_MS * 2 ** (failures - 1));
