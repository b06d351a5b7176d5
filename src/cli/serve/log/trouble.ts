// What goes wrong again and again, in few lines: when it begins, once a minute while it lasts, and when it is over.
import type { Logger } from 'pino';

const TOLD_AGAIN_MS = 60_000;

export class TroubleLog {
  readonly #logger: Pick<Logger, 'warn' | 'info'>;
  readonly #name: string;
  readonly #now: () => number;
  /** Undefined while all is well. */
  #trouble: { readonly sinceMs: number; toldMs: number; times: number } | undefined;

  constructor(logger: Pick<Logger, 'warn' | 'info'>, name: string, now = () => performance.now()) {
    this.#logger = logger;
    this.#name = name;
    this.#now = now;
  }

  fails(why: string, about: object): void {
    const nowMs = this.#now();
    const trouble = this.#trouble;
    if (!trouble) {
      this.#trouble = { sinceMs: nowMs, toldMs: nowMs, times: 0 };
      this.#logger.warn(about, `${this.#name}: ${why}; will try again`);
      return;
    }
    trouble.times += 1;
    if (nowMs - trouble.toldMs < TOLD_AGAIN_MS) return;
    const forS = Math.round((nowMs - trouble.sinceMs) / 1000);
    this.#logger.warn(
      about,
      `${this.#name}: ${why}; failing for ${forS} s, ${trouble.times} times since the last line`,
    );
    this.#trouble = { ...trouble, toldMs: nowMs, times: 0 };
  }

  works(): void {
    if (!this.#trouble) return;
    const forS = Math.round((this.#now() - this.#trouble.sinceMs) / 1000);
    this.#trouble = undefined;
    this.#logger.info(`${this.#name}: works again, after ${forS} s`);
  }
}
