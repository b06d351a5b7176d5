// Bounds the queries under way, as the queue bounds commands: each holds memory until it is answered.
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

  /** Does nothing for a refused query, which holds no place. A file leaves when its first page is ready: `FilesInFlight` bounds the rest. */
  leave(request: Reading): void {
    if (request.isReading) this.#count -= 1;
    request.isReading = false;
  }

  /** For a query that is no call. */
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
