// Builds the HTTP server around a venue; listening is someone else's business.
import { parse as parseQuery } from 'node:querystring';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preValidationHookHandler,
} from 'fastify';
import type { Health } from '../exchange/health.ts';
import type { Caller, Keys } from '../exchange/keys.ts';
import type { Venue } from '../exchange/venue.ts';
import { type AccessLogOptions, keepAccessLog } from './access-log.ts';
import { type AdmissionOptions, admitRequests } from './admission.ts';
import type { Asked, Call } from './call.ts';
import { CALLS } from './calls.ts';
import { registerDocs } from './docs.ts';
import { ApiError } from './errors.ts';
import { readExactJson } from './exact-json.ts';
import { answerBrokenHttp, fail } from './failure.ts';
import { schemaOf } from './openapi.ts';
import { registerOperations } from './operations.ts';
import { RecentAnswers } from './recent-answers.ts';
import { requestIds, setHeaders } from './response-headers.ts';
import { type Answered, runCall } from './run-call.ts';
import { ajv, validationError } from './validation.ts';

export type AppOptions = AdmissionOptions &
  AccessLogOptions & {
    readonly bodyLimitBytes: number;
    /** Requests a second and account; 0 for no limit. */
    readonly rateLimitPerSecond: number;
    readonly requestTimeoutMs: number;
  };

/** What the calls are answered by, who may make them, and how it is doing. */
export type Services = { readonly venue: Venue; readonly keys: Keys; readonly health: Health };

export async function buildApp({ venue, keys, health }: Services, options: AppOptions): Promise<FastifyInstance> {
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
  app.setErrorHandler(fail);
  // RFC 9110, 10.1.1 lets a server pass over what it does not expect; Node's own answer would have no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  readExactJson(app);
  admitRequests(app, keys, options);
  keepAccessLog(app, options);
  if (options.rateLimitPerSecond > 0) await limitRate(app, options.rateLimitPerSecond);
  for (const call of CALLS) registerCall(app, venue, call);
  registerOperations(app, health, options.metrics);
  registerDocs(app, options.auth);
  return app;
}

function registerCall(app: FastifyInstance, venue: Venue, call: Call): void {
  const recent = 'ask' in call && call.isOftenRepeated ? new RecentAnswers(() => venue.head()) : undefined;
  const run = (request: FastifyRequest) =>
    runCall(call, askedOf(request, venue, call), request.headers['idempotency-key'] as string | undefined);
  app.route({
    method: call.method,
    url: `/${call.name}`,
    schema: schemaOf(call),
    config: { call },
    ...(call.queryForBody && { preValidation: takeQueryForBody }),
    ...(recent && { preValidation: findRecent(recent) }),
    async handler(request, reply) {
      const answered = await run(request);
      if (answered.isPending) reply.code(202);
      const text = print(call, answered);
      recent?.keep(request, request.url, text);
      return sendJson(reply, text);
    },
  });
}

const askedOf = ({ query, body, caller }: FastifyRequest, venue: Venue, { method }: Call): Asked => ({
  venue,
  input: (method === 'GET' ? query : body) as never,
  caller: caller as Caller,
});

const print = ({ bare }: Call, { data }: Answered): string => JSON.stringify(bare ? data : { success: true, data });

const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text);

/** What has an answer was valid when it was first asked. */
const findRecent =
  (recent: RecentAnswers): preValidationHookHandler =>
  (request, reply, done) => {
    recent.find(request, request.url).then((text) => {
      if (text === undefined) done();
      else sendJson(reply, text);
    }, done);
  };

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
