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
import { type DecimalForm, printExact, readExactJson } from './exact-json.ts';
import { exportOf, sendExport } from './export.ts';
import { answerBrokenHttp, fail } from './failure.ts';
import { schemaOf } from './openapi.ts';
import { registerOperations } from './operations.ts';
import { logPrivileged } from './privileged-log.ts';
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
  for (const call of CALLS) registerCall(app, { venue, keys, about: options }, call, options);
  registerOperations(app, health, options.metrics);
  registerDocs(app, options.auth);
  return app;
}

type Behind = Pick<Asked, 'venue' | 'keys' | 'about'>;

function registerCall(app: FastifyInstance, behind: Behind, call: Call, { logger }: AppOptions): void {
  const recent = 'ask' in call && call.isOftenRepeated ? new RecentAnswers(() => behind.venue.head()) : undefined;
  const exported = exportOf(call);
  const isPrivileged = call.who === 'operator' && call.changes;
  app.route({
    method: call.method,
    url: `/${call.name}`,
    schema: schemaOf(call),
    config: { call },
    ...(call.queryForBody && { preValidation: takeQueryForBody }),
    ...(recent && { preValidation: findRecent(recent) }),
    async handler(request, reply) {
      const form = decimalForm(request);
      const asked = askedOf(request, behind, call);
      const file = exported?.(asked);
      if (file) return sendExport(reply, file);
      const answered = await runCall(call, asked, keyOf(request, call));
      if (answered.isPending) reply.code(202);
      if (answered.transactionId !== undefined) reply.header('transaction-id', answered.transactionId);
      if (isPrivileged) logPrivileged(logger, call, request, answered.transactionId);
      const text = print(call, answered, form);
      recent?.keep(request, questionIn(request, form), text);
      return sendJson(reply, text, form);
    },
  });
}

const askedOf = ({ query, body, caller }: FastifyRequest, { venue, keys, about }: Behind, { method }: Call): Asked => ({
  venue,
  keys,
  about,
  input: (method === 'GET' ? query : body) as never,
  caller: caller as Caller,
});

function keyOf({ headers }: FastifyRequest, { takesNoKey }: Call): string | undefined {
  const key = headers['idempotency-key'] as string | undefined;
  if (!takesNoKey || key === undefined) return key;
  throw new ApiError('invalid_request', 'This call takes no Idempotency-Key; see its description in /docs.');
}

const print = ({ bare }: Call, { data }: Answered, form: DecimalForm): string =>
  bare ? printExact(data, form) : `{"success":true,"data":${printExact(data, form)}}`;

function sendJson(reply: FastifyReply, text: string, form: DecimalForm): FastifyReply {
  if (form === 'string') reply.header('amounts', form);
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
}

/** What an answer is kept under: the same question has two, one in each form. */
const questionIn = ({ url }: FastifyRequest, form: DecimalForm): string => (form === 'number' ? url : `${form} ${url}`);

/** What has an answer was valid when it was first asked. */
const findRecent =
  (recent: RecentAnswers): preValidationHookHandler =>
  (request, reply, done) => {
    const form = decimalForm(request);
    recent.find(request, questionIn(request, form)).then((text) => {
      if (text === undefined) done();
      else sendJson(reply, text, form);
    }, done);
  };

/** The form that a request asks for, before anything is done: a misspelt one must not be ignored. */
function decimalForm({ headers: { amounts = 'number' } }: FastifyRequest): DecimalForm {
  if (amounts === 'number' || amounts === 'string') return amounts;
  throw new ApiError('invalid_request', 'The header Amounts must be "string" or "number".');
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
