// Refuses requests that a proxy in front may read differently than this server: it would have routed, checked or logged another request.
import { ApiError } from '../errors.ts';
import type { HttpReply, HttpRequest } from './request.ts';

/** Returns the refusal of an ambiguous request; if it is unclear where the request ends, the connection is closed after the answer. */
export function refusalOfHttp(
  { raw, headers }: Pick<HttpRequest, 'raw' | 'headers'>,
  { raw: response }: Pick<HttpReply, 'raw'>,
): ApiError | undefined {
  const fault = framingFault(raw.httpVersion, headers['transfer-encoding']);
  if (fault !== undefined) {
    response.shouldKeepAlive = false;
    return new ApiError('invalid_request', fault);
  }
  const target = raw.url as string;
  if (target.includes('#')) return new ApiError('invalid_request', 'The request target must not contain a "#".');
  if (target.charCodeAt(0) !== SLASH && target !== '*') {
    const [, host] = ABSOLUTE.exec(target) ?? [];
    if (host === undefined || host.toLowerCase() !== headers.host?.toLowerCase())
      return new ApiError(
        'invalid_request',
        'The request target must be a path, or name the same host as the header Host.',
      );
  }
  if (headers['content-encoding'] !== undefined)
    return new ApiError('unsupported_media_type', 'Send the body without a Content-Encoding.');
  if (isOtherCharset(headers['content-type']))
    return new ApiError(
      'unsupported_media_type',
      'Send the body in UTF-8, with the header Content-Type: application/json.',
    );
  return undefined;
}

const SLASH = '/'.charCodeAt(0);

/** A whole URL as request target (RFC 9112, 3.2.2), with its host and port. */
const ABSOLUTE = /^https?:\/\/([^/?]*)/i;

/** Node accepts HTTP/0.9 and HTTP/2.0 in a request line, and passes the data of other transfer codings on without decoding it. */
function framingFault(version: string, coding: string | undefined): string | undefined {
  if (version !== '1.1' && version !== '1.0') return `This server speaks HTTP/1.1, and not HTTP/${version}.`;
  if (coding === undefined) return undefined;
  if (version === '1.0') return 'Transfer-Encoding needs HTTP/1.1.';
  return coding.toLowerCase() === 'chunked' ? undefined : 'The only supported Transfer-Encoding is chunked.';
}

/** True if the type contains a parameter charset that is not UTF-8, or that cannot be read for sure. */
const isOtherCharset = (type: string | undefined): boolean =>
  type !== undefined && type !== 'application/json' && OTHER_CHARSET.test(type);

const OTHER_CHARSET = /charset(?!=(?:utf-?8|"utf-?8")\s*(?:;|$))/i;
