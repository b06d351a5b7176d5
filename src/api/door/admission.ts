// Who may come in: within the limits, by a Host that is ours, not for another site's page, and as one who may make the call.
import type { FastifyContextConfig, FastifyInstance, FastifyReply, onRequestHookHandler } from 'fastify';
import type { Caller } from '../../access/keys.ts';
import { type Declaration, neededFor, type Who } from '../../contract/call.ts';
import { ApiError } from '../errors.ts';
import { refuseUnknown, wantsPage } from '../page/page.ts';
import {
  type Authentication,
  findCaller,
  refusalOfAddress,
  refusalOfOther,
  refusalOfProof,
  refusalOfRole,
  refusalOfScope,
} from './caller.ts';
import { hostGuard } from './host.ts';
import { checkOrigin } from './origin.ts';
import { costOf, type Limits } from './rate-limit.ts';
import type { HttpReply, HttpRequest } from './request.ts';
import { setHeaders } from './response-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Declaration;
    /** Who may ask for what is no call; anyone if absent. */
    who?: Who;
    weight?: number;
    /** Whether what is no call changes something: then no page of another site may ask for it. */
    changes?: true;
    /** Refused where the caller is not the account that the request expects, as a call that changes something is. */
    expects?: true;
    /** Asked by machines about this process itself, by any name. */
    probe?: true;
    /** Answered however much its address asks: to refuse would cost as much. */
    always?: true;
  }
  interface FastifyRequest {
    /** Known from `onRequest` on, for every request that reaches a call. */
    caller: Caller | null;
    /** The caller's key was looked up before all of the request had come. */
    isKnownEarly: boolean;
  }
}

export type AdmissionOptions = Pick<Authentication, 'auth'> & {
  /** Host names that requests may name; null allows any. */
  readonly allowedHosts: ReadonlySet<string> | null;
};

/** Until a second has passed, what was counted counts. */
const COUNTED_MS = 1000;

/** What stands before a route: nothing where there is nothing to wait for; whoever may not come in is thrown out. */
export type Guard = (request: HttpRequest, reply: HttpReply) => void | Promise<void>;

/** Lets Fastify admit every request; returns the guards of a route for those who answer without its hooks. */
export function admitRequests(
  app: FastifyInstance,
  { authentication, limits }: Pick<Guards, 'authentication' | 'limits'>,
  { allowedHosts }: AdmissionOptions,
): (config: FastifyContextConfig) => { readonly admit: Guard; readonly admitAgain: Guard } {
  const methodsByPath = listMethods(app);
  const checkHost = hostGuard(allowedHosts);
  const guards = { authentication, limits, checkHost };
  app.decorateRequest('caller', null);
  app.decorateRequest('isKnownEarly', false);
  // What a hook must know of its route, it is told when the route is made: asking at each request costs more.
  app.addHook('onRoute', (route) => {
    const { admit } = guardsOf(route.config ?? {}, guards);
    const onRequest: onRequestHookHandler = (request, reply, done) => {
      const waiting = admit(request, reply);
      if (waiting) waiting.then(() => done(), done);
      else done();
    };
    route.onRequest = [onRequest, route.onRequest ?? []].flat();
  });
  // Before the body is read, whose faults do not matter where there is no call, but after the request has begun to be counted.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (!request.is404) return done();
    setHeaders(request, reply);
    const refusal = limits.countAddress(request);
    if (refusal) return done(refusal);
    checkHost(request);
    const methods = methodsByPath.get(request.url.replace(/\?.*$/, ''));
    if (methods) refuseMethod(methods, reply);
    // Whoever wants a page is told by it.
    else if (wantsPage(request)) done();
    else refuseUnknown();
  });
  return (config) => guardsOf(config, guards);
}

type Guards = {
  readonly authentication: Authentication;
  readonly limits: Limits;
  checkHost(request: HttpRequest): void;
};

function guardsOf(config: FastifyContextConfig, { authentication, limits, checkHost }: Guards) {
  const { call, who = call?.who, probe, always } = config;
  const mayExpect = config.expects ?? (call?.changes && who !== 'anyone');
  const cost = call ? costOf(call) : () => config.weight ?? 1;
  const needed = call ? neededFor(call) : 'nothing';
  // Whoever signs in or out may do so from anywhere.
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
      (call?.needsProof ? refusalOfProof(caller) : undefined);
    const refused = refusal ?? limits.countCall(request, caller, cost(request));
    if (refused) throw refused;
  };
  const admit: Guard = (request, reply) => {
    setHeaders(request, reply);
    const refusal = limits.countAddress(request);
    if (refusal && !always) throw refusal;
    if (!probe) checkHost(request);
    if (who === undefined) return;
    if (call?.changes ?? config.changes) checkOrigin(request);
    const found = findCaller(request, reply, authentication, who);
    if (!(found instanceof Promise)) return enter(request, found);
    return found.then((caller) => {
      request.isKnownEarly = !request.raw.complete;
      enter(request, caller);
    });
  };
  /** A request may be held back for long, and its key revoked meanwhile; or many be let go at once. */
  const admitAgain: Guard = (request, reply) => {
    const isCounted = performance.now() - request.sinceMs < COUNTED_MS;
    if (isCounted && !request.isKnownEarly) return;
    const count = (caller: Caller) => (isCounted ? undefined : enter(request, caller));
    if (!request.isKnownEarly) return count(request.caller as Caller);
    return Promise.resolve(findCaller(request, reply, authentication, who as Who)).then(count);
  };
  return { admit, admitAgain };
}

function listMethods(app: FastifyInstance): ReadonlyMap<string, readonly string[]> {
  const methodsByPath = new Map<string, readonly string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methodsByPath.set(url, [...(methodsByPath.get(url) ?? []), ...[method].flat()]);
  });
  return methodsByPath;
}

function refuseMethod(methods: readonly string[], reply: FastifyReply): never {
  reply.header('Allow', methods.join(', '));
  const named = methods.filter((method) => method !== 'HEAD');
  throw new ApiError('method_not_allowed', `Use ${named.join(' or ')} for this call.`);
}
