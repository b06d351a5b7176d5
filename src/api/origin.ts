// Keeps other web pages out: any page that the user opens can reach a server on the loopback address.
import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

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
