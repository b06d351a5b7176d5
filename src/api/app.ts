// Builds the HTTP server of an exchange; the calling function makes it listen.
import Fastify, { type FastifyInstance } from 'fastify';
import { MAX_ADDRESS_LENGTH } from '../address.ts';
import { MAX_BULK_BYTES } from '../contract/bulk.ts';
import type { Ppm } from '../core/amount.ts';
import type { Health } from '../ports/health.ts';
import type { QuoteChoice } from '../ports/venue/listing.ts';
import { answerOf, type Dependencies } from './answer.ts';
import { BulkBounds } from './bulk/bounds.ts';
import type { Call, Services } from './call.ts';
import { CALLS } from './calls.ts';
import { registerSurfaces, type SurfaceOptions } from './compat/surfaces.ts';
import { type AccessLogOptions, keepAccessLog } from './door/access-log.ts';
import { type AdmissionOptions, admitRequests } from './door/admission.ts';
import { CallListener, type CallSteps, type Door, parseQuery } from './door/call-listener.ts';
import { CallMessage } from './door/call-message.ts';
import { CallResponse } from './door/call-response.ts';
import { boundConnections } from './door/connections.ts';
import { type FileOptions, FilesInFlight } from './door/files-in-flight.ts';
import { takeTurns } from './door/pipelining.ts';
import { proxiesAt } from './door/proxies.ts';
import { type LimitOptions, Limits } from './door/rate-limit.ts';
import { ReadsInFlight } from './door/reads-in-flight.ts';
import type { PartyOptions } from './door/relying-party.ts';
import { requestIds, setHeaders } from './door/response-headers.ts';
import { dropSlowReaders, type PaceOptions } from './door/slow-readers.ts';
import { refusalOfHttp } from './door/strict-http.ts';
import { registerEvents } from './events/events.ts';
import type { EventOptions } from './events/readers.ts';
import { answerBrokenHttp, fail } from './failure.ts';
import { isFaultShown } from './json/exact-json.ts';
import { registerOperations } from './metrics/operations.ts';
import { type ServerFacts, statusOf } from './metrics/status.ts';
import { type OrderLimits, OrderRoom } from './order-room.ts';
import { registerImages } from './page/images.ts';
import { type PageOptions, registerPage } from './page/page.ts';
import { LogCache } from './public-log/cache.ts';
import { registerLog } from './public-log/files.ts';
import { Receipts } from './public-log/receipts.ts';
import { registerDocs } from './reference/docs.ts';
import { addMcp } from './reference/mcp.ts';
import { registerTokenList } from './reference/token-list.ts';

export type AppOptions = AdmissionOptions &
  AccessLogOptions &
  EventOptions &
  FileOptions &
  LimitOptions &
  PaceOptions &
  PartyOptions &
  PageOptions &
  SurfaceOptions & {
    readonly requestTimeoutMs: number;
    readonly maxPriceImpactPpm: Ppm;
    readonly orderLimits?: OrderLimits;
    /** Template of a link to a transaction in a block explorer: a URL that contains `{hash}`. */
    readonly explorer?: string | null;
    /** The quote token, which comes last in every pair: the first token registered if absent. */
    readonly quote?: QuoteChoice;
    /** True for a demo exchange; absent if it can never be one. */
    isDemo?(): Promise<boolean>;
    /** Closes a connection without data in either direction for this time, which must be longer than any command takes. */
    readonly connectionTimeoutMs?: number;
    readonly maxConnections: number;
    /** Most calls without side effects that may run at once. */
    readonly maxReads: number;
    readonly facts: ServerFacts;
    /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
    readonly trustedProxies: readonly string[];
  };

/** The services that the calls use, and the health checks of the process. */
export type AppServices = Services & { readonly health: Health };

export async function buildApp({ health, ...services }: AppServices, options: AppOptions): Promise<FastifyInstance> {
  const { venue, market, keys, sessions, usage, images, brand } = services;
  const proxies = proxiesAt(options.trustedProxies);
  const limits = new Limits(options);
  const idOf = requestIds();
  const app: FastifyInstance = Fastify({
    ...(options.trustedProxies.length > 0 && { trustProxy: proxies.has }),
    requestTimeout: options.requestTimeoutMs,
    ...(options.connectionTimeoutMs !== undefined && { connectionTimeout: options.connectionTimeoutMs }),
    http: {
      // Node applies the shorter of both timeouts to the headers and the longer to the body, and checks them only at intervals.
      headersTimeout: options.requestTimeoutMs,
      // Without this, Node refuses a headersTimeout above its own five minutes.
      requestTimeout: options.requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(options.requestTimeoutMs / 10),
      // Node would answer a missing Host without a body; `hostGuard` answers it like every failure.
      requireHostHeader: false,
      // Otherwise Node silently drops the second of two equal headers.
      joinDuplicateHeaders: true,
      // Node then emits no events of a body for a request without one.
      optimizeEmptyRequests: true,
      IncomingMessage: CallMessage,
      ServerResponse: CallResponse,
    },
    return503OnClosing: false,
    genReqId: idOf,
    routerOptions: { querystringParser: parseQuery, maxParamLength: MAX_ADDRESS_LENGTH },
    frameworkErrors: (error, request, reply) => {
      // Fastify calls this for a path that cannot be decoded, without running any hook before.
      setHeaders(request, reply as never);
      // Nor does it look for the client behind a trusted proxy.
      const ip = proxies.clientOf(request.raw);
      const fault = refusalOfHttp(request, reply as never);
      fail(limits.countAddress({ ip }) ?? fault ?? error, request, reply as never);
    },
    clientErrorHandler: answerBrokenHttp,
  });
  app.setErrorHandler(fail);
  // RFC 9110, 10.1.1 lets a server ignore an unknown expectation; Node would answer it without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const connections = boundConnections(app.server, { maxConnections: options.maxConnections, isProxy: proxies.has });
  const listener = new CallListener({ ...options, idOf, proxies, limits });
  app.addHook('preClose', async () => listener.close());
  takeTurns(app.server, connections, (fastify) => listener.before(fastify));
  const slow = dropSlowReaders(connections, options, { logger: options.logger, registry: options.metrics.registry });
  app.addHook('onClose', async () => slow.close());
  venue.onSearch((account, ms) => limits.oweSearch(account, ms));
  const authentication = { keys, sessions, auth: options.auth };
  const guardsOf = admitRequests(app, { authentication, limits }, options, (path) => listener.methodsAt(path));
  const reporterOf = keepAccessLog(app, { ...options, usage });
  app.addHook('onClose', () => usage.close());
  const reads = new ReadsInFlight(options.maxReads);
  const files = new FilesInFlight(options);
  const bulks = new BulkBounds(limits, options);
  const { status, close } = statusOf(options.facts, health, options.metrics);
  app.addHook('onClose', async () => close());
  const orderRoom = new OrderRoom(services.market, options.orderLimits);
  const log = new LogCache(services.log);
  const dependencies = {
    services: { ...services, log, status, about: options, orderRoom },
    limits,
    files,
    bulks,
    logger: options.logger,
    receipts: new Receipts(log),
  };
  const door = { guardsOf, reporterOf, reads, listener };
  for (const call of CALLS) addCall(call, dependencies, door);
  registerEvents(app, { market, authentication, limits }, options);
  registerTokenList(app, venue, { reads, files, limits }, options);
  registerOperations(app, { health, log }, options.metrics);
  addMcp(venue, limits, door);
  await registerSurfaces(app, { limits, door, venue }, options);
  registerDocs(app, { brand, images }, limits, options);
  registerImages(app, images, reads);
  registerLog(app, log, reads);
  registerPage(app, { brand, images }, { ...options, isLogged: services.log.isSigning });
  return app;
}

function addCall(call: Call, dependencies: Dependencies, { guardsOf, reporterOf, reads, listener }: Door): void {
  const path = `/${call.name}`;
  const { admit, admitAgain } = guardsOf({ call });
  const { bulks } = dependencies;
  const enter: CallSteps['enter'] = call.carries
    ? (request, reply) => bulks.enter(request, reply)
    : call.changes
      ? () => {}
      : (request) => reads.enter(request);
  const steps = {
    bodyLimitBytes: call.carries ? MAX_BULK_BYTES : call.bodyLimitBytes,
    enter(request, reply) {
      const waiting = admit(request, reply);
      return waiting ? waiting.then(() => enter(request, reply)) : enter(request, reply);
    },
    answer: answerOf(call, dependencies, admitAgain),
    showsFault: isFaultShown(call),
  } satisfies Partial<CallSteps>;
  const methods = call.method === 'GET' && !call.changes ? (['GET', 'HEAD'] as const) : [call.method];
  for (const method of methods) {
    const report = reporterOf(path, method, call);
    listener.add(method, path, {
      ...steps,
      leave(request, reply) {
        reads.leave(request);
        report(request, reply);
      },
    });
  }
}
