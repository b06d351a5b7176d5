// Headers of every response.
import { randomBytes } from 'node:crypto';
import { VERSION } from '../../version.ts';

/** The headers of every response, besides the id of its request. */
export const COMMON_HEADERS = [
  ['api-version', VERSION],
  ['cache-control', 'no-store'],
  ['x-content-type-options', 'nosniff'],
  ['cross-origin-resource-policy', 'same-origin'],
] as const;

/** Sets the headers on a reply of Fastify; `CallReply` sends them by itself. */
export function setHeaders({ id }: { id: string }, reply: { header(name: string, value: string): unknown }): void {
  reply.header('x-request-id', id);
  for (const [name, value] of COMMON_HEADERS) reply.header(name, value);
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
