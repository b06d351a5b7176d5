// Once a second, closes connections whose client hardly reads its answer, which is held in memory meanwhile, and idle connections.
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { withoutSecrets } from '../../access/keys.ts';
import { KEEP_ALIVE_MS } from './call-response.ts';
import { responseOf } from './pipelining.ts';

export type PaceOptions = {
  /** A client that reads more slowly while data waits for it is disconnected: bytes per second, averaged over a window. */
  readonly leastPace?: { readonly bytesPerSecond: number; readonly overMs: number };
};

/** The default: half of what the slowest mobile networks carry, over a window that tolerates a short loss of signal. */
const LEAST_PACE = { bytesPerSecond: 8192, overMs: 30_000 };
const LOOK_EVERY_MS = 1000;

const exempt = new WeakSet<Socket>();

/** Exempts the connection of an event stream: `EventReader` disconnects slow clients itself and tells them why. */
export const exemptFromPace = (socket: Socket): void => void exempt.add(socket);

/** Counters of libuv, which Node's own timeouts use, too: all bytes written, and those still queued because the client does not read. */
type Handle = { readonly bytesWritten: number; readonly writeQueueSize: number };
const handleOf = (socket: Socket) => (socket as Socket & { _handle?: Handle | null })._handle;

type Seen = { readonly sinceMs: number; readonly takenBytes: number };
type Idle = { readonly sinceMs: number; readonly bytesRead: number };

/** Longer than clients are told: one second for a request that is on its way, and one for the interval between two looks. */
const IDLE_MS = KEEP_ALIVE_MS + 2 * LOOK_EVERY_MS;

export class SlowReaders {
  readonly #open: ReadonlyMap<string, ReadonlySet<Socket>>;
  readonly #pace: NonNullable<PaceOptions['leastPace']>;
  readonly #onDrop: (socket: Socket, takenBytes: number) => void;
  readonly #seen = new WeakMap<Socket, Seen>();
  readonly #idle = new WeakMap<Socket, Idle>();

  constructor(
    open: ReadonlyMap<string, ReadonlySet<Socket>>,
    pace: NonNullable<PaceOptions['leastPace']>,
    onDrop: (socket: Socket, takenBytes: number) => void,
  ) {
    this.#open = open;
    this.#pace = pace;
    this.#onDrop = onDrop;
  }

  look(nowMs = performance.now()): void {
    for (const sockets of this.#open.values()) {
      for (const socket of sockets) {
        this.#lookAt(socket, nowMs);
        this.#closeIfIdle(socket, nowMs);
      }
    }
  }

  /** Replaces Node's keepAliveTimeout, which sets two timers for each request. Node itself times the first request and begun ones. */
  #closeIfIdle(socket: Socket, nowMs: number): void {
    const { bytesRead, bytesWritten } = socket;
    const idle = this.#idle.get(socket);
    const isInUse = responseOf(socket) !== undefined || bytesWritten === 0;
    if (isInUse || bytesRead !== idle?.bytesRead) this.#idle.set(socket, { sinceMs: nowMs, bytesRead });
    else if (nowMs - idle.sinceMs >= IDLE_MS) socket.destroy();
  }

  #lookAt(socket: Socket, nowMs: number): void {
    const handle = handleOf(socket);
    if (!handle || socket.writableLength === 0 || exempt.has(socket)) return void this.#seen.delete(socket);
    const takenBytes = handle.bytesWritten - handle.writeQueueSize;
    const { bytesPerSecond, overMs } = this.#pace;
    const seen = this.#seen.get(socket);
    if (seen && nowMs - seen.sinceMs < overMs) return;
    this.#seen.set(socket, { sinceMs: nowMs, takenBytes });
    if (seen && takenBytes - seen.takenBytes < (bytesPerSecond * (nowMs - seen.sinceMs)) / 1000) {
      this.#onDrop(socket, takenBytes - seen.takenBytes);
      // Resets the connection: a plain close would leave the unread data in a buffer of the operating system.
      socket.resetAndDestroy();
    }
  }
}

export function dropSlowReaders(
  open: ReadonlyMap<string, ReadonlySet<Socket>>,
  { leastPace = LEAST_PACE }: PaceOptions,
  { logger, registry }: { readonly logger: Logger; readonly registry: Registry },
): { close(): void } {
  const dropped = new Counter({
    name: 'millpond_slow_readers_dropped_total',
    help: 'Connections that were cut off because they hardly took their answer.',
    registers: [registry],
  });
  const seconds = leastPace.overMs / 1000;
  const words = `cut off: took less than ${leastPace.bytesPerSecond} bytes a second of its answer for ${seconds} s`;
  const readers = new SlowReaders(open, leastPace, (socket, bytes) => {
    dropped.inc();
    const response = responseOf(socket);
    const path = withoutSecrets(response?.req.url?.replace(/\?.*$/s, '').slice(0, 100) ?? '');
    logger.info({ reqId: response?.getHeader('x-request-id'), address: socket.remoteAddress, path, bytes }, words);
  });
  const timer = setInterval(() => readers.look(), Math.min(LOOK_EVERY_MS, leastPace.overMs / 4)).unref();
  return { close: () => clearInterval(timer) };
}
