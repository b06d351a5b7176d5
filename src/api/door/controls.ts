// Guards the routes that change a devnet past its contracts: for operators if there are keys, otherwise only for programs on this machine.
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { AuthMode } from './caller.ts';
import { hostGuard, LOOPBACK_NAMES } from './host.ts';
import { checkOrigin } from './origin.ts';

/** Headers of proxies, which connect from this machine on behalf of remote clients. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

/** A devnet without an exchange has no keys and uses the rule of local mode. */
export const controlsFor = (auth: AuthMode) => ({
  /** For admission, if the app has it. */
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

/** Browsers send any other type cross-site without a preflight request. */
function checkType({ headers }: FastifyRequest): void {
  if (/^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) return;
  throw new ApiError('unsupported_media_type', 'Send the header Content-Type: application/json.');
}
