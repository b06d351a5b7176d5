// Limits concurrent queries, since each holds memory until it is answered; the number of commands is limited by their queue.
import { ApiError } from '../errors.ts';

type Reading = { isReading: boolean };

export class ReadsInFlight {
  readonly #max: number;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  enter(request: Reading): void {
    if (this.#count >= this.#max) {
      const message = `The exchange is busy: ${this.#max} queries are already running. Try again shortly.`;
      throw new ApiError('overloaded', message);
    }
    this.#count += 1;
    request.isReading = true;
  }

  /** Does nothing for a query that `enter` refused. A download leaves when its first page is ready: `FilesInFlight` limits it then. */
  leave(request: Reading): void {
    if (request.isReading) this.#count -= 1;
    request.isReading = false;
  }

  /** Counts a query of a route that is not a call, such as the one that serves images. */
  async run<Result>(read: () => Promise<Result>): Promise<Result> {
    const request = { isReading: false };
    this.enter(request);
    try {
      return await read();
    } finally {
      this.leave(request);
    }
  }
}
