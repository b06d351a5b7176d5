// Requests that are refused before any call sees them: by HTTP, JSON, path, method, headers or size.
import { JSON_OBJECT, MEDIA_TYPE, NONESUCH, NOT_UTF8, notJson, type Row, unseen } from './row.ts';

const json = (body: string | Uint8Array) => ({ path: '/createSwap', body });
const deposit = (account: string, reference: string) => ({
  path: '/deposit',
  body: `{"account":"${account}","token":"apple","amount":1,"reference":"${reference}"}`,
});
const typed = (type: string, body = '{}') => ({ path: '/createSwap', body, headers: { 'content-type': type } });
const keyed = (key: string) => ({ ...json(UNKNOWN_TOKEN), headers: { 'idempotency-key': key } });
const http = (start: string, ...rest: string[]) => [start, ...rest, '', ''].join('\r\n');
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** A swap of an unknown token in exactly `size` bytes. */
const padded = (size: number) => json(UNKNOWN_TOKEN.padEnd(size));
const UNKNOWN_TOKEN = '{"Pair":{"tokenA":"nonesuch","tokenB":"bread"},"amount":{"tokenA":1}}';

const TWICE = 'The body is not valid JSON: an object has the same member twice.';
const TOO_DEEP = 'The body is not valid JSON: it is nested more than 64 deep.';
const KEY = 'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.';
const NOT_HTTP = 'The request is not valid HTTP.';
const NO_CALL = 'There is no such call; see /docs for the list.';
const UNKNOWN_KEY = 'The API key is unknown or was revoked.';
const HOST = 'This server does not answer to that Host name; the operator can add it to ALLOWED_HOSTS.';

export const TRANSPORT: readonly Row[] = [
  ['a body that ends early', json('{"Pair":'), 400, 'invalid_json', notJson('{"Pair":')],
  ['a trailing comma', json('{"Pair":1,}'), 400, 'invalid_json', notJson('{"Pair":1,}')],
  ['single quotes', json("{'Pair':1}"), 400, 'invalid_json', notJson("{'Pair':1}")],
  ['a comment', json('{/* Pair */}'), 400, 'invalid_json', notJson('{/* Pair */}')],
  ['two values', json('{}{}'), 400, 'invalid_json', notJson('{}{}')],
  ['a number with a leading zero', json('{"Pair":01}'), 400, 'invalid_json', notJson('{"Pair":01}')],
  ['a lone surrogate escape cut short', json('"\\ud8"'), 400, 'invalid_json', notJson('"\\ud8"')],
  ['a repeated member', json('{"Pair":{},"Pair":{}}'), 400, 'invalid_json', TWICE],
  ['a repeated member, once escaped', json('{"Pair":{},"P\\u0061ir":{}}'), 400, 'invalid_json', TWICE],
  [
    'a repeated member inside another',
    json('{"Pair":{"tokenA":"apple","tokenA":"bread","tokenB":"bread"},"amount":{"tokenA":1}}'),
    400,
    'invalid_json',
    TWICE,
  ],
  ['a repeated member inside an array', json('[{"a":1,"a":1}]'), 400, 'invalid_json', TWICE],
  ['__proto__ named twice', json('{"__proto__":1,"__proto__":2}'), 400, 'invalid_json', TWICE],
  ['a body that is not UTF-8', json(latin1('{"Pair":"\xff"}')), 400, 'invalid_json', NOT_UTF8],
  ['an overlong UTF-8 sequence', json(latin1('{"Pair":"\xc0\xaf"}')), 400, 'invalid_json', NOT_UTF8],
  ['a body in UTF-16', json(new Uint8Array(Buffer.from('\ufeff{}', 'utf16le'))), 400, 'invalid_json', NOT_UTF8],
  ['U+FFFD, well encoded, in what would be a deposit', deposit('local', 'a\ufffdb'), 400, 'invalid_json', NOT_UTF8],
  [
    'U+FFFD as an escape, which is JSON',
    deposit('a\\ufffdb', 'r'),
    400,
    'invalid_request',
    `account ${unseen('U+FFFD')}`,
  ],
  ['U+FFFD in the name of a member', json('{"\ufffd":1}'), 400, 'invalid_json', NOT_UTF8],
  ['a byte order mark and nothing else', json('\ufeff'), 400, 'invalid_json', notJson('')],
  ['two byte order marks', json('\ufeff\ufeff{}'), 400, 'invalid_json', notJson('\ufeff{}')],
  ['a byte order mark at the end', json('{}\ufeff'), 400, 'invalid_json', notJson('{}\ufeff')],
  ['8,000 nested arrays', json('['.repeat(8000) + ']'.repeat(8000)), 400, 'invalid_json', TOO_DEEP],
  ['65 nested arrays', json('['.repeat(65) + ']'.repeat(65)), 400, 'invalid_json', TOO_DEEP],
  ['64 nested arrays', json('['.repeat(64) + ']'.repeat(64)), 400, 'invalid_request', JSON_OBJECT],
  ['a body of 16 KiB, which is allowed', padded(16_384), 404, 'unknown_token', NONESUCH],
  ['a body of 16 KiB and a byte', padded(16_385), 413, 'body_too_large', 'The body is too large.'],
  ['an empty body', json(''), 400, 'invalid_request', JSON_OBJECT],
  ['a body of spaces', json('  '), 400, 'invalid_json', notJson('  ')],
  ['a POST without a body', { path: '/createSwap', method: 'POST' }, 400, 'invalid_request', JSON_OBJECT],
  ['a form', typed('application/x-www-form-urlencoded', 'tokenA=apple'), 415, 'unsupported_media_type', MEDIA_TYPE],
  ['plain text', typed('text/plain'), 415, 'unsupported_media_type', MEDIA_TYPE],
  ['a media type that only begins like JSON', typed('application/jsonp'), 415, 'unsupported_media_type', MEDIA_TYPE],
  ['an invalid media type', typed(';;'), 415, 'unsupported_media_type', MEDIA_TYPE],
  [
    'a body without a media type',
    http('POST /createSwap HTTP/1.1', 'Host: localhost', 'Content-Length: 2', 'Connection: close', '', '{}').slice(
      0,
      -4,
    ),
    415,
    'unsupported_media_type',
    MEDIA_TYPE,
  ],
  ['an Idempotency-Key with a space', keyed('a b'), 400, 'invalid_request', KEY],
  ['an empty Idempotency-Key', keyed(''), 400, 'invalid_request', KEY],
  ['an Idempotency-Key of 256 characters', keyed('k'.repeat(256)), 400, 'invalid_request', KEY],
  ['an Idempotency-Key of 255 characters, which is allowed', keyed('k'.repeat(255)), 404, 'unknown_token', NONESUCH],
  ['an Idempotency-Key that is not ASCII', keyed('clé'), 400, 'invalid_request', KEY],
  [
    'two Idempotency-Keys',
    http(
      'GET /refundLiquidity?jetton0=apple&jetton1=bread HTTP/1.1',
      'Host: localhost',
      'Idempotency-Key: a',
      'Idempotency-Key: b',
      'Connection: close',
    ),
    400,
    'invalid_request',
    KEY,
  ],
  [
    'an Idempotency-Key that was used for another request',
    {
      path: '/deposit',
      body: { account: 'local', token: 'apple', amount: 2, reference: 'test' },
      headers: { 'idempotency-key': 'used' },
    },
    422,
    'idempotency_key_reused',
    'This Idempotency-Key was already used for a different request; use a new key for a new request.',
  ],
  [
    'an unknown API key',
    { path: '/getRouterData', headers: { authorization: 'Bearer nope' } },
    401,
    'unauthorized',
    UNKNOWN_KEY,
  ],
  [
    'credentials of another kind',
    { path: '/getRouterData', headers: { authorization: 'Basic bG9jYWw6' } },
    401,
    'unauthorized',
    'Send Authorization: Bearer <key>.',
  ],
  [
    'a page of another site',
    { path: '/refundLiquidity?jetton0=apple&jetton1=bread', headers: { 'sec-fetch-site': 'cross-site' } },
    403,
    'cross_site',
    'Pages of other sites may not make changes here.',
  ],
  [
    'a prefetch',
    { path: '/refundLiquidity?jetton0=apple&jetton1=bread', headers: { 'sec-purpose': 'prefetch' } },
    403,
    'cross_site',
    'This call changes state and cannot be prefetched.',
  ],
  ['an unknown path', { path: '/swap' }, 404, 'not_found', NO_CALL],
  ['a path in other capitals', { path: '/getpools' }, 404, 'not_found', NO_CALL],
  ['a path with a slash at the end', { path: '/getPools/' }, 404, 'not_found', NO_CALL],
  ['a path like a wildcard pattern', { path: '/*x' }, 404, 'not_found', NO_CALL],
  ['a path like a broken pattern', { path: '/:a(' }, 404, 'not_found', NO_CALL],
  ['a path that cannot be decoded', { path: '/%FF' }, 400, 'invalid_request', 'The path is not a valid URL.'],
  ['an unknown path with a broken body', { path: '/swap', body: '{' }, 404, 'not_found', NO_CALL],
  ['GET for a POST', { path: '/createSwap' }, 405, 'method_not_allowed', 'Use POST for this call.'],
  ['POST for a GET', { path: '/getRouterData', body: {} }, 405, 'method_not_allowed', 'Use GET for this call.'],
  [
    'POST for a GET, with a broken body',
    { path: '/getRouterData', body: '{' },
    405,
    'method_not_allowed',
    'Use GET for this call.',
  ],
  ['PUT', { path: '/createSwap', method: 'PUT', body: {} }, 405, 'method_not_allowed', 'Use POST for this call.'],
  [
    'DELETE',
    { path: '/refundLiquidity', method: 'DELETE' },
    405,
    'method_not_allowed',
    'Use GET or POST for this call.',
  ],
  ['OPTIONS', { path: '/createSwap', method: 'OPTIONS' }, 405, 'method_not_allowed', 'Use POST for this call.'],
  ['POST for a health check', { path: '/livez', body: {} }, 405, 'method_not_allowed', 'Use GET for this call.'],
  [
    'TRACE',
    http('TRACE /getPools HTTP/1.1', 'Host: localhost', 'Connection: close'),
    405,
    'method_not_allowed',
    'Use GET for this call.',
  ],
  [
    'a method that HTTP does not know',
    http('SWAP /createSwap HTTP/1.1', 'Host: localhost'),
    400,
    'invalid_request',
    NOT_HTTP,
  ],
  [
    'no Host',
    http('GET /getPools HTTP/1.1', 'Connection: close'),
    400,
    'invalid_request',
    'The header Host is missing.',
  ],
  [
    'a Host that is not allowed',
    http('GET /getPools HTTP/1.1', 'Host: pool.example', 'Connection: close'),
    403,
    'host_not_allowed',
    HOST,
  ],
  ['text that is not HTTP', 'swap 10 apples\r\n\r\n', 400, 'invalid_request', NOT_HTTP],
  ['a space in the path', http('GET /get Pools HTTP/1.1', 'Host: localhost'), 400, 'invalid_request', NOT_HTTP],
  [
    'a Content-Length that is no number',
    http('POST /createSwap HTTP/1.1', 'Host: localhost', 'Content-Length: ten'),
    400,
    'invalid_request',
    NOT_HTTP,
  ],
  [
    'a body shorter than its Content-Length',
    `${http('POST /createSwap HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', 'Content-Length: 9')}{}`,
    400,
    'invalid_request',
    NOT_HTTP,
  ],
  [
    'a chunk whose size is no number',
    `${http('POST /createSwap HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}x\r\n`,
    400,
    'invalid_request',
    NOT_HTTP,
  ],
  [
    'headers of 20 KB',
    http('GET /getPools HTTP/1.1', 'Host: localhost', `X-Long: ${'x'.repeat(20_000)}`),
    431,
    'headers_too_large',
    'The request line and headers are too large.',
  ],
  [
    'an unknown Expect header on an unknown path',
    http('GET /swap HTTP/1.1', 'Host: localhost', 'Expect: profit', 'Connection: close'),
    404,
    'not_found',
    NO_CALL,
  ],
];
