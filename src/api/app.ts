// Builds the HTTP server around a venue; listening is someone else's business.
import { BlockList, isIPv6 } from 'node:net';
import { parse as parseQuery } from 'node:querystring';
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
import type { AuthMode } from './caller.ts';
import { CALLS } from './calls.ts';
import { boundConnections } from './connections.ts';
import { readExactJson } from './exact-json.ts';
import { answerBrokenHttp, fail } from './failure.ts';
import { registerDocs, registerOpenApi, schemaOf } from './openapi.ts';
import { registerOperations } from './operations.ts';
import { takeTurns } from './pipelining.ts';
import { type LimitOptions, Limits } from './rate-limit.ts';
import { ReadsInFlight } from './reads-in-flight.ts';
import { RecentAnswers } from './recent-answers.ts';
import { requestIds, setHeaders } from './response-headers.ts';
import { type Answered, runCall } from './run-call.ts';
import { ajv, validationError } from './validation.ts';

export type AppOptions = AdmissionOptions &
  AccessLogOptions &
  LimitOptions & {
    readonly bodyLimitBytes: number;
    readonly requestTimeoutMs: number;
    readonly maxConnections: number;
    /** Questions that may be under way at once. */
    readonly maxReads: number;
    /** Addresses and networks whose word is taken for whom they ask. */
    readonly trustedProxies: readonly string[];
  };

/** What the calls are answered by, who may make them, and how it is doing. */
export type Services = { readonly venue: Venue; readonly keys: Keys; readonly health: Health };

export async function buildApp({ venue, keys, health }: Services, options: AppOptions): Promise<FastifyInstance> {
  const isProxy = knownProxies(options.trustedProxies);
  const limits = new Limits(options);
  const app: FastifyInstance = Fastify({
    ajv,
    ...(options.trustedProxies.length > 0 && { trustProxy: isProxy }),
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
    return503OnClosing: false,
    genReqId: requestIds(),
    routerOptions: { querystringParser: (text) => (text === '' ? {} : parseWholeQuery(text)) },
    frameworkErrors: (error, request, reply) => {
      // A path that cannot be decoded comes here without passing any hook.
      setHeaders(request, reply as never);
      fail(limits.countAddress(request as never) ?? error, request, reply as never);
    },
    clientErrorHandler: answerBrokenHttp,
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler(fail);
  // RFC 9110, 10.1.1 lets a server pass over what it does not expect; Node's own answer would have no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  takeTurns(app.server, boundConnections(app.server, { maxConnections: options.maxConnections, isProxy }));
  readExactJson(app);
  admitRequests(app, { keys, limits }, options);
  keepAccessLog(app, options);
  await registerOpenApi(app, options.auth);
  const reads = new ReadsInFlight(app, options.maxReads);
  for (const call of CALLS) registerCall(app, call, { venue, limits, reads, auth: options.auth });
  registerOperations(app, health, options.metrics);
  await registerDocs(app);
  return app;
}

type Behind = {
  readonly venue: Venue;
  readonly limits: Limits;
  readonly reads: ReadsInFlight;
  readonly auth: AuthMode;
};

function registerCall(app: FastifyInstance, call: Call, { venue, limits, reads, auth }: Behind): void {
  const recent = 'ask' in call && call.isOftenRepeated ? new RecentAnswers(() => venue.head()) : undefined;
  const run = (request: FastifyRequest) =>
    runCall(call, askedOf(request, venue, call), request.headers['idempotency-key'] as string | undefined);
  app.route({
    method: call.method,
    url: `/${call.name}`,
    schema: schemaOf(call, auth),
    config: { call },
    // A HEAD must never reach the GET that changes state.
    exposeHeadRoute: !call.changes,
    ...(!call.changes && reads.hooks),
    ...(call.queryForBody && { preValidation: takeQueryForBody }),
    ...(recent && { preValidation: findRecent(recent) }),
    async handler(request, reply) {
      if (call.changes) limits.countChange(request.caller as Caller);
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

/** All parameters: by default those after the thousandth `&` would be dropped. Node bounds the length of the whole. */
const parseWholeQuery = (text: string) => parseQuery(text, '&', '=', { maxKeys: 0 }) as Record<string, string>;

function knownProxies(addresses: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const [address = '', bits] of addresses.map((text) => text.split('/'))) {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
