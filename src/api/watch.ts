// What happens around every request that can be routed: headers, who is calling, one metric and one log line.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify';
import type { Exchange } from '../exchange/exchange.ts';
import type { Caller } from '../exchange/keys.ts';
import type { AppOptions } from './app.ts';
import type { Call } from './call.ts';
import { findCaller } from './caller.ts';
import { ApiError, type Failure } from './errors.ts';
import { checkOrigin, hostGuard } from './guard.ts';
import { API_VERSION } from './openapi.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
    /** Asked by machines about this process itself. */
    probe?: true;
  }
  interface FastifyRequest {
    /** Known from `onRequest` on, for every request that reaches a call. */
    caller: Caller | null;
    failure: (Failure & { readonly cause?: unknown }) | null;
    /** When it came in, by the clock of `performance`. */
    sinceMs: number;
  }
}

export function watchRequests(app: FastifyInstance, exchange: Exchange, options: AppOptions): void {
  const methodsByPath = listMethods(app);
  const checkHost = hostGuard(options.allowedHosts);
  app.decorateRequest('caller', null);
  app.decorateRequest('failure', null);
  app.decorateRequest('seen', undefined);
  app.decorateRequest('sinceMs', 0);
  // What a hook must know of its route, it is told when the route is made: asking at each request costs more.
  app.addHook('onRoute', (route) => {
    const { call, probe } = route.config ?? {};
    const admit: onRequestHookHandler = (request, reply, done) => {
      request.sinceMs = performance.now();
      setHeaders(request, reply);
      if (!probe) checkHost(request);
      if (!call) return done();
      if (call.changes) checkOrigin(request);
      const found = findCaller(request, exchange, options.auth, call.who);
      if (found instanceof Promise) return void found.then((caller) => enter(request, caller, done), done);
      enter(request, found, done);
    };
    route.onRequest = [admit, route.onRequest ?? []].flat();
    const report = reporter(route.url, String(route.method), options);
    const reportOwn: onSendHookHandler = (request, reply, _payload, done) => {
      // A route that finds nothing hands over to the handler of unknown paths, whose hook reports it.
      if (!request.is404) report(request, reply);
      done();
    };
    route.onSend = [route.onSend ?? [], reportOwn].flat();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    request.sinceMs = performance.now();
    setHeaders(request, reply);
    checkHost(request);
    // Here, before the body is read: its faults do not matter where there is no call.
    refuseUnknown(methodsByPath.get(request.url.replace(/\?.*$/, '')), reply);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.is404) reporter('unknown', request.method, options)(request, reply);
    done();
  });
}

function enter(request: FastifyRequest, caller: Caller, done: () => void): void {
  request.caller = caller;
  done();
}

export function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.header('api-version', API_VERSION);
  reply.header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
}

/** A caller's own id if it is a sane one; otherwise a short one that no other process makes. */
export function requestIds(): (request: { headers: Record<string, string | string[] | undefined> }) => string {
  const prefix = randomBytes(5).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

/** Counts and logs the requests of one route as they are answered; waiting for the last byte would cost more than both. */
function reporter(
  route: string,
  method: string,
  { metrics, logger }: AppOptions,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const tally = metrics.tally(route, method);
  const isDebugged = logger.isLevelEnabled('debug');
  return (request, { statusCode: status }) => {
    const elapsedMs = performance.now() - request.sinceMs;
    tally.count(status, elapsedMs / 1000);
    const { failure } = request;
    if (failure || status >= 500 || isDebugged) {
      const level = status >= 500 ? 'error' : failure ? 'info' : 'debug';
      logger[level](
        {
          reqId: request.id,
          method: request.method,
          route,
          status,
          account: request.caller?.account,
          ms: Math.round(elapsedMs * 100) / 100,
          code: failure?.code,
          err: failure?.cause,
        },
        failure?.message ?? 'done',
      );
    }
  };
}

function listMethods(app: FastifyInstance): ReadonlyMap<string, readonly string[]> {
  const methodsByPath = new Map<string, readonly string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methodsByPath.set(url, [...(methodsByPath.get(url) ?? []), ...[method].flat()]);
  });
  return methodsByPath;
}

function refuseUnknown(methods: readonly string[] | undefined, reply: FastifyReply): never {
  if (!methods) throw new ApiError('not_found', 'There is no such call; /docs lists them all.');
  reply.header('Allow', methods.join(', '));
  throw new ApiError('method_not_allowed', `Use ${methods.join(' or ')} for this call.`);
}
