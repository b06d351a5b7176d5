// Refuses requests from other web pages: any page that the user opens can reach a server on the loopback address.

import { ApiError } from '../errors.ts';
import type { HttpRequest } from './request.ts';

/** Refuses a state-changing request that a browser sends for another site, for a link, or ahead of the user's click. */
export function checkOrigin({ headers, method }: HttpRequest): void {
  if (isForeign(headers)) throw new ApiError('cross_site', 'Pages of other sites may not make changes here.');
  if (isFollowed(headers, method)) {
    throw new ApiError('cross_site', 'This call changes state and cannot be opened as a page.');
  }
  if (headers['sec-purpose'] !== undefined || headers.purpose === 'prefetch') {
    throw new ApiError('cross_site', 'This call changes state and cannot be prefetched.');
  }
}

type Headers = HttpRequest['headers'];

function isForeign({ 'sec-fetch-site': site, origin, referer, host }: Headers): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  // Browsers that do not send Sec-Fetch-Site, as over plain http, still send Origin or Referer.
  return [origin, referer].some((url) => url !== undefined && /^https?:\/\/([^/?#]*)/.exec(url)?.[1] !== host);
}

/** True for a link, an image, a bookmark or the address bar; older browsers show it by asking for HTML. */
function isFollowed(headers: Headers, method: string): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, authorization, accept = '' } = headers;
  // A script's fetch has an empty Sec-Fetch-Dest.
  const { 'sec-fetch-dest': place = 'empty' } = headers;
  if (site !== undefined) return mode === 'navigate' || place !== 'empty';
  if (method !== 'GET' || authorization !== undefined) return false;
  // An image or a script of a page that hides its origin: over plain http such a browser sends only its user agent.
  const saysNothing = headers.origin === undefined && headers.referer === undefined;
  if (saysNothing && headers['user-agent']?.startsWith('Mozilla/')) return true;
  return headers['upgrade-insecure-requests'] !== undefined || /\btext\/html\b/i.test(accept);
}
