// Keeps other web pages out: any page that the user opens can reach a server on the loopback address.
import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

/** Names that only this machine answers to. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Refuses a Host that is not ours, which is how DNS rebinding shows; any port is fine. */
export function hostGuard(allowed: ReadonlySet<string> | null): (request: FastifyRequest) => void {
  // Nearly every request names the same one.
  let lastAdmitted: string | undefined;
  return ({ headers: { host }, raw }) => {
    if (host !== undefined && host === lastAdmitted) return;
    if (host === undefined && raw.httpVersion !== '1.0') {
      throw new ApiError('invalid_request', 'The header Host is missing.');
    }
    const name = (host ?? '').toLowerCase().replace(/:\d*$/, '');
    if (allowed !== null && !allowed.has(name)) {
      throw new ApiError('host_not_allowed', 'This Host name is not served here; ALLOWED_HOSTS adds names.');
    }
    lastAdmitted = host;
  };
}

/** Refuses a state-changing request that a browser sends for another site or ahead of the user's click. */
export function checkOrigin({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  // Browsers that do not say which site asks still say from which origin.
  const isForeign = site === undefined ? !isOwnOrigin(headers) : site !== 'same-origin' && site !== 'none';
  if (isForeign) {
    throw new ApiError('cross_site', 'A page of another site may not change anything here.');
  }
  if (headers['sec-purpose'] !== undefined || headers.purpose === 'prefetch') {
    throw new ApiError('cross_site', 'This call changes state and may not be prefetched.');
  }
}

const isOwnOrigin = ({ origin, host }: FastifyRequest['headers']): boolean =>
  origin === undefined || origin.replace(/^https?:\/\//, '') === host;
