// Runs one request of a connection at a time: pipelined ones are neither started nor parsed further before their turn.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { placeOf } from './rate-limit.ts';

/** A pipelined request is small, so that one read of 64 KB may hold two thousand; a slice of this size holds a dozen. */
const SLICE_BYTES = 512;

/** Addresses remembered as pipelining. */
const MAX_REMEMBERED = 1000;

/** How long a connection may be idle between two requests, as each response says. */
export const KEEP_ALIVE_MS = 72_000;

const next = new WeakMap<Socket, ServerResponse>();

/** The response that a connection is waiting for; undefined once it is closed, since its socket then serves the next. */
export function responseOf(socket: Socket): ServerResponse | undefined {
  const response = next.get(socket);
  if (!response?.closed) return response;
  // Otherwise it would keep its request and body in memory for as long as the connection is idle.
  next.delete(socket);
  return undefined;
}

/** Makes every request wait for the answer to the previous one on its connection, and yields in between. */
export function takeTurns(
  server: Server,
  open: ReadonlyMap<string, ReadonlySet<Socket>>,
  wrap: (handle: RequestListener) => RequestListener,
): void {
  const handle = wrap(...(server.listeners('request') as [RequestListener]));
  server.removeAllListeners('request');
  // A client that has closed its sending side still waits for its answers.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  // Idle connections are closed by `SlowReaders`.
  server.keepAliveTimeout = 0;
  const pipelining = new Set<string>();
  const sliced = new WeakSet<Socket>();
  const slice = (socket: Socket) => {
    if (!sliced.has(socket)) readInSlices(socket);
    sliced.add(socket);
  };

  server.on('connection', (socket: Socket) => {
    if (pipelining.has(placeOf(socket.remoteAddress ?? ''))) slice(socket);
  });
  server.on('request', (request, response) => {
    // Node writes it as the header Keep-Alive.
    (response as ServerResponse & { _keepAliveTimeout: number })._keepAliveTimeout = KEEP_ALIVE_MS;
    // Node discards what follows a request for a protocol upgrade.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    // Node gives a response its socket when all earlier ones are sent.
    if (response.socket !== null) {
      next.set(request.socket, response);
      return handle(request, response);
    }
    const place = placeOf(request.socket.remoteAddress ?? '');
    if (!pipelining.has(place)) {
      if (pipelining.size === MAX_REMEMBERED) pipelining.clear();
      pipelining.add(place);
      // The data of its other connections may arrive in this same turn, so they are sliced from now on, too.
      for (const socket of open.get(place) ?? []) slice(socket);
    }
    slice(request.socket);
    waitForTurn(request, response, handle);
  });
}

/** A response whose bytes Node counts as pending: with enough of them, it stops reading the socket. */
type Waiting = ServerResponse<IncomingMessage> & { _onPendingData(bytes: number): void };

function waitForTurn(
  request: IncomingMessage,
  response: ServerResponse<IncomingMessage>,
  handle: RequestListener,
): void {
  const waiting = response as Waiting;
  const enough = request.socket.writableHighWaterMark;
  waiting._onPendingData(enough);
  waiting.once('socket', () => {
    waiting._onPendingData(-enough);
    next.set(request.socket, waiting);
    setImmediate(() => waiting.destroyed || handle(request, waiting));
  });
}

/**
 * Feeds the parser small slices and stops when it asks to pause: it would parse a whole read at once otherwise.
 * That is slower than letting it read the socket itself, so only connections that pipeline are read like this.
 */
function readInSlices(socket: Socket): void {
  const [parse] = socket.listeners('data') as [(bytes: Buffer) => void];
  const ends = socket.listeners('end') as ((this: Socket) => void)[];
  let unread: Buffer = Buffer.alloc(0);
  let isParsing = false;
  let isEnded = false;
  const parseOn = () => {
    if (isParsing) return;
    isParsing = true;
    while (unread.length > 0 && !socket.isPaused() && !socket.destroyed) {
      const slice = unread.subarray(0, SLICE_BYTES);
      unread = unread.subarray(SLICE_BYTES);
      parse(slice);
    }
    isParsing = false;
    // The parser is told of the end after the last byte, or it would drop the rest.
    if (isEnded && unread.length === 0) for (const end of ends.splice(0)) end.call(socket);
  };
  socket.removeListener('data', parse);
  socket.removeAllListeners('end');
  socket.on('end', () => {
    isEnded = true;
    parseOn();
  });
  socket.on('data', (bytes: Buffer) => {
    unread = unread.length === 0 ? bytes : Buffer.concat([unread, bytes]);
    parseOn();
  });
  socket.on('resume', parseOn);
}
