// Counts every request, and logs those that failed; at level debug, it logs all of them.
import type { FastifyInstance, onRequestHookHandler, onSendHookHandler } from 'fastify';
import type { Logger } from 'pino';
import type { RequestEntry, Usage } from '../../access/usage.ts';
import type { Declaration } from '../../contract/call.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { RefusalLog } from './refusal-log.ts';
import type { HttpReply, HttpRequest, ItemCounts } from './request.ts';

export type AccessLogOptions = {
  /** Used for at most one line per request; Fastify's own logger would create a child logger for each request. */
  readonly logger: Logger;
  readonly metrics: Metrics;
};

type LogOptions = AccessLogOptions & { readonly usage: Usage };

type Report = (request: HttpRequest, reply: HttpReply) => void;

/** Makes Fastify report every request to its routes; returns the reporter for a call, which Fastify does not route. */
export function keepAccessLog(
  app: FastifyInstance,
  options: LogOptions,
): (path: string, method: string, call?: Declaration) => Report {
  const refusals = new RefusalLog(options.logger);
  app.addHook('onClose', async () => refusals.write());
  app.decorateRequest('failure', null);
  app.decorateRequest('sinceMs', 0);
  app.decorateRequest('items', null);
  const begin: onRequestHookHandler = (request, _reply, done) => {
    request.sinceMs = performance.now();
    done();
  };
  // Everything that depends on the route is computed once when it is registered, which is cheaper than at each request.
  app.addHook('onRoute', (route) => {
    route.onRequest = [begin, route.onRequest ?? []].flat();
    const report = reporter(route.url, String(route.method), options, refusals, route.config?.call);
    const reportOwn: onSendHookHandler = (request, reply, _payload, done) => {
      // A route that finds nothing passes the request to the handler of unknown paths, and the hook for those reports it.
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
  return (path, method, call) => reporter(path, method, options, refusals, call);
}

/** Counts and logs each request of one route just before its response is sent; waiting until the last byte is sent would cost more. */
function reporter(
  route: string,
  method: string,
  { metrics, logger, usage }: LogOptions,
  refusals: RefusalLog,
  call?: Declaration,
): Report {
  const name = route.slice(1);
  const isQuestion = call?.changes === false;
  const tally = metrics.tally(route, method);
  const isDebugged = logger.isLevelEnabled('debug');
  return (request, { statusCode: status }) => {
    const elapsedMs = performance.now() - request.sinceMs;
    tally.count(status, elapsedMs / 1000);
    const { failure, items, caller } = request;
    // Queries that the web page sends by itself are left out: they would hide the requests of the user's programs in getRequests.
    if (caller !== null && caller.keyId !== '' && !(isQuestion && request.headers['sec-fetch-site'] === 'same-origin'))
      usage.note(caller, entryOf(request, { name, status, elapsedMs }));
    const cause = failure?.cause ?? items?.cause;
    if (failure) metrics.business.refuse(failure);
    for (const item of items?.refused ?? []) metrics.business.refuse(item);
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
      reasonCode: failure?.reasonCode,
      ...(items && { items: items.count, refused: items.refused.length, codes: countsOf(items.refused) }),
      err: cause,
    };
    if (status === 429) return refusals.note(request, line, failure?.message ?? '');
    const isFault = cause !== undefined || (status >= 500 && failure === null);
    const level = isFault ? 'error' : isRefused ? 'info' : 'debug';
    logger[level](line, failure?.message ?? (isRefused ? 'items were refused' : 'done'));
  };
}

type Answered = { readonly name: string; readonly status: number; readonly elapsedMs: number };

/** The request as getRequests shows it to the owner of the key. */
const entryOf = (
  { method, failure, items, id, ip }: HttpRequest,
  { name, status, elapsedMs }: Answered,
): RequestEntry => ({
  atMs: Date.now(),
  method,
  call: name,
  status,
  ms: Math.round(elapsedMs * 10) / 10,
  code: failure === null ? null : failure.code,
  message: failure === null ? (items === null ? null : refusedOf(items)) : failure.message.slice(0, MOST_MESSAGE),
  requestId: id,
  address: ip,
});

const MOST_MESSAGE = 300;
const refusedOf = ({ count, refused }: ItemCounts): string | null =>
  refused.length === 0 ? null : `${refused.length} of ${count} items were refused.`;

/** The number of refused items by error code. */
const countsOf = (refused: ItemCounts['refused']): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Map.groupBy(refused, ({ code }) => code)
      .entries()
      .map(([code, same]) => [code, same.length]),
  );

/** Escapes control and invisible characters in a log line, so that a terminal shows them; the line stays the same JSON. */
export const escapeHidden = (line: string): string =>
  line.replace(/(?!\n$)\p{C}/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16).padStart(4, '0'))
      .map((unit) => `\\u${unit}`)
      .join(''),
  );
