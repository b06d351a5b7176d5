// How a failure reaches the caller: always the same body, a code in a header, and the right status.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureOf } from './errors.ts';

export function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error);
  // The caller reads the message; the operator needs the cause, but only where the exchange is to blame.
  request.failure = failure.status >= 500 ? { ...failure, cause: error } : failure;
  if (failure.status === 503) reply.header('Retry-After', '1');
  if (failure.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  return reply.code(failure.status).header('Error-Code', failure.code).send({ error: failure.message });
}

/** Answers what is not even HTTP in the same form as everything else. */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, code, message] = BROKEN[error.code ?? ''] ?? [
    400,
    'invalid_request',
    'The request is not valid HTTP.',
  ];
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

const BROKEN: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The request line and headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request did not arrive in time.'],
};
