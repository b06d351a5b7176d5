// Who may come in: by a Host that is ours, not for another site's page, and as a caller that may make the call.
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Declaration } from '../contract/call.ts';
import type { Caller, Keys } from '../exchange/keys.ts';
import { type AuthMode, findCaller } from './caller.ts';
import { ApiError } from './errors.ts';
import { hostGuard } from './host.ts';
import { checkOrigin } from './origin.ts';
import { setHeaders } from './response-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Declaration;
    /** Asked by machines about this process itself. */
    probe?: true;
  }
  interface FastifyRequest {
    /** Known from `onRequest` on, for every request that reaches a call. */
    caller: Caller | null;
  }
}

export type AdmissionOptions = {
  readonly auth: AuthMode;
  /** Host names that requests may name; null allows any. */
  readonly allowedHosts: ReadonlySet<string> | null;
};

export function admitRequests(app: FastifyInstance, keys: Keys, { auth, allowedHosts }: AdmissionOptions): void {
  const methodsByPath = listMethods(app);
  const checkHost = hostGuard(allowedHosts);
  app.decorateRequest('caller', null);
  // What a hook must know of its route, it is told when the route is made: asking at each request costs more.
  app.addHook('onRoute', (route) => {
    const { call, probe } = route.config ?? {};
    const admit: onRequestHookHandler = (request, reply, done) => {
      setHeaders(request, reply);
      if (!probe) checkHost(request);
      if (!call) return done();
      if (call.changes) checkOrigin(request);
      const found = findCaller(request, keys, auth, call.who);
      if (found instanceof Promise) return void found.then((caller) => enter(request, caller, done), done);
      enter(request, found, done);
    };
    route.onRequest = [admit, route.onRequest ?? []].flat();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    setHeaders(request, reply);
    checkHost(request);
    // Here, before the body is read: its faults do not matter where there is no call.
    refuseUnknown(methodsByPath.get(request.url.replace(/\?.*$/, '')), reply);
  });
}

function enter(request: FastifyRequest, caller: Caller, done: () => void): void {
  request.caller = caller;
  done();
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
