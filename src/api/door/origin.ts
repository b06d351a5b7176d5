// Refuses requests from other web pages: any page that the user opens can reach a server on the loopback address.

import { ApiError } from '../errors.ts';
import type { HttpRequest } from './request.ts';

/** Refuses a state-changing request that a browser sends for a page of another site, to follow a link, or as a prefetch. */
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

/** True for a request of a page of another origin. */
export function isForeign({ 'sec-fetch-site': site, origin, referer, host }: Headers): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  // Browsers that do not send Sec-Fetch-Site, as over plain http, still send Origin or Referer.
  return [origin, referer].some((url) => url !== undefined && /^https?:\/\/([^/?#]*)/.exec(url)?.[1] !== host);
}

/** True if a browser loads the URL as a link, image, bookmark or typed address; older browsers show it by Accept: text/html. */
function isFollowed(headers: Headers, method: string): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, authorization, accept = '' } = headers;
  // For a script's fetch, browsers send Sec-Fetch-Dest: empty.
  const { 'sec-fetch-dest': place = 'empty' } = headers;
  if (site !== undefined) return mode === 'navigate' || place !== 'empty';
  if (method !== 'GET' || authorization !== undefined) return false;
  // Over plain http, a browser that loads an image or script for a page that hides its origin sends only its user agent.
  const saysNothing = headers.origin === undefined && headers.referer === undefined;
  if (saysNothing && headers['user-agent']?.startsWith('Mozilla/')) return true;
  return headers['upgrade-insecure-requests'] !== undefined || /\btext\/html\b/i.test(accept);
}
