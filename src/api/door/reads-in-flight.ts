// Limits concurrent queries, since each holds memory until it is answered; the number of commands is limited by their queue.
import { ApiError } from '../errors.ts';
import { clientNetworks } from './client-networks.ts';
import { HeldByClient } from './held-by-client.ts';
import { RateLimited } from './rate-limit.ts';

type Reading = { isReading: boolean };

export class ReadsInFlight {
  readonly #max: number;
  readonly #own: HeldByClient;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
    this.#own = new HeldByClient({ each: max / 8, total: max, thisMachine: max / 2 });
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

  /** Counts a query of a route that is not a call, such as the one that serves images; one address may run an eighth of all queries. */
  async run<Result>(ip: string, read: () => Promise<Result>): Promise<Result> {
    const [request, client] = [{ isReading: false }, clientNetworks(ip)];
    const own = this.#own.full(client);
    if (own !== undefined && this.#count < this.#max) {
      const message = `Your address already has ${own} queries running, the maximum; wait for one to finish.`;
      throw new RateLimited(message, own, 1);
    }
    this.enter(request);
    this.#own.enter(client);
    try {
      return await read();
    } finally {
      this.leave(request);
      this.#own.leave(client);
    }
  }
}
