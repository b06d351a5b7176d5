// Builds the HTTP server around a venue; listening is someone else's business.
import { BlockList, isIPv6 } from 'node:net';
import { parse as parseQuery } from 'node:querystring';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preValidationHookHandler,
} from 'fastify';
import type { Caller, Keys } from '../access/keys.ts';
import type { Sessions } from '../access/sessions.ts';
import { MAX_BULK_BYTES } from '../contract/bulk.ts';
import type { Ppm } from '../core/amount.ts';
import type { Audits } from '../ports/audits.ts';
import type { Health } from '../ports/health.ts';
import type { Market } from '../ports/market.ts';
import type { Venue } from '../ports/venue.ts';
import type { Webhooks } from '../ports/webhooks.ts';
import { BulkBounds } from './bulk/bounds.ts';
import { runBulk } from './bulk/bulk.ts';
import type { Asked, Call } from './call.ts';
import { CALLS } from './calls.ts';
import { type AccessLogOptions, keepAccessLog } from './door/access-log.ts';
import { type AdmissionOptions, admitRequests } from './door/admission.ts';
import { Charge } from './door/charge.ts';
import { boundConnections } from './door/connections.ts';
import { type FileOptions, FilesInFlight } from './door/files-in-flight.ts';
import { takeTurns } from './door/pipelining.ts';
import { isPrivileged, logPrivileged } from './door/privileged-log.ts';
import { type LimitOptions, Limits } from './door/rate-limit.ts';
import { ReadsInFlight } from './door/reads-in-flight.ts';
import { requestIds, setHeaders } from './door/response-headers.ts';
import { changeSession } from './door/session-change.ts';
import { dropSlowReaders, type PaceOptions } from './door/slow-readers.ts';
import { ApiError } from './errors.ts';
import { registerEvents } from './events/events.ts';
import type { EventOptions } from './events/readers.ts';
import { answerBrokenHttp, fail } from './failure.ts';
import { ajv, schemaController, validationError } from './fields/validation.ts';
import { type DecimalForm, printExact, readExactJson } from './json/exact-json.ts';
import { exportOf, sendExport } from './json/export.ts';
import { RecentAnswers } from './json/recent-answers.ts';
import { registerOperations } from './metrics/operations.ts';
import { type ServerFacts, statusOf } from './metrics/status.ts';
import { type PageOptions, registerPage } from './page/page.ts';
import { registerDocs } from './reference/docs.ts';
import { registerMcp } from './reference/mcp.ts';
import { schemaOf } from './reference/openapi.ts';
import { registerTokenList } from './reference/token-list.ts';
import { type Answered, runCall } from './run-call.ts';

export type AppOptions = AdmissionOptions &
  AccessLogOptions &
  EventOptions &
  FileOptions &
  LimitOptions &
  PaceOptions &
  PageOptions & {
    readonly bodyLimitBytes: number;
    readonly requestTimeoutMs: number;
    readonly maxPriceImpactPpm: Ppm;
    /** Whether the exchange was made to play with. */
    isDemo?(): Promise<boolean>;
    /** How long a connection may be silent in both directions; longer than any command takes. */
    readonly connectionTimeoutMs?: number;
    readonly maxConnections: number;
    /** Questions that may be under way at once. */
    readonly maxReads: number;
    readonly facts: ServerFacts;
    /** Addresses and networks whose word is taken for whom they ask. */
    readonly trustedProxies: readonly string[];
  };

/** What the calls are answered by, who may make them, and how it is doing. */
export type Services = {
  readonly venue: Venue;
  readonly market: Market;
  readonly webhooks: Webhooks;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly health: Health;
  readonly audits: Audits;
};

export async function buildApp(
  { venue, market, webhooks, keys, sessions, health, audits }: Services,
  options: AppOptions,
): Promise<FastifyInstance> {
  const isProxy = knownProxies(options.trustedProxies);
  const limits = new Limits(options);
  const app: FastifyInstance = Fastify({
    ajv,
    schemaController,
    ...(options.trustedProxies.length > 0 && { trustProxy: isProxy }),
    schemaErrorFormatter: (faults, where) => validationError(faults as never, where),
    bodyLimit: options.bodyLimitBytes,
    requestTimeout: options.requestTimeoutMs,
    ...(options.connectionTimeoutMs !== undefined && { connectionTimeout: options.connectionTimeoutMs }),
    http: {
      // Node takes the shorter of the two for the headers and the longer for the body, and looks only now and then.
      headersTimeout: options.requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(options.requestTimeoutMs / 10),
      // Node would answer a missing Host without a body; `hostGuard` answers it like every failure.
      requireHostHeader: false,
      // Else Node would take the first of two and say nothing of the other.
      joinDuplicateHeaders: true,
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
  app.setErrorHandler(fail);
  // RFC 9110, 10.1.1 lets a server pass over what it does not expect; Node's own answer would have no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const connections = boundConnections(app.server, { maxConnections: options.maxConnections, isProxy });
  takeTurns(app.server, connections);
  const slow = dropSlowReaders(connections, options, { logger: options.logger, registry: options.metrics.registry });
  app.addHook('onClose', async () => slow.close());
  readExactJson(app);
  venue.onSearch((account, ms) => limits.oweSearch(account, ms));
  const authentication = { keys, sessions, auth: options.auth };
  admitRequests(app, { authentication, limits }, options);
  keepAccessLog(app, options);
  const reads = new ReadsInFlight(app, options.maxReads);
  const files = new FilesInFlight(options);
  const bulks = new BulkBounds(limits, options);
  const { status, close } = statusOf(options.facts, health, options.metrics);
  app.addHook('onClose', async () => close());
  const behind = {
    venue,
    market,
    webhooks,
    keys,
    sessions,
    audits,
    status,
    about: options,
    limits,
    reads,
    files,
    bulks,
  };
  for (const call of CALLS) registerCall(app, behind, call, options);
  registerEvents(app, { market, authentication, limits }, options);
  registerTokenList(app, venue, { reads, files, limits });
  registerOperations(app, health, options.metrics);
  registerMcp(app, limits);
  registerDocs(app, options);
  registerPage(app, options);
  return app;
}

type Behind = Pick<Asked, 'venue' | 'market' | 'webhooks' | 'keys' | 'sessions' | 'audits' | 'status' | 'about'> & {
  readonly limits: Limits;
  readonly reads: ReadsInFlight;
  readonly files: FilesInFlight;
  readonly bulks: BulkBounds;
};

function registerCall(app: FastifyInstance, behind: Behind, call: Call, { logger }: AppOptions): void {
  const { venue, limits, reads, files, bulks } = behind;
  const recent = 'ask' in call && call.isOftenRepeated ? new RecentAnswers(() => venue.head()) : undefined;
  const exported = exportOf(call);
  const isWatched = isPrivileged(call);
  // Who signs in does it before being somebody.
  const isCounted = call.changes && call.who !== 'anyone';
  app.route({
    method: call.method,
    url: `/${call.name}`,
    schema: schemaOf(call),
    config: { call },
    // A HEAD must never reach the GET that changes state.
    exposeHeadRoute: !call.changes,
    ...(!call.changes && reads.hooks),
    ...(call.carries && { onRequest: bulks.onRequest, bodyLimit: MAX_BULK_BYTES }),
    ...(call.queryForBody && { preValidation: takeQueryForBody }),
    ...(recent && { preValidation: findRecent(recent) }),
    async handler(request, reply) {
      const form = decimalForm(request);
      const asked = askedOf(request, behind, call);
      if (call.carries) bulks.count(request);
      else if (isCounted) limits.countChange(asked.caller);
      const file = exported?.(asked);
      if (file) {
        files.hold(request, reply);
        return sendExport(reply, file, form);
      }
      const key = keyOf(request, call);
      const answered =
        'carried' in call
          ? await runBulk(call, asked, { request, key, logger })
          : 'change' in call
            ? await changeSession(call, asked, { request, reply, logger })
            : await runCall(call, asked, key);
      if (answered.isPending) reply.code(202);
      if (answered.transactionId !== undefined) reply.header('transaction-id', answered.transactionId);
      if (isWatched && asked.caller.role === 'operator') logPrivileged(logger, call, request, answered);
      const text = print(call, answered, form);
      recent?.keep(request, questionIn(request, form), text);
      return sendJson(reply, text, form);
    },
  });
}

const askedOf = (
  request: FastifyRequest,
  { venue, market, webhooks, keys, sessions, audits, status, about, limits }: Behind,
  { method }: Call,
): Asked => ({
  venue,
  market,
  webhooks,
  keys,
  sessions,
  audits,
  status,
  about,
  input: (method === 'GET' ? request.query : request.body) as never,
  caller: request.caller as Caller,
  charge: new Charge(limits, request),
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
