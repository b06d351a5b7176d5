// How a failure reaches the caller: always the same body, a code in a header, and the right status.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FailureCode } from '../contract/errors.ts';
import { type Failure, failure, failureOf } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the caller was told, if it failed. */
    failure: (Failure & { readonly cause?: unknown }) | null;
  }
}

export function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const told = failureOf(error);
  // The caller reads the message; the operator needs the cause, but only where the exchange is to blame.
  request.failure = told.status >= 500 ? { ...told, cause: error } : told;
  if (told.status === 503) reply.header('Retry-After', '1');
  if (told.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  return reply.code(told.status).header('Error-Code', told.code).send({ error: told.message });
}

/** Answers what is not even HTTP in the same form as everything else. */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [code, words] = BROKEN[error.code ?? ''] ?? ['invalid_request', 'The request is not valid HTTP.'];
  const { status, message } = failure(code, words);
  const body = JSON.stringify({ error: message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Error-Code: ${code}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const BROKEN: Readonly<Record<string, readonly [FailureCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request line and headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
};
