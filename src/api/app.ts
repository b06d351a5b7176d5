// Builds the HTTP server around an exchange; listening is someone else's business.
import { parse as parseQuery } from 'node:querystring';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Exchange } from '../exchange/exchange.ts';
import type { Caller } from '../exchange/keys.ts';
import { readExactJson } from './body.ts';
import type { Call } from './call.ts';
import type { AuthMode } from './caller.ts';
import { CALLS } from './calls.ts';
import { ApiError } from './errors.ts';
import { answerBrokenHttp, fail } from './failure.ts';
import type { Metrics } from './metrics.ts';
import { registerDocs, registerOpenApi, schemaOf } from './openapi.ts';
import { registerOperations } from './operations.ts';
import { RecentAnswers, sendJson } from './recent-answers.ts';
import { ajv, validationError } from './validation.ts';
import { requestIds, setHeaders, watchRequests } from './watch.ts';

export type AppOptions = {
  readonly auth: AuthMode;
  /** Host names that requests may name; null allows any. */
  readonly allowedHosts: ReadonlySet<string> | null;
  readonly bodyLimitBytes: number;
  /** Requests a second and account; 0 for no limit. */
  readonly rateLimitPerSecond: number;
  readonly requestTimeoutMs: number;
  /** For the one line that a request is worth; Fastify's own logger would make another for each request. */
  readonly logger: Logger;
  readonly metrics: Metrics;
};

export async function buildApp(exchange: Exchange, options: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    ajv,
    schemaErrorFormatter: (faults, where) => validationError(faults as never, where),
    bodyLimit: options.bodyLimitBytes,
    requestTimeout: options.requestTimeoutMs,
    http: {
      // Node takes the shorter of the two for the headers and the longer for the body, and looks only now and then.
      headersTimeout: options.requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(options.requestTimeoutMs / 10),
      // Node would answer a missing Host without a body; `hostGuard` answers it like every failure.
      requireHostHeader: false,
    },
    // A HEAD must never reach the GET that changes state.
    exposeHeadRoutes: false,
    return503OnClosing: false,
    genReqId: requestIds(),
    routerOptions: { querystringParser: (text) => (text === '' ? {} : (parseQuery(text) as Record<string, string>)) },
    frameworkErrors: (error, request, reply) => {
      // A path that cannot be decoded comes here without passing any hook.
      setHeaders(request, reply as never);
      fail(error, request, reply as never);
    },
    clientErrorHandler: answerBrokenHttp,
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler(fail);
  // RFC 9110, 10.1.1 lets a server pass over what it does not expect; Node's own answer would have no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  readExactJson(app);
  watchRequests(app, exchange, options);
  await registerOpenApi(app, options.auth);
  if (options.rateLimitPerSecond > 0) await limitRate(app, options.rateLimitPerSecond);
  for (const call of CALLS) registerCall(app, exchange, call, options);
  registerOperations(app, exchange, options.metrics);
  await registerDocs(app);
  return app;
}

function registerCall(app: FastifyInstance, exchange: Exchange, call: Call, { auth }: AppOptions): void {
  const isSharable = call.method === 'GET' && call.who === 'anyone' && !call.changes;
  const recent = isSharable && exchange.sequence ? new RecentAnswers(exchange.sequence) : undefined;
  app.route({
    method: call.method,
    url: `/${call.name}`,
    schema: schemaOf(call, auth),
    config: { call },
    ...(call.queryForBody && { preValidation: takeQueryForBody }),
    ...(recent && { preValidation: recent.find }),
    async handler(request, reply) {
      const data = await call.handle({
        exchange,
        body: request.body as never,
        query: request.query as never,
        caller: request.caller as Caller,
        idempotencyKey: request.headers['idempotency-key'] as string | undefined,
        seen: request.seen,
      });
      const answer = call.bare ? data : { success: true, data };
      if (!recent) return answer;
      const text = JSON.stringify(answer);
      recent.keep(request, text);
      return sendJson(reply, text);
    },
  });
}

/** Lets a POST carry its parameters in the query, like the GET of the same name. */
async function takeQueryForBody(request: FastifyRequest): Promise<void> {
  if (request.body !== undefined && request.body !== null) return;
  request.body = request.query;
  request.query = {};
}

async function limitRate(app: FastifyInstance, perSecond: number): Promise<void> {
  await app.register(rateLimit, {
    max: perSecond,
    timeWindow: 1000,
    keyGenerator: (request) => request.caller?.account || request.ip,
    errorResponseBuilder: () => new ApiError('rate_limited', `More than ${perSecond} requests in a second; slow down.`),
  });
}
