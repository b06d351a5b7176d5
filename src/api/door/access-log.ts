// What is kept of every request: one count, and one log line where it is worth one.
import type { FastifyInstance, onRequestHookHandler, onSendHookHandler } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/metrics.ts';
import { RefusalLog } from './refusal-log.ts';
import type { HttpReply, HttpRequest } from './request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When it came in, by the clock of `performance`. */
    sinceMs: number;
    /** Of a bulk, once it is answered: what became of its items. */
    items: Items | null;
  }
}

type Items = {
  readonly count: number;
  /** The code of each that was not done. */
  readonly refused: readonly string[];
  /** What the exchange itself is to blame for, if anything. */
  readonly cause?: unknown;
};

export type AccessLogOptions = {
  /** For the one line that a request is worth; Fastify's own logger would make another for each request. */
  readonly logger: Logger;
  readonly metrics: Metrics;
};

type Report = (request: HttpRequest, reply: HttpReply) => void;

/** Returns what reports the requests of a route, for those who answer without Fastify's hooks. */
export function keepAccessLog(
  app: FastifyInstance,
  options: AccessLogOptions,
): (url: string, method: string) => Report {
  const refusals = new RefusalLog(options.logger);
  app.addHook('onClose', async () => refusals.write());
  app.decorateRequest('failure', null);
  app.decorateRequest('sinceMs', 0);
  app.decorateRequest('items', null);
  const begin: onRequestHookHandler = (request, _reply, done) => {
    request.sinceMs = performance.now();
    done();
  };
  // What a hook must know of its route, it is told when the route is made: asking at each request costs more.
  app.addHook('onRoute', (route) => {
    route.onRequest = [begin, route.onRequest ?? []].flat();
    const report = reporter(route.url, String(route.method), options, refusals);
    const reportOwn: onSendHookHandler = (request, reply, _payload, done) => {
      // A route that finds nothing hands over to the handler of unknown paths, whose hook reports it.
      if (!request.is404) report(request, reply);
      done();
    };
    route.onSend = [route.onSend ?? [], reportOwn].flat();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) begin.call(app, request, reply, done);
    else done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.is404) reporter('unknown', request.method, options, refusals)(request, reply);
    done();
  });
  return (url, method) => reporter(url, method, options, refusals);
}

/** Counts and logs the requests of one route as they are answered; waiting for the last byte would cost more than both. */
function reporter(route: string, method: string, { metrics, logger }: AccessLogOptions, refusals: RefusalLog): Report {
  const tally = metrics.tally(route, method);
  const isDebugged = logger.isLevelEnabled('debug');
  return (request, { statusCode: status }) => {
    const elapsedMs = performance.now() - request.sinceMs;
    tally.count(status, elapsedMs / 1000);
    const { failure, items } = request;
    const cause = failure?.cause ?? items?.cause;
    if (failure) metrics.business.refuse(failure.code);
    for (const code of items?.refused ?? []) metrics.business.refuse(code);
    const isRefused = failure !== null || (items !== null && items.refused.length > 0);
    if (!isRefused && status < 500 && !isDebugged) return;
    const line = {
      reqId: request.id,
      method: request.method,
      route,
      status,
      account: request.caller?.account,
      ms: Math.round(elapsedMs * 100) / 100,
      code: failure?.code,
      ...(items && { items: items.count, refused: items.refused.length, codes: countsOf(items.refused) }),
      err: cause,
    };
    if (status === 429) return refusals.note(request, line, failure?.message ?? '');
    const isFault = cause !== undefined || (status >= 500 && failure === null);
    const level = isFault ? 'error' : isRefused ? 'info' : 'debug';
    logger[level](line, failure?.message ?? (isRefused ? 'items were refused' : 'done'));
  };
}

/** How often each code, of those that there are. */
const countsOf = (codes: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Map.groupBy(codes, (code) => code)
      .entries()
      .map(([code, same]) => [code, same.length]),
  );

/** A line of the log without what a terminal would obey or not show; in JSON, it still says the same. */
export const escapeHidden = (line: string): string =>
  line.replace(/(?!\n$)\p{C}/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16).padStart(4, '0'))
      .map((unit) => `\\u${unit}`)
      .join(''),
  );
