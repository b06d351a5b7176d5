// Lets pages of other origins read what is public (CORS_ORIGINS): https://fetch.spec.whatwg.org/#http-cors-protocol.
import type { FastifyInstance } from 'fastify';
import { isForeign } from './origin.ts';
import type { HttpReply, HttpRequest } from './request.ts';

/** Origins whose pages may read what is public; `*` for all. */
export type CorsOrigins = readonly string[];

/** Headers of answers that a page may read besides those that it always may. */
const EXPOSED = [
  ...['Error-Code', 'Reason-Code', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  ...['Amounts', 'Api-Version', 'ETag', 'X-Request-Id'],
].join(', ');

/** Headers of requests that a page may set; Authorization is not one of them. */
const ALLOWED = 'Accept, Amounts, Content-Type, If-None-Match, Last-Event-ID, X-Request-Id';

/** Browsers ask again whether a request is allowed after this time. */
const PREFLIGHT_SECONDS = 7200;

export class CrossOrigin {
  readonly #origins: ReadonlySet<string>;
  readonly #isForAll: boolean;
  readonly #methods = new Map<string, string[]>();

  constructor(origins: CorsOrigins) {
    this.#origins = new Set(origins);
    this.#isForAll = origins.includes('*');
  }

  /**
   * Lets a page of an allowed origin read the answer, unless the request has a key or a cookie. Returns true if the request is to be
   * answered like one without an account: in local mode the page would otherwise read what belongs to `local`.
   */
  admit({ headers }: Pick<HttpRequest, 'headers'>, reply: HttpReply): boolean {
    const { origin, authorization, cookie } = headers;
    if (!this.#isForAll) reply.header('Vary', 'Origin');
    if (authorization !== undefined || cookie !== undefined) return false;
    const allowed = this.#isForAll ? '*' : origin;
    if (allowed === undefined || !this.#origins.has(allowed)) return false;
    reply.header('Access-Control-Allow-Origin', allowed).header('Access-Control-Expose-Headers', EXPOSED);
    return origin !== undefined && isForeign(headers);
  }

  /** Answers what browsers ask before a request of this method that has headers of its own, or a body of JSON. */
  answerPreflights(app: FastifyInstance, path: string, method: string): void {
    const known = this.#methods.get(path);
    if (known) return void known.push(method);
    const methods = [method];
    this.#methods.set(path, methods);
    app.options(path, (request, reply) => {
      this.admit(request, reply);
      reply.header('Access-Control-Allow-Methods', methods.join(', '));
      reply.header('Access-Control-Allow-Headers', ALLOWED);
      return reply.header('Access-Control-Max-Age', String(PREFLIGHT_SECONDS)).code(204).send();
    });
  }
}
