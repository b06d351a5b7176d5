// Logs one line per second for each rate-limited caller, however often it is refused.

import type { Logger } from 'pino';
import type { HttpRequest } from './request.ts';

const SECOND_MS = 1000;
/** Most callers with a line of their own per second; all others share one. */
const MAX_CALLERS = 100;

type Refused = { readonly first: object; readonly message: string; count: number };

export class RefusalLog {
  readonly #logger: Logger;
  readonly #refused = new Map<string, Refused>();
  #timer: NodeJS.Timeout | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Counts a refusal; once a second, the `line` of each caller's first refusal is logged, with their number. */
  note({ caller, ip }: HttpRequest, line: object, message: string): void {
    const account = caller?.account;
    const key = account ? `account ${account}` : `address ${ip}`;
    const isOne = this.#refused.has(key) || this.#refused.size < MAX_CALLERS;
    const refused = this.#refused.get(isOne ? key : 'others') ?? {
      first: isOne ? { ...line, ...(!account && { address: ip }) } : {},
      message,
      count: 0,
    };
    refused.count += 1;
    this.#refused.set(isOne ? key : 'others', refused);
    this.#timer ??= setTimeout(() => this.write(), SECOND_MS).unref();
  }

  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { first, message, count } of this.#refused.values()) this.#logger.info({ ...first, count }, message);
    this.#refused.clear();
  }
}
