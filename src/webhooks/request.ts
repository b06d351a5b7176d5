// Sends one POST request with Node's own HTTP client, and says in words why one failed.
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';

// Not imported: with an `import`, Node would also load its second HTTP client (undici), which takes 20 MB.
const { request: requestHttp } = process.getBuiltinModule('node:http');
const { request: requestHttps } = process.getBuiltinModule('node:https');

export type PostRequest = {
  readonly url: URL;
  /** Absent for that of the system. */
  readonly lookup?: LookupFunction;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
};

/** Resolves once the headers of the response have arrived. Redirects are not followed. */
export function sendPost({ url, lookup, headers, body, signal }: PostRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Millpond' },
      ...(lookup && { lookup }),
      signal,
      // A new connection for each request: a reused one might lead to an address that was checked for another URL.
      agent: false as const,
      rejectUnauthorized: true,
    };
    const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
    request.on('response', resolve).on('error', reject);
    request.on('close', () => reject(new Error('closed')));
    request.end(body);
  });
}

export function requestFault({ code = '', message }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (['ECONNRESET', 'EPIPE'].includes(code) || message === 'closed')
    return 'the connection was closed before a response';
  if (['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].includes(code)) return 'the address cannot be reached';
  if (code.startsWith('HPE_')) return 'the response is not HTTP';
  if (/CERT|SIGNATURE|ALTNAME/.test(code)) return `the certificate is not trusted (${code})`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return 'the TLS handshake failed';
  return `the request failed (${code || message})`;
}
