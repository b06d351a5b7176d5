// Bounds the queries under way, as the queue bounds commands: each holds memory until it is answered.
import type { FastifyInstance, onRequestHookHandler, onSendHookHandler } from 'fastify';
import { ApiError } from '../errors.ts';
import type { HttpRequest } from './request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    isReading: boolean;
  }
}

export class ReadsInFlight {
  readonly #max: number;
  #count = 0;

  constructor(app: FastifyInstance, max: number) {
    this.#max = max;
    app.decorateRequest('isReading', false);
  }

  /** For the route of a query. */
  get hooks(): { readonly onRequest: onRequestHookHandler; readonly onSend: onSendHookHandler } {
    return {
      onRequest: (request, _reply, done) => {
        this.enter(request);
        done();
      },
      onSend: (request, _reply, _payload, done) => {
        // A file leaves when its first page is ready: the rest is bounded by FilesInFlight.
        this.leave(request);
        done();
      },
    };
  }

  enter(request: HttpRequest): void {
    if (this.#count >= this.#max) {
      const message = `The exchange is busy: ${this.#max} queries are already running. Try again shortly.`;
      throw new ApiError('overloaded', message);
    }
    this.#count += 1;
    request.isReading = true;
  }

  /** Does nothing for a refused query, which holds no place. */
  leave(request: HttpRequest): void {
    if (request.isReading) this.#count -= 1;
    request.isReading = false;
  }
}
