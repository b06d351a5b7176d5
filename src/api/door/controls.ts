// Who may use what changes a devnet past its contracts: an operator where there are keys, or else programs on this machine alone.
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { AuthMode } from './caller.ts';
import { hostGuard, LOOPBACK_NAMES } from './host.ts';
import { checkOrigin } from './origin.ts';

/** Headers that a proxy adds: it connects from this machine for clients that are elsewhere. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

/** Without an exchange around the devnet, and so without keys, this is as in local mode. */
export const controlsFor = (auth: AuthMode) => ({
  /** For admission, where there is one. */
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

/** A page of another site can send every other type without asking first. */
function checkType({ headers }: FastifyRequest): void {
  if (/^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) return;
  throw new ApiError('unsupported_media_type', 'Send the header Content-Type: application/json.');
}
