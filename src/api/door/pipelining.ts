// Handles one request of a connection at a time: pipelined requests wait until the previous one is answered, and parsing pauses meanwhile.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { KEEP_ALIVE_MS } from './call-response.ts';
import { placeOf } from './client-networks.ts';

/** Bytes passed to the parser at once: a read of 64 KB may hold two thousand small pipelined requests, a slice of this size a dozen. */
const SLICE_BYTES = 512;

/** Most addresses remembered as pipelining; beyond that, all are forgotten. */
const MAX_REMEMBERED = 1000;

const next = new WeakMap<Socket, ServerResponse>();

/** The response that is being prepared or sent on a connection; undefined once that response is closed. */
export function responseOf(socket: Socket): ServerResponse | undefined {
  const response = next.get(socket);
  if (!response?.closed) return response;
  // Otherwise the map would keep the request and its body in memory while the connection is idle.
  next.delete(socket);
  return undefined;
}

/** Makes every request wait until the previous one on its connection is answered, and yields to the event loop in between. */
export function takeTurns(
  server: Server,
  open: ReadonlyMap<string, ReadonlySet<Socket>>,
  wrap: (handle: RequestListener) => RequestListener,
): void {
  const handle = wrap(...(server.listeners('request') as [RequestListener]));
  server.removeAllListeners('request');
  // A client that has closed its sending side (a half-open connection) still waits for its answers.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  // Disables the timeout of Node: `SlowReaders` closes idle connections.
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
    // Node announces this value in the header Keep-Alive.
    (response as ServerResponse & { _keepAliveTimeout: number })._keepAliveTimeout = KEEP_ALIVE_MS;
    // Closes the connection after a request for a protocol upgrade, since Node discards the data that follows it.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    // Node assigns a socket to a response when all earlier responses are sent: this request then need not wait.
    if (response.socket !== null) {
      next.set(request.socket, response);
      return handle(request, response);
    }
    const place = placeOf(request.socket.remoteAddress ?? '');
    if (!pipelining.has(place)) {
      if (pipelining.size === MAX_REMEMBERED) pipelining.clear();
      pipelining.add(place);
      // Other connections from this address may receive data in the same turn of the event loop: they are read in slices from now on, too.
      for (const socket of open.get(place) ?? []) slice(socket);
    }
    slice(request.socket);
    waitForTurn(request, response, handle);
  });
}

/** Gives access to Node's counter of bytes that wait to be sent: when it reaches the high-water mark, Node stops reading the socket. */
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
 * Passes received data to the HTTP parser in small slices, and none while the socket is paused; Node would parse all it has read at once.
 * This is slower than letting the parser read the socket itself, so it is done only for addresses that have pipelined.
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
    // Ends the parser's input only after the last slice: it would drop the rest otherwise.
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
