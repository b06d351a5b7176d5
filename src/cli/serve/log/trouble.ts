// Logs a lasting failure in few lines: when it begins, once a minute while it lasts, and when it ends.
import type { Logger } from 'pino';

const LOG_EVERY_MS = 60_000;

export class TroubleLog {
  readonly #logger: Pick<Logger, 'warn' | 'info'>;
  readonly #name: string;
  readonly #now: () => number;
  /** The current failure: since when, and whether it was logged. Undefined while there is none. */
  #trouble: { readonly sinceMs: number; isLogged: boolean } | undefined;
  /** When a failure was last logged, and the number of failures since. */
  #loggedMs = Number.NEGATIVE_INFINITY;
  #times = 0;

  constructor(logger: Pick<Logger, 'warn' | 'info'>, name: string, now = () => performance.now()) {
    this.#logger = logger;
    this.#name = name;
    this.#now = now;
  }

  /** Reports a failure; logs at most one a minute, also if failures alternate with successes. */
  fails(why: string, about: object): void {
    const nowMs = this.#now();
    this.#trouble ??= { sinceMs: nowMs, isLogged: false };
    if (nowMs - this.#loggedMs < LOG_EVERY_MS) {
      this.#times += 1;
      return;
    }
    const { sinceMs, isLogged } = this.#trouble;
    const forS = Math.round((nowMs - sinceMs) / 1000);
    const howOften = `failing for ${forS} s, ${this.#times + 1} times since the last line`;
    this.#logger.warn(about, `${this.#name}: ${why}; ${isLogged ? howOften : 'will try again'}`);
    this.#trouble.isLogged = true;
    [this.#loggedMs, this.#times] = [nowMs, 0];
  }

  works(): void {
    const trouble = this.#trouble;
    this.#trouble = undefined;
    if (!trouble?.isLogged) return;
    const forS = Math.round((this.#now() - trouble.sinceMs) / 1000);
    this.#logger.info(`${this.#name}: works again, after ${forS} s`);
  }
}
