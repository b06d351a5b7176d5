// One request of a connection at a time: what is pipelined behind it is neither begun nor read further before its turn.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { placeOf } from './rate-limit.ts';

/** A request that waits is smaller than any answer, so a whole read of 64 KB may hold two thousand; of this much, a dozen. */
const SLICE_BYTES = 512;

/** Addresses that are remembered for having pipelined. */
const MAX_REMEMBERED = 1000;

const next = new WeakMap<Socket, ServerResponse>();

/** The response that a connection is waiting for, until it is closed: by then the next has its socket. */
export function responseOf(socket: Socket): ServerResponse | undefined {
  const response = next.get(socket);
  if (!response?.closed) return response;
  // It would keep its request in memory, body and all, for as long as the connection says nothing.
  next.delete(socket);
  return undefined;
}

/** Lets every request wait for the answer to the one before it on its connection, and others have a turn in between. */
export function takeTurns(
  server: Server,
  open: ReadonlyMap<string, ReadonlySet<Socket>>,
  wrap: (handle: RequestListener) => RequestListener,
): void {
  const handle = wrap(...(server.listeners('request') as [RequestListener]));
  server.removeAllListeners('request');
  // Who has said all it has to say still waits for its answers.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
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
    // Node forgets what came behind a request that would speak another protocol.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    // Node gives a response its socket when all before it are sent.
    if (response.socket !== null) {
      next.set(request.socket, response);
      return handle(request, response);
    }
    const place = placeOf(request.socket.remoteAddress ?? '');
    if (!pipelining.has(place)) {
      if (pipelining.size === MAX_REMEMBERED) pipelining.clear();
      pipelining.add(place);
      // What its other connections have sent is not read yet, though all of it may come in this very turn.
      for (const socket of open.get(place) ?? []) slice(socket);
    }
    slice(request.socket);
    waitForTurn(request, response, handle);
  });
}

/** A response whose bytes Node counts among those that wait for their turn: enough of them, and it reads no further. */
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
 * Gives the parser a little at a time and stops when it is told to pause: by itself it would parse all that one read brings.
 * This costs more than to let it read from the socket, which is why only those who pipeline are read like this.
 */
function readInSlices(socket: Socket): void {
  const [parse] = socket.listeners('data') as [(bytes: Buffer) => void];
  let unread: Buffer = Buffer.alloc(0);
  let isParsing = false;
  const parseOn = () => {
    if (isParsing) return;
    isParsing = true;
    while (unread.length > 0 && !socket.isPaused() && !socket.destroyed) {
      const slice = unread.subarray(0, SLICE_BYTES);
      unread = unread.subarray(SLICE_BYTES);
      parse(slice);
    }
    isParsing = false;
  };
  socket.removeListener('data', parse);
  socket.on('data', (bytes: Buffer) => {
    unread = unread.length === 0 ? bytes : Buffer.concat([unread, bytes]);
    parseOn();
  });
  socket.on('resume', parseOn);
}
