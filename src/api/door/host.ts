// Checks the Host header: an unknown name is a sign of DNS rebinding.
import { isIPv6 } from 'node:net';

import { ApiError } from '../errors.ts';
import type { HttpRequest } from './request.ts';

export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** A name, maybe with a port, or an IPv6 address in brackets, maybe with a port. */
const HOST = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/;

/** The canonical name in a Host header, without its port; empty if the header is invalid. */
export function nameIn(host: string): string {
  const name = HOST.exec(host.toLowerCase())?.[1] ?? '';
  return isIPv6(name.slice(1, -1)) && URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
}

/** Refuses a Host that is not allowed, at any port. In `allowed`, IPv6 addresses may be written without brackets. */
export function hostGuard(allowed: ReadonlySet<string> | null): (request: HttpRequest) => void {
  const names = allowed && new Set([...allowed].map((name) => nameIn(isIPv6(name) ? `[${name}]` : name)));
  // The last Host that passed is not checked again, since nearly every request names the same one.
  let lastAdmitted: string | undefined;
  return ({ headers: { host }, raw }) => {
    if (host !== undefined && host === lastAdmitted) return;
    if (host === undefined && raw.httpVersion !== '1.0') {
      throw new ApiError('invalid_request', 'The header Host is missing.');
    }
    // Node joins two Host headers with a comma; a proxy may have routed the request by either of them.
    if (host?.includes(',')) throw new ApiError('invalid_request', 'The header Host must be sent once.');
    const name = nameIn(host ?? '');
    if (names !== null && (name === '' || !names.has(name))) {
      throw new ApiError(
        'host_not_allowed',
        'This server does not answer to that Host name; the operator can add it to ALLOWED_HOSTS.',
      );
    }
    lastAdmitted = host;
  };
}
