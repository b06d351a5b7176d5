// Sends one request to a checked address on a connection of its own, and describes failures.
import type { IncomingMessage } from 'node:http';
import type { Target } from './address-guard.ts';

// Importing them would make Node load its second HTTP client, too, at a cost of 20 MB.
const { request: requestHttp } = process.getBuiltinModule('node:http');
const { request: requestHttps } = process.getBuiltinModule('node:https');

export type Sent = {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
  readonly signal: AbortSignal;
};

export function send({ headers, body, signal }: Sent, { url, lookup }: Target): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'user-agent': 'Millpond' },
      lookup,
      signal,
      // No reused connection: it might lead to the address of another URL.
      agent: false as const,
      rejectUnauthorized: true,
    };
    const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
    request.on('response', resolve).on('error', reject);
    request.on('close', () => reject(new Error('closed')));
    request.end(body);
  });
}

export function wordsFor({ code = '', message }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (['ECONNRESET', 'EPIPE'].includes(code) || message === 'closed')
    return 'the connection was closed before a response';
  if (['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].includes(code)) return 'the address cannot be reached';
  if (code.startsWith('HPE_')) return 'the response is not HTTP';
  if (/CERT|SIGNATURE|ALTNAME/.test(code)) return `the certificate is not trusted (${code})`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return 'the TLS handshake failed';
  return `the request failed (${code || message})`;
}
