// Guards routes that change a devnet directly, not through its contracts: with API keys for operators only, else for this machine only.
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { AuthMode } from './caller.ts';
import { hostGuard, LOOPBACK_NAMES } from './host.ts';
import { checkOrigin } from './origin.ts';

/** Headers that proxies add: a proxy on this machine connects from a loopback address, but on behalf of remote clients. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

/** A devnet that runs without an exchange has no keys: it passes `local`. */
export const controlsFor = (auth: AuthMode) => ({
  /** Route config for `admitRequests`; without effect in an app that does not use it. */
  config: { who: 'operator', changes: true } as const satisfies FastifyContextConfig,
  check: auth === 'keys' ? checkType : checkMachine,
});

const checkHost = hostGuard(new Set(LOOPBACK_NAMES));

function checkMachine(request: FastifyRequest): void {
  const { headers, socket } = request;
  if (!LOOPBACK.test(socket.remoteAddress ?? ''))
    throw new ApiError('forbidden', 'Only this machine may ask for that.');
  if (FORWARDED.some((name) => headers[name] !== undefined))
    throw new ApiError('forbidden', 'Only this machine may ask for that, and not through a proxy.');
  checkHost(request);
  checkOrigin(request);
  checkType(request);
}

/** Requires JSON: pages of other sites can send text and forms without a preflight request, but not JSON. */
function checkType({ headers }: FastifyRequest): void {
  if (/^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) return;
  throw new ApiError('unsupported_media_type', 'Send the header Content-Type: application/json.');
}
