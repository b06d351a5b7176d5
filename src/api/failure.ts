// How a failure reaches the caller: always the same body, a code in a header, and the right status.
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withoutSecrets } from '../access/keys.ts';
import { showHidden } from '../access/names.ts';
import type { FailureCode } from '../contract/errors.ts';
import { responseOf } from './door/pipelining.ts';
import { RateLimited } from './door/rate-limit.ts';
import type { HttpReply, HttpRequest } from './door/request.ts';
import { type Failure, failure, failureOf } from './errors.ts';

// An import would make Node load a second HTTP client too, for what else the module exports: 20 MB.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

declare module 'fastify' {
  interface FastifyRequest {
    /** What the caller was told, if it failed. */
    failure: (Failure & { readonly cause?: unknown }) | null;
  }
}

export const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.send({ error: tell(error, request, reply).message });

/** Notes a failure and puts it into the status and the headers; the body is left to say. */
export function tell(error: unknown, request: HttpRequest, reply: HttpReply): Failure {
  const told = toldOf(error);
  // The caller reads the message; the operator needs the cause, but only where the exchange is to blame.
  const isFault = told.status >= 500 && told.code !== 'catching_up';
  request.failure = isFault ? { ...told, cause: error } : told;
  if (told.status === 503) reply.header('Retry-After', '1');
  if (error instanceof RateLimited) setLimit(reply, error);
  if (told.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (told.reasonCode !== undefined) reply.header('Reason-Code', told.reasonCode);
  reply.code(told.status).header('Error-Code', told.code);
  return told;
}

/** A failure in the words of its message, which may hold names that someone made up, or a key that was put in the wrong place. */
export function toldOf(error: unknown): Failure {
  const found = failureOf(error);
  return { ...found, message: showHidden(withoutSecrets(found.message)) };
}

function setLimit(reply: HttpReply, { limit, retryAfterSeconds }: RateLimited): void {
  reply.header('X-RateLimit-Limit', String(limit));
  if (retryAfterSeconds === null) return;
  reply.header('Retry-After', String(retryAfterSeconds));
  reply.header('X-RateLimit-Remaining', '0');
  reply.header('X-RateLimit-Reset', String(retryAfterSeconds));
}

const broken = new WeakSet<Socket>();

/** Answers what is not even HTTP in the same form as everything else, after all that came before it is answered. */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || broken.has(socket)) return;
  // What is late is then not a request, but whoever reads its answers slowly.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isBeingAnswered(socket)) return;
  // Whatever else arrives on it is broken too.
  broken.add(socket);
  const [code, words] = BROKEN[error.code ?? ''] ?? ['invalid_request', 'The request is not valid HTTP.'];
  const { status, message } = failure(code, words);
  const body = JSON.stringify({ error: message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Error-Code: ${code}`,
    'Cross-Origin-Resource-Policy: same-origin',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  afterWholeRequests(socket, () => hangUp(socket, `${head.join('\r\n')}\r\n\r\n${body}`));
}

/** Long enough for the last words to arrive. */
const LINGER_MS = 1000;

/** Says the last words and listens no more: what still arrives is neither carried out nor a reason to keep the connection. */
function hangUp(socket: Socket, lastWords: string): void {
  socket.removeAllListeners('data').on('data', () => {});
  socket.end(lastWords);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** A GET is carried out whatever becomes of its body. */
function isBeingAnswered(socket: Socket): boolean {
  const request = responseOf(socket)?.req;
  return request !== undefined && (request.complete || request.method === 'GET');
}

/** What was received whole is carried out, and its answer must not be another one's. */
function afterWholeRequests(socket: Socket, then: () => void): void {
  if (isBeingAnswered(socket)) responseOf(socket)?.once('close', () => afterWholeRequests(socket, then));
  else if (socket.writable) then();
}

const BROKEN: Readonly<Record<string, readonly [FailureCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request line and headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
};
