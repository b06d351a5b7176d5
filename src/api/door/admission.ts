// Admits requests: checks their form, rate limits, Host, Origin, and whether the caller may make the call.
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
} from 'fastify';
import type { Caller } from '../../access/keys.ts';
import { type Declaration, neededFor, type Who } from '../../contract/call.ts';
import { ApiError } from '../errors.ts';
import { refuseUnknown, wantsPage } from '../page/page.ts';
import {
  type Authentication,
  findCaller,
  NOBODY,
  nobody,
  refusalOfAddress,
  refusalOfOther,
  refusalOfProof,
  refusalOfRole,
  refusalOfScope,
} from './caller.ts';
import { type CorsOrigins, CrossOrigin } from './cross-origin.ts';
import { hostGuard } from './host.ts';
import { checkOrigin } from './origin.ts';
import { costOf, type Limits } from './rate-limit.ts';
import type { HttpReply, HttpRequest } from './request.ts';
import { setHeaders } from './response-headers.ts';
import { refusalOfHttp } from './strict-http.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Declaration;
    /** The callers that may use a route other than a call; anyone if absent. */
    who?: Who;
    /** The cost of a route other than a call. If `who` is absent, the caller is not looked up, and counts as one without a key. */
    weight?: number;
    /** True for a route other than a call that changes state, which pages of other sites may not use. */
    changes?: true;
    /** Refuses the request if the caller is not the account in Expect-Account, as for calls that change state. */
    expects?: true;
    /** For health checks and metrics: any Host is accepted. */
    probe?: true;
    /** For a route other than a call: pages of origins in CORS_ORIGINS may read it; it is public, and changes nothing. */
    crossOrigin?: true;
    /** Answered even if the address has exceeded its rate limit: refusing would cost as much as answering. */
    always?: true;
  }
}

export type AdmissionOptions = Pick<Authentication, 'auth'> & {
  /** Host names that requests may name; null allows any. */
  readonly allowedHosts: ReadonlySet<string> | null;
  /** Origins whose pages may read what is public; none if absent. */
  readonly corsOrigins?: CorsOrigins;
};

/** The rate limit counts a request for one second: one whose body takes longer to arrive is counted again. */
const COUNTED_MS = 1000;

/** Runs before a route: throws to refuse, and returns a promise only if it must wait. */
export type AdmissionGuard = (request: HttpRequest, reply: HttpReply) => void | Promise<void>;

/** Makes Fastify check every request to its routes; returns the checks for a call, which Fastify does not route. */
export function admitRequests(
  app: FastifyInstance,
  { authentication, limits }: Pick<Guards, 'authentication' | 'limits'>,
  { allowedHosts, corsOrigins = [] }: AdmissionOptions,
  methodsOfCall: (path: string) => readonly string[],
): (config: FastifyContextConfig) => { readonly admit: AdmissionGuard; readonly admitAgain: AdmissionGuard } {
  const methodsByPath = listMethods(app);
  const checkHost = hostGuard(allowedHosts);
  const crossOrigin = corsOrigins.length === 0 ? undefined : new CrossOrigin(corsOrigins);
  const guards = { authentication, limits, checkHost, crossOrigin };
  const openTo = (url: string, method: string, config: FastifyContextConfig) =>
    method !== 'HEAD' && isOpen(config) && crossOrigin?.answerPreflights(app, url, method);
  app.decorateReply('budget', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('wasIdentifiedBeforeBody', false);
  // Everything that depends on the route is computed once when it is registered, which is cheaper than at each request.
  app.addHook('onRoute', (route) => {
    const { admit } = guardsOf(route.config ?? {}, guards);
    const onRequest: onRequestHookHandler = (request, reply, done) => {
      setHeaders(request, reply);
      const waiting = admit(request, reply);
      if (waiting) waiting.then(() => done(), done);
      else done();
    };
    route.onRequest = [onRequest, route.onRequest ?? []].flat();
    openTo(route.url, String(route.method), route.config ?? {});
  });
  // Refuses unknown paths before the body is parsed, whose faults do not matter then, but after the access log has noted the arrival time.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (!request.is404) return done();
    setHeaders(request, reply);
    const fault = refusalOfHttp(request, reply);
    const refusal = limits.countAddress(request) ?? fault;
    if (refusal) return done(refusal);
    checkHost(request);
    const path = request.url.replace(/\?.*$/, '');
    const methods = [...methodsOfCall(path), ...(methodsByPath.get(path) ?? [])];
    if (methods.length > 0) refuseMethod(methods, reply);
    // A browser that opens an unknown path gets the web page, which says that nothing is there.
    else if (wantsPage(request)) done();
    else refuseUnknown();
  });
  // Documents and files are charged by their length; calls have weights, and streams are paced.
  app.addHook('onSend', (request, reply, payload, done) => {
    tellBudget(request, reply, limits);
    if (request.method !== 'HEAD' && (typeof payload === 'string' || Buffer.isBuffer(payload)))
      limits.oweAnswer(request, Buffer.byteLength(payload));
    done();
  });
  return (config) => {
    if (config.call) openTo(`/${config.call.name}`, config.call.method, config);
    return guardsOf(config, guards);
  };
}

/** True for what anyone may read. */
const isOpen = ({ call, crossOrigin }: FastifyContextConfig): boolean =>
  crossOrigin ?? (call?.who === 'anyone' && call.method === 'GET' && !call.changes);

type Guards = {
  readonly authentication: Authentication;
  readonly limits: Limits;
  checkHost(request: HttpRequest): void;
  readonly crossOrigin: CrossOrigin | undefined;
};

function guardsOf(config: FastifyContextConfig, { authentication, limits, checkHost, crossOrigin }: Guards) {
  const { call, who = call?.who, probe, always } = config;
  const mayExpect = config.expects ?? (call?.changes && who !== 'anyone');
  const open = isOpen(config) ? crossOrigin : undefined;
  const cost = call ? costOf(call) : () => config.weight ?? 1;
  const needed = call ? neededFor(call) : 'nothing';
  // Calls that sign in or out work from any address; createSession checks the addresses of the given key itself.
  const isAnywhere = call?.changes === true && who === 'anyone';
  const refusalOf = (request: HttpRequest, caller: Caller) =>
    (isAnywhere ? undefined : refusalOfAddress(caller, request.ip)) ??
    refusalOfRole(caller, who) ??
    refusalOfScope(caller, needed);
  const enter = (request: HttpRequest, caller: Caller) => {
    request.caller = caller;
    const refusal =
      (caller.restrictions ? refusalOf(request, caller) : refusalOfRole(caller, who)) ??
      (mayExpect ? refusalOfOther(request, caller) : undefined) ??
      (call ? refusalOfProof(caller, call) : undefined);
    const refused = refusal ?? limits.countCall(request, caller, cost(request));
    if (refused) throw refused;
  };
  const admit: AdmissionGuard = (request, reply) => {
    // Refusals, too, can be read by a page that may read the answer.
    const isForNobody = open?.admit(request, reply);
    // Before any other check: a refusal by the rate limit must close the connection, too, if it is unclear where the request ends.
    const fault = refusalOfHttp(request, reply);
    const refusal = limits.countAddress(request);
    if (refusal && !always) throw refusal;
    if (fault) throw fault;
    if (!probe) checkHost(request);
    if (who === undefined) {
      const excess = config.weight && limits.countStranger(request, config.weight);
      if (excess) throw excess;
      return;
    }
    if (call?.changes ?? config.changes) checkOrigin(request);
    const found =
      isForNobody || request.caller === NOBODY ? nobody(who) : findCaller(request, reply, authentication, who);
    if (!(found instanceof Promise)) return enter(request, found);
    return found.then((caller) => {
      request.wasIdentifiedBeforeBody = !request.raw.complete;
      enter(request, caller);
    });
  };
  /** Checks again when the body has arrived: the key may have been revoked since, and slow bodies of many requests may all end at once. */
  const admitAgain: AdmissionGuard = (request, reply) => {
    const isCounted = performance.now() - request.sinceMs < COUNTED_MS;
    if (isCounted && !request.wasIdentifiedBeforeBody) return;
    const count = (caller: Caller) => (isCounted ? undefined : enter(request, caller));
    if (!request.wasIdentifiedBeforeBody) return count(request.caller as Caller);
    return Promise.resolve(findCaller(request, reply, authentication, who as Who)).then(count);
  };
  return { admit, admitAgain };
}

/** Sets the headers of what is left for the caller, if the request was counted. An answer that caches may share tells nothing. */
export function tellBudget(request: FastifyRequest, reply: FastifyReply, limits: Limits): void {
  const isCounted = request.caller !== null || (request.routeOptions.config?.weight ?? 0) > 0;
  if (String(reply.getHeader('cache-control')).startsWith('public')) return;
  const budget = reply.budget ?? (isCounted ? limits.budgetOf(request) : undefined);
  for (const [name, value] of budget?.list ?? []) reply.header(name, value);
}

function listMethods(app: FastifyInstance): ReadonlyMap<string, readonly string[]> {
  const methodsByPath = new Map<string, readonly string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methodsByPath.set(url, [...(methodsByPath.get(url) ?? []), ...[method].flat()]);
  });
  return methodsByPath;
}

function refuseMethod(methods: readonly string[], reply: HttpReply): never {
  reply.header('Allow', methods.join(', '));
  const named = methods.filter((method) => method !== 'HEAD' && method !== 'OPTIONS');
  throw new ApiError('method_not_allowed', `Use ${named.join(' or ')} for this call.`);
}
