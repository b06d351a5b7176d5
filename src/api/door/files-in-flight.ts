// Limits concurrent downloads, in total and by caller. They do not count as queries, since a client that reads slowly makes them last.

import { ApiError } from '../errors.ts';
import { nameOf, RateLimited } from './rate-limit.ts';
import type { HttpReply, HttpRequest } from './request.ts';

export type FileOptions = {
  /** Most downloads at once; one caller may run a quarter of them. */
  readonly maxFiles?: number;
};

const MAX_FILES = 64;

export class FilesInFlight {
  readonly #max: number;
  readonly #maxOwn: number;
  readonly #own = new Map<string, number>();
  #count = 0;
  #strangers = 0;

  constructor({ maxFiles = MAX_FILES }: FileOptions) {
    this.#max = maxFiles;
    this.#maxOwn = Math.ceil(maxFiles / 4);
  }

  /** Counts a download until its response is closed; throws if too many are running. Callers without a key may run half of the total. */
  hold(request: HttpRequest, { raw: response }: HttpReply): void {
    // If the client has already disconnected, 'close' is not emitted again, and the download would be counted forever.
    if (response.destroyed) return;
    const who = nameOf(request);
    const own = this.#own.get(who) ?? 0;
    if (own >= this.#maxOwn) {
      const message = `You already have ${own} downloads running, the maximum; wait for one to finish.`;
      throw new RateLimited(message, this.#maxOwn, 1);
    }
    if (this.#count >= this.#max) {
      const message = `The exchange is busy: ${this.#max} downloads are already running. Try again shortly.`;
      throw new ApiError('overloaded', message);
    }
    const isStranger = !request.caller?.account;
    if (isStranger && this.#strangers >= this.#max / 2) {
      const message = `The exchange is busy: ${this.#strangers} downloads without a key are already running. Try again shortly, or use a key.`;
      throw new ApiError('overloaded', message);
    }
    this.#count += 1;
    if (isStranger) this.#strangers += 1;
    this.#own.set(who, own + 1);
    response.once('close', () => this.#leave(who, isStranger));
  }

  #leave(who: string, isStranger: boolean): void {
    this.#count -= 1;
    if (isStranger) this.#strangers -= 1;
    const own = (this.#own.get(who) ?? 0) - 1;
    if (own > 0) this.#own.set(who, own);
    else this.#own.delete(who);
  }
}
