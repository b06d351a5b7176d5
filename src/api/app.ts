// Builds the HTTP server around an exchange; listening is someone else's business.
import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Exchange } from '../exchange/exchange.ts';
import type { Caller } from '../exchange/keys.ts';
import type { Call } from './call.ts';
import { type AuthMode, findCaller } from './caller.ts';
import { CALLS } from './calls.ts';
import { ApiError, type Failure, failureOf } from './errors.ts';
import { checkHost, checkOrigin } from './guard.ts';
import { parseExact } from './json.ts';
import type { Metrics } from './metrics.ts';
import { API_VERSION, registerDocs, registerOpenApi, schemaOf } from './openapi.ts';
import { registerOperations } from './operations.ts';
import { ajv, validationError } from './validation.ts';

export type AppOptions = {
  readonly auth: AuthMode;
  /** Host names that requests may name; null allows any. */
  readonly allowedHosts: ReadonlySet<string> | null;
  readonly bodyLimitBytes: number;
  /** Requests a second and account; 0 for no limit. */
  readonly rateLimitPerSecond: number;
  readonly requestTimeoutMs: number;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
  }
  interface FastifyRequest {
    /** Known from `onRequest` on, for every request that reaches a call. */
    caller: Caller | null;
    failure: Failure | null;
  }
}

export async function buildApp(exchange: Exchange, options: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    ajv,
    schemaErrorFormatter: (faults, where) => validationError(faults as never, where),
    bodyLimit: options.bodyLimitBytes,
    requestTimeout: options.requestTimeoutMs,
    // A HEAD must never reach the GET that changes state.
    exposeHeadRoutes: false,
    return503OnClosing: false,
    genReqId: requestIds(),
    routerOptions: { querystringParser: (text) => parseQuery(text) as Record<string, string> },
    frameworkErrors: (error, request, reply) => fail(error, request, reply as FastifyReply),
    clientErrorHandler: answerBrokenHttp,
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('failure', null);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler(fail);
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(app, request);
    if (methods.length > 0) reply.header('Allow', methods.join(', '));
    return fail(notFound(methods), request, reply);
  });
  readExactJson(app, options);
  watchRequests(app, exchange, options);
  await registerOpenApi(app, options.auth);
  if (options.rateLimitPerSecond > 0) await limitRate(app, options.rateLimitPerSecond);
  for (const call of CALLS) registerCall(app, exchange, call);
  registerOperations(app, exchange, options.metrics);
  await registerDocs(app);
  return app;
}

function registerCall(app: FastifyInstance, exchange: Exchange, call: Call): void {
  app.route({
    method: call.method,
    url: `/${call.name}`,
    schema: schemaOf(call),
    config: { call },
    ...(call.queryForBody && { preValidation: takeQueryForBody }),
    async handler(request) {
      const data = await call.handle({
        exchange,
        body: request.body as never,
        query: request.query as never,
        caller: request.caller as Caller,
        idempotencyKey: request.headers['idempotency-key'] as string | undefined,
      });
      return call.bare ? data : { success: true, data };
    },
  });
}

/** Lets a POST carry its parameters in the query, like the GET of the same name. */
async function takeQueryForBody(request: FastifyRequest): Promise<void> {
  if (request.body !== undefined && request.body !== null) return;
  request.body = request.query;
  request.query = {};
}

function watchRequests(app: FastifyInstance, exchange: Exchange, options: AppOptions): void {
  const { auth, allowedHosts, metrics } = options;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    reply.header('API-Version', API_VERSION);
    reply.header('Cache-Control', 'no-store');
    reply.header('X-Content-Type-Options', 'nosniff');
    if (allowedHosts) checkHost(request, allowedHosts);
    const { call } = request.routeOptions.config;
    if (!call) return;
    if (call.changes) checkOrigin(request);
    request.caller = await findCaller(request, exchange, auth, call.who);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { method, failure } = request;
    const { statusCode: status, elapsedTime } = reply;
    metrics.observeRequest(route, method, status, elapsedTime);
    const level = status >= 500 ? 'error' : failure ? 'info' : 'debug';
    const account = request.caller?.account;
    const line = { method, route, status, account, ms: Math.round(elapsedTime * 100) / 100, code: failure?.code };
    request.log[level](line, failure?.message ?? 'done');
  });
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error);
  request.failure = failure;
  // The caller reads the message; the operator needs the cause.
  if (failure.status >= 500) request.log.error({ err: error, code: failure.code }, 'request failed');
  if (failure.status === 503) reply.header('Retry-After', '1');
  if (failure.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  return reply.code(failure.status).header('Error-Code', failure.code).send({ error: failure.message });
}

function methodsOf(app: FastifyInstance, { url }: FastifyRequest): readonly string[] {
  const path = url.replace(/\?.*$/, '');
  return ['GET', 'POST'].filter((method) => app.hasRoute({ url: path, method }));
}

function notFound(methods: readonly string[]): ApiError {
  if (methods.length === 0) return new ApiError('not_found', 'There is no such call; /docs lists them all.');
  return new ApiError('method_not_allowed', `Use ${methods.join(' or ')} for this call.`);
}

function readExactJson(app: FastifyInstance, { bodyLimitBytes }: AppOptions): void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
    async (_: unknown, bytes: Buffer) => {
      if (bytes.length === 0) return undefined;
      try {
        return parseExact(decoder.decode(bytes));
      } catch (error) {
        const why = error instanceof TypeError ? 'it is not UTF-8' : (error as Error).message;
        throw new ApiError('invalid_json', `The body is not valid JSON: ${why}.`);
      }
    },
  );
}

async function limitRate(app: FastifyInstance, perSecond: number): Promise<void> {
  await app.register(rateLimit, {
    max: perSecond,
    timeWindow: 1000,
    keyGenerator: (request) => request.caller?.account || request.ip,
    errorResponseBuilder: () => new ApiError('rate_limited', `More than ${perSecond} requests in a second; slow down.`),
  });
}

/** A caller's own id if it is a sane one; otherwise a short one that no other process makes. */
function requestIds(): (request: { headers: Record<string, string | string[] | undefined> }) => string {
  const prefix = randomBytes(5).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

/** Answers what is not even HTTP in the same form as everything else. */
function answerBrokenHttp(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, code, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'headers_too_large', 'The request line and headers are too large.'] as const)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, 'request_timeout', 'The request did not arrive in time.'] as const)
        : ([400, 'invalid_request', 'The request is not valid HTTP.'] as const);
  const body = JSON.stringify({ error: message });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nError-Code: ${code}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
