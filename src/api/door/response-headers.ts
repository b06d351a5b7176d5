// What every answer says about itself.
import { randomBytes } from 'node:crypto';
import type { HttpReply, HttpRequest } from './request.ts';

export const API_VERSION = '1.0.0';

export function setHeaders(request: HttpRequest, reply: HttpReply): void {
  reply.header('x-request-id', request.id);
  reply.header('api-version', API_VERSION);
  reply.header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cross-origin-resource-policy', 'same-origin');
}

/** A caller's own id if it is a sane one; otherwise a short one that no other process makes. */
export function requestIds(): (request: { headers: Record<string, string | string[] | undefined> }) => string {
  const prefix = randomBytes(5).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
