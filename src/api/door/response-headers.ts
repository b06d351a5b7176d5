// Headers of every response.
import { randomBytes } from 'node:crypto';
import { VERSION } from '../../version.ts';
import type { HttpReply, HttpRequest } from './request.ts';

export function setHeaders(request: HttpRequest, reply: HttpReply): void {
  reply.header('x-request-id', request.id);
  reply.header('api-version', VERSION);
  reply.header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cross-origin-resource-policy', 'same-origin');
}

/** Makes the id of each request: the client's X-Request-Id if it is well-formed, otherwise a short id that no other process uses. */
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
