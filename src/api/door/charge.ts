// Charges the caller of a request for rows read and search time afterwards, since the query alone does not tell how much work it takes.
import { setTimeout as sleep } from 'node:timers/promises';

import { networksOf } from './client-networks.ts';
import type { Limits } from './rate-limit.ts';
import type { HttpRequest } from './request.ts';

/** As Node reports a wait that was aborted. */
class HangUp extends Error {
  override readonly name = 'AbortError';
  readonly code = 'ABORT_ERR';
}

export class Charge {
  readonly #limits: Limits;
  readonly #request: HttpRequest;

  constructor(limits: Limits, request: HttpRequest) {
    this.#limits = limits;
    this.#request = request;
  }

  /** The address of the request (for IPv6 its /64) and the larger networks that may belong to one customer; smallest first. */
  get networks(): readonly string[] {
    return networksOf(this.#request.ip);
  }

  /** Call before reading history: throws if the caller's budget for rows has not yet recovered from earlier reads. */
  check(): void {
    const refusal = this.#limits.refusalOfRows(this.#request);
    if (refusal) throw refusal;
  }

  /** Charges the caller for rows of history that were read; does nothing if `count` is not positive. */
  rows(count: number): void {
    if (count > 0) this.#limits.oweRows(this.#request, count);
  }

  /** Throws if the client has disconnected: nobody waits for the answer. */
  checkClient(): void {
    if (this.#request.raw.socket.destroyed) throw new HangUp();
  }

  /** Charges rows of a stream and waits until the caller's budget has recovered; throws if the client has disconnected. */
  async pace(rows: number): Promise<void> {
    this.checkClient();
    const waitMs = this.#limits.oweRows(this.#request, rows);
    if (waitMs <= 0) return;
    const { socket } = this.#request.raw;
    const left = new AbortController();
    const leave = () => left.abort();
    socket.once('close', leave);
    try {
      await sleep(waitMs, undefined, { ref: false, signal: left.signal });
    } finally {
      socket.off('close', leave);
    }
  }

  /** Charges the caller for the time of a route search, beyond that included in the price of a call. */
  search(ms: number): void {
    this.#limits.oweSearchOf(this.#request, ms);
  }
}
