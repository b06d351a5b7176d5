// What is kept of every request: one count, and one log line where it is worth one.
import type { FastifyInstance, onRequestHookHandler, onSendHookHandler } from 'fastify';
import type { Logger } from 'pino';
import type { RequestEntry, Usage } from '../../access/usage.ts';
import type { Declaration } from '../../contract/call.ts';
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

type LogOptions = AccessLogOptions & { readonly usage: Usage };

type Report = (request: HttpRequest, reply: HttpReply) => void;

/** Returns what reports the requests of a route, for those who answer without Fastify's hooks. */
export function keepAccessLog(
  app: FastifyInstance,
  options: LogOptions,
): (call: Declaration, method?: string) => Report {
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
    const report = reporter(route.url, String(route.method), options, refusals, route.config?.call);
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
  return (call, method = call.method) => reporter(`/${call.name}`, method, options, refusals, call);
}

/** Counts and logs the requests of one route as they are answered; waiting for the last byte would cost more than both. */
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
    // What the page asks by itself would hide what its user's programs ask.
    if (caller !== null && caller.keyId !== '' && !(isQuestion && request.headers['sec-fetch-site'] === 'same-origin'))
      usage.note(caller, entryOf(request, { name, status, elapsedMs }));
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

type Answered = { readonly name: string; readonly status: number; readonly elapsedMs: number };

/** What its owner is told of a request. */
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
const refusedOf = ({ count, refused }: Items): string | null =>
  refused.length === 0 ? null : `${refused.length} of ${count} items were refused.`;

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
