// Sends a failure to the caller: always the same body, a code in a header, and the right status.
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withoutSecrets } from '../access/keys.ts';
import { showHidden } from '../access/names.ts';
import { responseOf } from './door/pipelining.ts';
import { RateLimited } from './door/rate-limit.ts';
import type { HttpReply, HttpRequest } from './door/request.ts';
import { type Failure, failure, failureOf } from './errors.ts';

// An `import` of node:http would make Node load its second HTTP client, too, at a cost of 20 MB.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

export const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.send({ error: setFailure(error, request, reply).message });

/** Stores the failure on the request for the access log, and sets status and headers; the calling function sends the body. */
export function setFailure(error: unknown, request: HttpRequest, reply: HttpReply): Failure {
  const shown = publicFailure(error);
  // The message is for the caller; the cause is logged only if the server is at fault.
  const isFault = shown.status >= 500 && shown.code !== 'catching_up';
  request.failure = isFault ? { ...shown, cause: error } : shown;
  if (shown.status === 503) reply.header('Retry-After', '1');
  if (error instanceof RateLimited) setLimit(reply, error);
  if (shown.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (shown.reasonCode !== undefined) reply.header('Reason-Code', shown.reasonCode);
  if (shown.statement !== undefined) reply.header('Signed-Statement', Buffer.from(shown.statement).toString('base64'));
  reply.code(shown.status).header('Error-Code', shown.code);
  return shown;
}

/** The failure with its message sanitized, since it may quote names that users made up, or a misplaced key. */
export function publicFailure(error: unknown): Failure {
  const found = failureOf(error);
  return { ...found, message: showHidden(withoutSecrets(found.message)) };
}

function setLimit(reply: HttpReply, { retryAfterSeconds, budget }: RateLimited): void {
  if (retryAfterSeconds !== null) reply.header('Retry-After', String(retryAfterSeconds));
  reply.budget = budget ?? null;
}

const broken = new WeakSet<Socket>();

/** Answers invalid HTTP in the same form as every failure, after all earlier requests of the connection are answered. */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || broken.has(socket)) return;
  // The request arrived in time: its client only reads the answer slowly.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isBeingAnswered(socket)) return;
  // Everything else on this connection is ignored.
  broken.add(socket);
  const [code, words] = BROKEN[error.code ?? ''] ?? ['invalid_request' as const, 'The request is not valid HTTP.'];
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
  afterWholeRequests(socket, () => closeWith(socket, `${head.join('\r\n')}\r\n\r\n${body}`));
}

/** Gives the error response time to arrive before the socket is destroyed. */
const LINGER_MS = 1000;

/** Sends a last response and ignores further data, which must neither be executed nor keep the connection open. */
function closeWith(socket: Socket, response: string): void {
  socket.removeAllListeners('data').on('data', () => {});
  socket.end(response);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** True if a whole request is being answered; a GET is executed regardless of its body. */
function isBeingAnswered(socket: Socket): boolean {
  const request = responseOf(socket)?.req;
  return request !== undefined && (request.complete || request.method === 'GET');
}

/** Calls `then` when all requests that arrived completely are answered: responses must be sent in the order of the requests. */
function afterWholeRequests(socket: Socket, then: () => void): void {
  if (isBeingAnswered(socket)) responseOf(socket)?.once('close', () => afterWholeRequests(socket, then));
  else if (socket.writable) then();
}

type BrokenCode = 'invalid_request' | 'headers_too_large' | 'request_timeout';

const BROKEN: Readonly<Record<string, readonly [BrokenCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request line and headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
};
