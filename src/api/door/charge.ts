// What a request is charged for after the fact: the work that it really took, which nobody could tell from its query.
import { setTimeout as sleep } from 'node:timers/promises';

import { type Limits, networksOf } from './rate-limit.ts';
import type { HttpRequest } from './request.ts';

export class Charge {
  readonly #limits: Limits;
  readonly #request: HttpRequest;

  constructor(limits: Limits, request: HttpRequest) {
    this.#limits = limits;
    this.#request = request;
  }

  /** The address of the request, for IPv6 its /64, and the larger networks that may be one customer's; smallest first. */
  get networks(): readonly string[] {
    return networksOf(this.#request.ip);
  }

  /** Before looking through history: throws where the caller has looked at more than is paid for by now. */
  check(): void {
    const refusal = this.#limits.refusalOfRows(this.#request);
    if (refusal) throw refusal;
  }

  /** Rows that were looked at beyond those that the price of the call includes. */
  rows(count: number): void {
    if (count > 0) this.#limits.oweRows(this.#request, count);
  }

  /** The same within a stream: goes on when they are paid for, and throws once nobody reads it any more. */
  async pace(rows: number): Promise<void> {
    const waitMs = this.#limits.oweRows(this.#request, rows);
    if (waitMs <= 0) return;
    const { socket } = this.#request.raw;
    const left = new AbortController();
    const leave = () => left.abort();
    if (socket.destroyed) leave();
    socket.once('close', leave);
    try {
      await sleep(waitMs, undefined, { ref: false, signal: left.signal });
    } finally {
      socket.off('close', leave);
    }
  }

  /** How long a route was searched for. */
  search(ms: number): void {
    this.#limits.oweSearchOf(this.#request, ms);
  }
}
