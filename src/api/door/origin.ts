// Keeps other web pages out: any page that the user opens can reach a server on the loopback address.

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
  // Browsers that do not say which site asks, as over plain http, still say from which origin or page.
  return [origin, referer].some((url) => url !== undefined && /^https?:\/\/([^/?#]*)/.exec(url)?.[1] !== host);
}

/** By a link, a picture, a bookmark or the address bar; a browser that does not say so still asks for a page. */
function isFollowed(headers: Headers, method: string): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, authorization, accept = '' } = headers;
  // What a script fetches has no place in the page.
  const { 'sec-fetch-dest': place = 'empty' } = headers;
  if (site !== undefined) return mode === 'navigate' || place !== 'empty';
  if (method !== 'GET' || authorization !== undefined) return false;
  // An image or a script of a page that hides where it is: over plain http such a browser says nothing but its name.
  const saysNothing = headers.origin === undefined && headers.referer === undefined;
  if (saysNothing && headers['user-agent']?.startsWith('Mozilla/')) return true;
  return headers['upgrade-insecure-requests'] !== undefined || /\btext\/html\b/i.test(accept);
}
