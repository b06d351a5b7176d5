// Limits concurrent downloads, in total and by caller. They do not count as queries, since a client that reads slowly makes them last.

import { ApiError } from '../errors.ts';
import { HeldByClient } from './held-by-client.ts';
import { clientOf, RateLimited } from './rate-limit.ts';
import type { HttpReply, HttpRequest } from './request.ts';

export type FileOptions = {
  /** Most downloads at once; one caller, or one IPv6 /48 without a key, may run a quarter of them. */
  readonly maxFiles?: number;
};

const MAX_FILES = 64;

export class FilesInFlight {
  readonly #max: number;
  readonly #maxOwn: number;
  readonly #own: HeldByClient;
  #count = 0;
  #strangers = 0;

  constructor({ maxFiles = MAX_FILES }: FileOptions) {
    this.#max = maxFiles;
    this.#maxOwn = Math.ceil(maxFiles / 4);
    // Half of all downloads are for callers without a key.
    this.#own = new HeldByClient({ each: this.#maxOwn, total: maxFiles / 2 });
  }

  /** Counts a download until its response is closed; throws if too many are running. Callers without a key may run half of the total. */
  hold(request: HttpRequest, { raw: response }: HttpReply): void {
    // If the client has already disconnected, 'close' is not emitted again, and the download would be counted forever.
    if (response.destroyed) return;
    const client = clientOf(request);
    const own = this.#own.full(client);
    if (own !== undefined) {
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
    this.#own.enter(client);
    if (isStranger) this.#strangers += 1;
    response.once('close', () => {
      this.#count -= 1;
      if (isStranger) this.#strangers -= 1;
      this.#own.leave(client);
    });
  }
}
